// Where everything in a cell's diagram stands, in pixels: boxes, wires, strips and their words. Pure.

/** @import {Context} from "../../context.d.ts" */

import { isOfOutput } from "../model/model.js";
import { brief } from "../../../web/numbers.js";
import { plainExpression, plainLetter } from "../words/labels.js";
import { CANVAS, placeNode, stripSizes, textWidth, wire } from "./geometry.js";

// Below the canvas, before scaling: half of a source's box, and the line that names the scale.
const [FOOT, SCALE_LINE] = [12, 16];
// More outputs than these have no strip: its cells could not be told apart.
const MOST_IN_A_STRIP = 48;
// The words above a strip, before scaling: the middle of their line above it, half of its height, and their letters.
const WORDS = { above: 10, half: 8, letter: 15 };
// About how wide a letter of a box is, the room beside them, and what other letters are as shares of it.
const [LABEL_LETTER, BESIDE_LABEL] = [9.2, { desk: 8, phone: 5 }];
const [CAPITAL, ABOVE_LINE, BELOW_LINE] = [1.7, 0.6, 0.95];
// How wide the box of a single sign is on a phone, and of a small phone as a share of its width.
const [SIGN_BOX, SIGN_SHARE] = [24, 0.066];
// The least room between a box and a strip to its right.
const BESIDE_BOX = 2;
// Words that end above a box beside their strip are so much higher, for their subscripts.
const LIFTED = 3;
// About how wide a letter of a phone's expression is; measuring would cost a layout.
const EXPRESSION_LETTER = 6.8;
const EXPRESSION_SHARE = 0.6;
// As wide as the number of a unit is at most.
const NUMBER = " −0.01234";
// On a phone it has two decimals: so wide it is with a sign and without, in pixels.
const ROUGH = { signed: 38, plain: 31 };
// On the way back a wire has its factor beside it, about so wide.
const FACTOR = " (1 − Z₃)[1]";
// The room that the input's caption needs, and its distance from the input, before scaling.
const CAPTION = { room: 40, beside: 28 };

/**
 * drawn: the height without what stands below. places: of each node its middle and half its size, by its key. wires:
 * the corners of each. nameOf(node): the quantity whose numbers a node shows, or "". stripOf(node): where they stand.
 * captionOf(node): where the letter of the input stands.
 *
 * @param {Pick<Context, "model" | "notation" | "isBack" | "scale" | "narrow" | "high" | "strings">} context
 */
