// One passage gone on with twice: with the true text as input, and with what the network writes itself.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, rect, ruleX, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, note, scale } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";

const LETTERS = 24;
const PLACES = 40;

export const FEEDBACK_NUMBERS = {
  passage: { usual: 2, least: 1, most: 6, step: 1, whole: true, hue: "right" },
  place: { usual: 12, least: 1, most: PLACES, step: 1, whole: true, hue: "output", symbol: "k" },
};
export const FEEDBACK_CHOICES = { heat: { usual: "half", of: ["none", "half", "one"] } };

/** A letter as it is drawn: a space has to be seen. */
export const shownLetter = (one) => (one === " " ? "·" : one);
/** What was written at the temperature that is chosen. */
export const ownOf = ({ given, heat }) => given.reader.own[FEEDBACK_CHOICES.heat.of.indexOf(heat)];
/** The passage: its beginning, how it goes on in truth, and the letters given out and read in either way. */
export function passageOf(values) {
  const { beginnings, truth } = values.given.reader;
  const k = values.passage - 1;
  return {
    beginning: beginnings[k],
    truth: truth.texts[k],
    expected: truth.expected[k],
    own: ownOf(values).texts[k],
  };
}
/** What a true letter costs on average in the second half of the places, for either way. */
export function surpriseOf(values) {
  const late = (all) => all.slice(PLACES / 2).reduce((sum, one) => sum + one, 0) / (PLACES / 2);
  return { forced: late(values.given.reader.truth.surprise), own: late(ownOf(values).surprise) };
}

const lowerFrame = (box) => [
  scale([1, PLACES], [3.4 * box.u, box.width - 9.5 * box.u]),
  scale([0, 8], [box.height - 4 * box.u, 19.4 * box.u]),
];
/** How many columns there is room for, and which of them are seen: always the place that is looked at. */
function columnsOf(box, place) {
  const { u } = box;
  const room = Math.max(6, Math.min(LETTERS, Math.floor((box.width - 1.2 * u) / (1.45 * u))));
  return { room, from: Math.max(0, Math.min(PLACES - room, place - Math.ceil(room * 0.75))) };
}

/** One way: what is read in the lower row, what is given out in the upper one, and where each input comes from. */
function laneNodes(top, box, values, { title, hue, inputs, outputs, truth, isOwn, words }) {
  const { u } = box;
  const { room, from } = columnsOf(box, values.place);
  const wide = (box.width - 1.2 * u) / room;
  const middle = (k) => 0.6 * u + (k - from + 0.5) * wide;
  const [out, read] = [top + 3.1 * u, top + 6.3 * u];
  const columns = Array.from({ length: room }, (_, k) => from + k);
  return [
    label(0, top + 0.9 * u, title, { hue, more: "bold small" }),
    ...columns.flatMap((k) => {
      const isRight = outputs[k] === truth[k];
      const x = middle(k);
      return [
        pickable(
          `place ${k + 1}`,
          k + 1 === values.place &&
            rect(x - wide / 2, out - 1.3 * u, wide, read - out + 2.1 * u, "area hue-output", { rx: 4 }),
          rect(x - wide / 2, out - 1.3 * u, wide, read - out + 2.1 * u, "grip"),
          label(x, out, shownLetter(outputs[k]), {
            place: "middle",
            more: isRight ? "bold typed" : "typed",
            hue: isRight ? "right" : "loss",
          }),
          !isRight && ruleY(out + 0.5 * u, [x - 0.3 * u, x + 0.3 * u], "edge is-plain"),
          label(x, read, shownLetter(inputs[k]), {
            place: "middle",
            more: "typed",
            hue: isOwn && k > 0 ? "loss" : undefined,
          }),
          ruleX(x, [read - 1.1 * u, out + 0.8 * u], "wire"),
        ),
        isOwn &&
          k + 1 < from + room && [
            "path",
            {
              class: "wire hue-loss dashed",
              d: `M${x + 0.25 * wide},${out + 0.55 * u} L${middle(k + 1) - 0.2 * wide},${read - 1.1 * u}`,
            },
          ],
      ];
    }),
    note(0, read + 1.5 * u, isOwn ? words.readsOwn : words.readsTruth),
  ];
}

/** @type {Figure} */
export const FEEDBACK = {
  isTall: true,
  drags: { place: (x, _y, _values, box) => ({ place: lowerFrame(box)[0].of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const { beginning, truth, expected, own } = passageOf(values);
    const last = beginning.at(-1);
    const shared = { truth, words };
    const [x, y] = lowerFrame(box);
    const lines = [
      [words.forcedLine, values.given.reader.truth.surprise, "right"],
      [words.ownLine, ownOf(values).surprise, "loss"],
    ];
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, all, hue]) => [y.at(all.at(-1)), said, hue]);
    const at = values.place - 1;
    return [
      ...laneNodes(0, box, values, {
        ...shared,
        title: words.training,
        hue: "right",
        inputs: last + truth,
        outputs: expected,
        isOwn: false,
      }),
      ...laneNodes(8.9 * u, box, values, {
        ...shared,
        title: words.writing,
        hue: "loss",
        inputs: last + own,
        outputs: own,
        isOwn: true,
      }),
      ...axes(x, y, {
        u,
        ticksX: [1, 10, 20, 30, 40],
        ticksY: [0, 2, 4, 6, 8],
        titleX: words.placeOf,
        titleY: words.cost,
      }),
      ...lines.flatMap(([, all, hue]) => [
        curve(
          all.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
        ),
      ]),
      ...endNames(names, x, y, u),
      ruleX(x.at(values.place), y, "guide hue-output"),
      dot(x.at(values.place), y.at(lines[0][1][at]), DOT.usual * u, "right"),
      handle({
        drag: "place",
        numbers: FEEDBACK_NUMBERS,
        values,
        x: x.at(values.place),
        y: y.at(lines[1][1][at]),
        label: words.placeOf,
        hue: "output",
        symbol: "k",
      }),
    ];
  },
  describe(values, words) {
    const { truth, expected, own } = passageOf(values);
    const { forced, own: free } = surpriseOf(values);
    return fill(words.altFeedback, { truth, expected, own, forced: short(forced), free: short(free) });
  },
};
