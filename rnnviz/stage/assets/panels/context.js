// The context that every panel draws with: a model, its notation, the scale, and colours for values.

/** @import {Place} from "../../place.d.ts" */
/** @import {AnyModel, Model} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { colourOf, inkOver, parseColour, rampOf, readColour } from "../../../web/colours.js";
import { characterAt, isOfOutput } from "../model/model.js";
import { textWidth } from "./geometry.js";
import { orderAt } from "../place/sorting.js";
import { describeUnit } from "../words/words.js";

/**
 * The context of one drawing of `model` in `root`. `go(change)` moves the place, `act(action)` sends the cursor any
 * action; `focus(place)` is the number that equation and sum are about: {unit, label, isOutput, isInput}.
 * high(quantity): the end of the scale of its colours. panelKeys(part): the buttons that show a part as a table and as
 * a picture, and of the views the one that plays the unit's row. all: the contexts of all tracks of the scene, in their
 * order. elsewhere: the address of a place where gates carry gradients far, or "". forward: on the way back, where
 * `model` has gradients for its numbers, the model itself.
 *
 * @param {AnyModel} model
 * @param {HTMLElement} root
 * @param {Pick<Context, "notation" | "go" | "act" | "all" | "panelKeys"> & {
 *   sizes: {scale: number, stacked: boolean}, elsewhere?: string, high?: Context["high"], forward?: Model,
 *   filmed?: Context["filmed"],
 * }} options
 * @returns {Context}
 */
export function makeContext(
  model,
  root,
  { notation, sizes, go, act, all, panelKeys, filmed = new Set(), elsewhere = "", high = endOf, forward = model },
) {
  const style = getComputedStyle(root);
  const colour = (name) => parseColour(style.getPropertyValue(name));
  const palettes = new Map();
  const ramps = new Map();
  const look = { version: 0, ghost: "", ink: "" };
  let signed;
  recolour();

  /** The colours that the view has now; what is painted with older ones has another version of the look. */
  function recolour() {
    signed = { paper: colour("--strip-paper"), below: colour("--below"), above: colour("--above") };
    palettes.clear();
    ramps.clear();
    const version = look.version + 1;
    Object.assign(look, { version, ghost: style.getPropertyValue("--ghost"), ink: style.color });
  }

  function paletteOf({ signed: isSigned, hue }) {
    if (isSigned) return signed;
    if (!palettes.has(hue)) {
      const full = colour(`--${hue}`);
      palettes.set(hue, { paper: signed.paper, below: full, above: full });
    }
    return palettes.get(hue);
  }

  /** From nothing over the hue to the ink of letters. */
  function inkPaletteOf(hue) {
    const name = `ink ${hue}`;
    if (!palettes.has(name)) {
      palettes.set(name, { paper: colour(`--${hue}`), below: signed.paper, above: readColour(look.ink) });
    }
    return palettes.get(name);
  }

  function rampFor(palette) {
    if (!ramps.has(palette)) ramps.set(palette, rampOf(palette));
    return ramps.get(palette);
  }

  /** The output that is looked at: the chosen one, else the right one, else the likeliest. */
  function outputAt({ t, choice }) {
    return choice ?? model.targets?.[t] ?? model.likeliest[t][0];
  }

  /** @param {Place} state */
  function focus(state) {
    const { target } = model.phases[state.phase];
    const { kind } = model.quantity(target);
    if (isOfOutput(model.quantity(target))) {
      const unit = outputAt(state);
      return { isOutput: true, isInput: false, unit, label: model.labels[unit] };
    }
    // Of the input's gradient the number of the character that was read.
    const isInput = kind === "input" && model.vocabulary.length > 0;
    const unit = isInput ? characterAt(model, state.t) : Math.min(state.unit, model.length(target) - 1);
    return { isOutput: false, isInput, unit, label: (isInput && model.vocabulary[unit]) || String(unit + 1) };
  }

  return {
    model,
    forward,
    isBack: forward !== model,
    go,
    act,
    all,
    panelKeys,
    filmed,
    elsewhere,
    focus,
    /** The unit of a quantity that is looked at. */
    unitOf: (name, state) =>
      isOfOutput(model.quantity(name)) ? outputAt(state) : Math.min(state.unit, model.length(name) - 1),
    notation,
    strings: model.strings,
    scale: sizes.scale,
    high,
    narrow: sizes.stacked,
    /** How wide the widest input is, in letters' heights; a Chinese character is as wide as high. */
    widestInput: Math.max(1, ...forward.inputs.map((input) => textWidth(input, 1))),
    look,
    recolour,
    likeliest: (t) => model.likeliest[t][0],
    /** The units in the order in which a reader has sorted them, or null for that of their numbers. */
    order: (place) => orderAt(model, place),
    describe: (...number) => describeUnit(model, notation, ...number),
    colour(name, value) {
      const quantity = model.quantity(name);
      return colourOf(value, high(quantity), paletteOf(quantity));
    },
    /** Colours as pixels, from a share of the scale's end: of a quantity, and of a difference. */
    rampOf: (quantity) => rampFor(paletteOf(quantity)),
    signedRamp: (share) => rampFor(signed)(share),
    inkRamp: (hue) => rampFor(inkPaletteOf(hue)),
    /** The same as a colour, and what is read on it. */
    shareColour: (share) => colourOf(share, 1, signed),
    inkOn: (share) => inkOver(share, 1, signed),
    moves: () => !matchMedia("(prefers-reduced-motion: reduce)").matches,
  };
}

function endOf(quantity) {
  return quantity.high;
}
