// The words' vectors as a map, their neighbours, and the loss while they learn.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { bitsOf } from "../../../maths/huffman.js";
import { countsOf, mapOf, neighboursOf } from "../../../maths/wordvectors.js";
import { DOT, dot, rect, rule, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, note, scale, widthOf } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { pickable } from "../../../reader/figure.js";
import { bounded } from "../../../reader/values.js";
import { MOST_STEPS, SIZE, learntVectors } from "./wordlearning.js";

// The hues of the kinds of words; 0 is that of the words that hold sentences together.
const HUES = ["input", "gate1", "state", "loss", "gate2", "candidate", "memory", "output", "gate3", "text"];

export const MAP_NUMBERS = {
  word: { usual: 0, least: 0, most: 30, step: 1, whole: true, names: ({ words }) => words },
};

/** Names beside their points, pushed apart up and down where they would cover one another. */
function namesApart(points, u) {
  const names = points.map(([x, y, name]) => ({ x: x + 0.5 * u, y, wide: widthOf(name, u) }));
  for (let round = 0; round < 90; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      for (let j = i + 1; j < names.length; j += 1) {
        const [a, b] = [names[i], names[j]];
        const over = 1.15 * u - Math.abs(a.y - b.y);
        if (over <= 0 || a.x > b.x + b.wide || b.x > a.x + a.wide) continue;
        const way = a.y < b.y || (a.y === b.y && i < j) ? 1 : -1;
        a.y -= (way * over) / 2;
        b.y += (way * over) / 2;
      }
    }
  }
  return names;
}

/** @type {Figure} */
export const MAP = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { state, losses, what, done } = learntVectors(values);
    const low = box.height - 8.5 * u;
    const places = mapOf(state, SIZE);
    const chosen = bounded({ least: 0, most: what.count - 1 }, values.word);
    const neighbours = neighboursOf(state.vectors, SIZE, chosen);
    const near = neighbours.slice(0, 4);
    const far = Math.max(1, ...places.flat().map(Math.abs));
    const half = Math.min(box.width * 0.5 - 3 * u, low / 2 - 1.5 * u);
    const across = scale(
      [-far, far],
      [box.width / 2 - Math.max(half, box.width * 0.42), box.width / 2 + Math.max(half, box.width * 0.42) - 3 * u],
    );
    const up = scale([-far, far], [low - 2 * u, 2.4 * u]);
    const points = places.map(([x, y], word) => [across.at(x), up.at(y), values.given.words[word]]);
    const names = namesApart(points, u);
    const isNear = new Set(near.map(({ word }) => word));
    const x = scale([0, MOST_STEPS], [3 * u, box.width - 10 * u]);
    const most = 4;
    const y = scale([0, most], [box.height - 1.9 * u, low + 1.2 * u]);
    const entropy = bitsOf(countsOf(values.given.sentences, what.count)) * Math.LN2;
    const every = 10;
    const smooth = Array.from({ length: Math.floor(losses.length / every) }, (_, k) => {
      const part = losses.slice(k * every, (k + 1) * every);
      return [x.at((k + 0.5) * every), y.at(Math.min(most, part.reduce((a, b) => a + b, 0) / every))];
    });
    return [
      ...near.map(({ word }) =>
        rule([points[chosen][0], points[chosen][1]], [points[word][0], points[word][1]], "curve thin hue-output"),
      ),
      ...points.flatMap(([px, py], word) => [
        rule([px, py], [names[word].x, names[word].y], "guide"),
        dot(px, py, (word === chosen ? 0.5 : DOT.usual) * u, HUES[values.given.kinds[word]]),
      ]),
      ...points.map(([px, , name], word) =>
        pickable(
          `word ${word}`,
          rect(px - 0.6 * u, names[word].y - 0.9 * u, names[word].wide + 1.4 * u, 1.5 * u, "grip"),
          label(names[word].x, names[word].y, name, {
            base: "middle",
            hue: HUES[values.given.kinds[word]],
            more: word === chosen || isNear.has(word) ? "bold halo" : "halo",
          }),
        ),
      ),
      tabled({
        title: fill(words.nearest, { word: values.given.words[chosen] }),
        corner: words.word,
        columns: ["1", "2", "cos"],
        rows: places.map(([one, two], word) => ({
          head: values.given.words[word],
          cells: [one, two, neighbours.find((other) => other.word === word)?.cosine ?? ""],
        })),
      }),
      label(0, 1.2 * u, fill(words.nearest, { word: values.given.words[chosen] }), { hue: "output", more: "bold" }),
      ...near.map(({ word, cosine }, k) =>
        label(0, (2.5 + 1.25 * k) * u, `${values.given.words[word]}  ${short(cosine)}`, { more: "small halo" }),
      ),
      ...axes(x, y, { u, ticksX: [0, MOST_STEPS], ticksY: [0, 2, 4], titleY: words.lossTitle, writtenX: String }),
      ruleY(y.at(entropy), x, "guide hue-gate2"),
      label(x.end + 0.5 * u, y.at(entropy), words.countsOnly, { base: "middle", hue: "gate2", more: "small" }),
      curve(smooth, "loss"),
      smooth.length
        ? label(
            smooth.at(-1)[0] + 0.5 * u,
            bounded({ least: y.end, most: y.start - 0.3 * u }, smooth.at(-1)[1] + 1.2 * u),
            short(losses.slice(-50).reduce((a, b) => a + b, 0) / Math.min(50, losses.length)),
            { hue: "loss", more: "bold small halo" },
          )
        : note(x.at(0) + 0.6 * u, y.at(1), words.notYet, { base: "middle" }),
      note(x.end, low + 0.3 * u, fill(words.stepsDone, { steps: done }), { place: "end" }),
    ];
  },
  describe(values, words) {
    const { state, what, done } = learntVectors(values);
    const chosen = bounded({ least: 0, most: what.count - 1 }, values.word);
    const near = neighboursOf(state.vectors, SIZE, chosen).slice(0, 3);
    return fill(words.altMap, {
      steps: done,
      word: values.given.words[chosen],
      near: near.map(({ word }) => values.given.words[word]).join(words.comma),
    });
  },
};
