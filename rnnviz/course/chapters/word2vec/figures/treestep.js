// Steps on one word: which nodes they move, and what becomes of the probabilities.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { leavesOf, pathTo } from "../../../maths/huffman.js";
import { pathLoss, stepped, wordShares } from "../../../maths/wordvectors.js";
import { cells } from "../../../plot/cells.js";
import { barY, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { LEAVES, THETAS, leafNow, nameOfLeaf, smallTree, xNow } from "./smalltree.js";

/** The small tree's numbers after the steps the reader has taken on the chosen word. */
function learnt(values) {
  const tree = smallTree(values);
  return { tree, ...stepped(tree, THETAS, xNow(values), leafNow(values), values.rate, values.taken) };
}

/** @type {Figure} */
export const ONE_STEP = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { tree, x, thetas } = learnt(values);
    const before = xNow(values);
    const chosen = leafNow(values);
    const path = new Map(pathTo(tree, chosen).map(({ node, digit }) => [node - LEAVES, digit]));
    const old = wordShares(tree, THETAS, before);
    const now = wordShares(tree, thetas, x);
    const isNarrow = box.width < 32 * u;
    const names = isNarrow ? 2.4 * u : 4 * u;
    const room = box.width - names;
    const cell = Math.min(2.6 * u, room * (isNarrow ? 0.075 : 0.11));
    const columns = [names, names + room * 0.4, names + room * 0.8];
    const high = Math.min(2.9 * u, (box.height * 0.6) / 8);
    const top = 2.6 * u;
    const wants = [words.wants1, words.wants0];
    const arrows = ["d = 0: σ ↑", "d = 1: σ ↓"];
    const slice = (list, node) => Array.from(list).slice(3 * node, 3 * node + 3);
    const table = Array.from({ length: LEAVES - 1 }, (_, k) => LEAVES - 2 - k).map((node, k) => {
      const y = top + high * (k + 1);
      const isOn = path.has(node);
      const sigma = (list, vector) => pathShare(list, vector, node);
      return [
        "g",
        { "fill-opacity": isOn ? undefined : 0.9 },
        label(0, y + high * 0.5 + 0.2 * u, letter("θ", k + 1), {
          hue: isOn ? "output" : undefined,
          more: isOn ? "bold" : "muted",
        }),
        cells([slice(THETAS, node)], columns[0], y, cell, high * 0.72, { full: 2 }),
        note(
          columns[0] + 3 * cell + 0.5 * u,
          y + high * 0.5 + 0.2 * u,
          `${isNarrow ? "" : "σ = "}${short(sigma(THETAS, before))}`,
        ),
        isOn
          ? cells([slice(thetas, node)], columns[1], y, cell, high * 0.72, { full: 2 })
          : note(columns[1], y + high * 0.5 + 0.2 * u, words.untouched),
        isOn &&
          label(
            columns[1] + 3 * cell + 0.5 * u,
            y + high * 0.5 + 0.2 * u,
            `${isNarrow ? "" : "σ = "}${short(sigma(thetas, x))}`,
            { more: "bold small" },
          ),
        isOn &&
          label(columns[2], y + high * 0.5 + 0.2 * u, isNarrow ? arrows[path.get(node)] : wants[path.get(node)], {
            hue: "output",
            more: "small",
          }),
      ].filter(Boolean);
    });
    const rowX = top;
    const barTop = top + high * 8.2;
    const y = scale([0, 1], [box.height - 2 * u, barTop + 1.6 * u]);
    const column = box.width / LEAVES;
    const order = leavesOf(tree);
    return [
      label(columns[0], 1.2 * u, words.before, { more: "bold" }),
      label(columns[1], 1.2 * u, fill(words.afterSteps, { steps: values.taken }), { more: "bold" }),
      label(0, rowX + high * 0.5 + 0.2 * u, letter("x"), { hue: "state", more: "bold", symbol: "x" }),
      cells([before], columns[0], rowX, cell, high * 0.72, { full: 2 }),
      cells([Array.from(x)], columns[1], rowX, cell, high * 0.72, { full: 2 }),
      ...table,
      label(
        0,
        barTop,
        fill(words.lossOf, {
          word: nameOfLeaf(words, chosen),
          before: short(pathLoss(tree, THETAS, before, chosen)),
          after: short(pathLoss(tree, thetas, x, chosen)),
        }),
        { hue: "loss", more: "bold" },
      ),
      ruleY(y.at(0), [0, box.width], "axis"),
      ...order.flatMap((leaf, k) => {
        const middle = column * (k + 0.5);
        const wide = Math.min(column * 0.5, 3 * u);
        return [
          barY(middle - wide / 2, wide, y.at(0), y.at(now[leaf]), `${leaf === chosen ? "solid" : "pale"} hue-output`),
          barY(middle - wide / 2, wide, y.at(0), y.at(old[leaf]), "outline hue-text"),
          label(middle, Math.min(y.at(now[leaf]), y.at(old[leaf])) - 0.4 * u, short(now[leaf]), {
            place: "middle",
            more: "small halo",
          }),
          label(middle, y.at(0) + 1.4 * u, nameOfLeaf(words, leaf), {
            place: "middle",
            more: leaf === chosen ? "bold" : "",
          }),
        ];
      }),
    ];
  },
  describe(values, words) {
    const { tree, x, thetas } = learnt(values);
    const path = pathTo(tree, leafNow(values));
    return fill(words.altStep, {
      steps: values.taken,
      nodes: path.length,
      of: LEAVES - 1,
      before: short(wordShares(tree, THETAS, xNow(values))[leafNow(values)]),
      after: short(wordShares(tree, thetas, x)[leafNow(values)]),
    });
  },
};
/** σ(x · θ) at a node. */
function pathShare(thetas, x, node) {
  const score = x.reduce((sum, one, i) => sum + one * thetas[3 * node + i], 0);
  return 0.5 + 0.5 * Math.tanh(score / 2);
}