export function layoutDiagram(context, { nodes, edges, values, strip_width: share }, index, width, height) {
  const { model, notation, isBack, scale, narrow } = context;
  const stripWidth = Math.min(132 * scale, (share / 100) * width);
  // X's box ends above what stands below; on the way back a line below names the scale.
  const drawn = height - (isBack ? SCALE_LINE + FOOT : FOOT) * scale;
  const { high, above } = stripSizes(height / scale);
  const stripHeight = high * scale;
  const places = new Map(nodes.map((node) => [node.key, placeOf(node)]));
  const strips = nodes.filter((node) => ![undefined, "", "X"].includes(nameOf(node))).map(spanOf);
  const wires = edges.map(({ source, target, via }) => wire(places.get(source), places.get(target), via, width, drawn));

  /** A box is as wide as what is written in it; on a phone no wider, but for a sign. */
  function placeOf(node) {
    const place = placeNode(node, width, drawn, scale * (narrow ? 0.8 : 1), stripWidth);
    const words = model.weights.has(node.label) ? plainLetter(notation, node.label) : node.label;
    const letter = LABEL_LETTER * (narrow ? 0.8 : 1);
    const beside = narrow ? BESIDE_LABEL.phone : BESIDE_LABEL.desk;
    const written = node.kind === "function" ? (letterCount(words) * letter + beside) * scale : 0;
    const least = narrow && node.kind === "function" ? Math.min(SIGN_BOX, SIGN_SHARE * width) / 2 : place.halfWidth;
    return { ...place, halfWidth: Math.max(least, written / 2) };
  }

  /** Of the outputs only a few that are all here have a strip, and on the way back no Ŷ. */
  function nameOf({ key, writes }) {
    if (values[key]) return model.madeName(index, key);
    const quantity = model.quantity(writes);
    if (!quantity || !isOfOutput(quantity)) return writes;
    const isWhole = model.listed.length === model.sizes.q && model.sizes.q <= MOST_IN_A_STRIP;
    return isWhole && !(isBack && quantity.kind === "output") ? writes : "";
  }

  /** A source's or sink's strip is its box; another's sits on the wire above it. */
  function boxOf(node) {
    const { x, y, halfWidth, halfHeight } = places.get(node.key);
    const isEnd = isAtEnd(node);
    const own = node.strip && [(node.strip[0] / CANVAS.width) * width, (node.strip[1] / CANVAS.height) * drawn];
    const inside = isEnd ? Math.min(Math.max(x, stripWidth / 2 + 1), width - stripWidth / 2 - 1) : x;
    const over = isEnd ? y - stripHeight / 2 : y - halfHeight - stripHeight - above * scale;
    const [middle, top] = own ? [own[0], own[1] - stripHeight / 2] : [inside, over];
    const [left, right] = [middle - stripWidth / 2, middle + stripWidth / 2];
    // On a small phone it yields to the box that it stands beside.
    const isBeside = own && left > x && Math.abs(own[1] - y) < halfHeight;
    const begins = isBeside ? Math.max(left, x + halfWidth + BESIDE_BOX) : left;
    return { x: begins, y: top, width: right - begins, height: stripHeight };
  }

  /** Where a strip is, and from where to where it has words: those of the last state may begin before it on a phone. */
  function spanOf(node) {
    const box = boxOf(node);
    const right = box.x + box.width;
    if (!narrow || isBack || !isAtRightEnd(node)) return { ...box, left: box.x, right };
    const words = textOf(plainLetter(notation, nameOf(node), model.sizes.T)) + ROUGH.signed;
    return { ...box, left: Math.min(box.x, right - words), right };
  }

  function isAtRightEnd(node) {
    return isAtEnd(node) && places.get(node.key).x > width / 2;
  }

  /**
   * box: of its cells. label: where its words begin, or end, and what follows the letter: its word, its range and the
   * number of the chosen unit, as far as there is room. behind: what is kept free of wires.
   */
  function stripOf(node) {
    const box = boxOf(node);
    const made = values[node.key];
    const isEnd = isAtEnd(node);
    // Letters wider than their strip stay within the panel.
    const isLast = isAtRightEnd(node);
    const quantity = model.quantity(nameOf(node));
    const title = quantity.isPre ? context.strings.preActivation : quantity.word;
    const end = context.high(quantity);
    const whole = ` ±${brief(end)}`;
    const letters = () => plainLetter(notation, quantity.name, model.sizes.T);
    const fits = !(narrow && isEnd) || hasRoom(letters() + whole, box, isLast);
    const usual = quantity.signed && end !== 1 && !isBack && !(narrow && made) && fits ? whole : "";
    // A letter with its step, or an expression.
    const last = model.sizes.T - 1;
    const expression = made ? plainExpression(model, notation, made.expression, last) : `H${last}`;
    const letter = narrow ? EXPRESSION_LETTER : WORDS.letter * EXPRESSION_SHARE * scale;
    const taken = `${expression}${usual}`.length * letter;
    const isCut = (narrow || Boolean(made)) && box.x + taken > width;
    const meetsBox = narrow && Boolean(made) && !isCut && !hasRoom(expression, box);
    const called = made ? expression : `${isBack ? "∂L/∂" : ""}${letters()}`;
    // Of its number, its word and its range it has what there is room for, in this order.
    const isTight = narrow && isBack;
    const roughly = quantity.signed ? ROUGH.signed : ROUGH.plain;
    const hasRoomForValue = narrow
      ? hasRoom(called, box, isLast, roughly)
      : hasRoom(`${called}${NUMBER}${isBack ? FACTOR : ""}`, box, isLast);
    const hasValue = !isTight && !isCut && !meetsBox && hasRoomForValue;
    const number = hasValue ? NUMBER : "";
    const canHaveWord = !narrow && !isBack && !isEnd && title !== "";
    const word = canHaveWord && hasRoom(`${called} ${title}${number}`, box) ? ` ${title}` : "";
    const range = hasValue && (narrow || !hasRoom(`${called}${word}${number}${usual}`, box, isLast)) ? "" : usual;
    // The wire that ends in the last state comes from above, beside its words.
    const wide = narrow && hasValue ? textOf(called) + roughly : textOf(`${called}${word}${range}${number}`);
    const wordsWide = Math.min(box.width, wide);
    const labelled = { x: box.x + box.width - wordsWide, width: wordsWide };
    return {
      box,
      title,
      label: {
        x: isCut ? width : isLast ? box.x + box.width : meetsBox ? Math.max(0, box.x - taken / 4) : box.x,
        y: box.y - 5 * scale - (meetsBox ? LIFTED : 0),
        isAtEnd: isLast || isCut,
        word,
        hasValue,
        range,
      },
      behind: {
        x: isLast ? labelled.x : box.x - 2,
        y: box.y - 18 * scale,
        width: isLast ? labelled.width + 2 : box.width + 4,
        height: stripHeight + 20 * scale,
      },
    };
  }

  /**
   * Whether words above a strip, from its left or up to its right, and so many pixels more end before what stands
   * beside them: a box, or another strip.
   */
  function hasRoom(words, strip, isAtRight = false, more = 0) {
    const middle = strip.y - WORDS.above * scale;
    // Beside it, another strip has words of its own.
    const head = 2 * WORDS.above * scale;
    const apart = strips
      .filter((box) => box.x !== strip.x || box.y !== strip.y)
      .map(({ left, right, y, height: high }) => ({
        x: (left + right) / 2,
        y: y + (high - head) / 2,
        halfWidth: (right - left) / 2,
        halfHeight: (high + head) / 2,
      }));
    const [left, right] = [strip.x, strip.x + strip.width];
    const boxes = nodes.filter((node) => !isAtEnd(node)).map(({ key }) => places.get(key));
    const beside = [...boxes, ...apart].filter(
      ({ x, y, halfHeight }) =>
        (isAtRight ? x < right : x > left) && Math.abs(y - middle) < halfHeight + WORDS.half * scale,
    );
    const taken = textOf(words) + more;
    if (isAtRight) return right - taken >= Math.max(0, ...beside.map(({ x, halfWidth }) => x + halfWidth));
    return left + taken <= Math.min(width, ...beside.map(({ x, halfWidth }) => x - halfWidth));
  }

  function textOf(words) {
    return textWidth(words, WORDS.letter * scale);
  }

  /** Beside the input where no wire leaves it, with room to it however many digits the step has. */
  function captionOf(node) {
    const { x, y } = places.get(node.key);
    const leaving = edges.find((edge) => edge.source === node.key);
    const isRight =
      leaving !== undefined && (leaving.via[0]?.[0] ?? nodes.find(({ key }) => key === leaving.target).x) < node.x;
    const away = CAPTION.beside * scale;
    const hasStep = (isRight ? width - x : x) > CAPTION.room * scale;
    return { x: isRight ? x + away : x - away, y: y + 5 * scale, isRight, hasStep };
  }
  return { drawn, places, wires, nameOf, stripOf, captionOf };
}

/** As how many letters on the line a name counts, "W⁽ᵇ⁾_hh" as about four. */
function letterCount(words) {
  const [onLine, below = ""] = words.split("_");
  const shareOf = (sign) =>
    /\p{Lu}/u.test(sign) ? CAPITAL : /[\u2070-\u209f\u1d2c-\u1d6a]/u.test(sign) ? ABOVE_LINE : 1;
  return [...onLine].reduce((sum, sign) => sum + shareOf(sign), BELOW_LINE * below.length);
}

/** Whether a node is where a wire begins or ends. */
export const isAtEnd = ({ kind }) => kind === "source" || kind === "sink";
