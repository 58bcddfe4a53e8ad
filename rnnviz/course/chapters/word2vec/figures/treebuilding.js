// Huffman's tree built merge by merge, from counts that are dragged.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { codeOf, pathTo } from "../../../maths/huffman.js";
import { barY, circle, rect, rule, ruleY } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";
import {
  COUNTS,
  LEAVES,
  MOST_COUNT,
  TREE_NUMBERS,
  acrossOf,
  countsNow,
  leafNow,
  levels,
  nameOfLeaf,
  smallTree,
} from "./smalltree.js";

const barRows = (box) => [box.height - Math.min(11 * box.u, box.height * 0.32), box.height - 2 * box.u];
const countScale = (box) => {
  const { u } = box;
  const [top, low] = barRows(box);
  return scale([0, MOST_COUNT], [low, top + 1.6 * u]);
};

/** @type {Figure} */
export const TREE = {
  drags: Object.fromEntries(COUNTS.map((name) => [name, (_x, y, _values, box) => ({ [name]: countScale(box).of(y) })])),
  draw(values, box, words) {
    const { u } = box;
    const tree = smallTree(values);
    const { height } = levels(tree);
    const across = acrossOf(tree, box.width);
    const [bars] = barRows(box);
    const base = bars - 3.6 * u;
    const rise = (base - 5.4 * u) / Math.max(1, height[tree.root]);
    const y = (node) => base - height[node] * rise;
    const isThere = (node) => node < tree.size + values.merges;
    const chosen = leafNow(values);
    const onPath = new Set([chosen, ...pathTo(tree, chosen).map(({ node }) => node)]);
    const newest = tree.size + values.merges - 1;
    const r = Math.min(1.25 * u, box.width / 20);
    const edges = tree.merges.flatMap(({ left, right, made }) =>
      [left, right].flatMap((child) => {
        if (!isThere(made)) return [];
        const isLit = onPath.has(child) && onPath.has(made) && isThere(tree.root);
        return [
          rule([across[made], y(made)], [across[child], y(child)], isLit ? "curve hue-output" : "axis"),
          label((across[made] + across[child]) / 2, (y(made) + y(child)) / 2, child === left ? "1" : "0", {
            base: "middle",
            place: "middle",
            more: "bold small halo",
            hue: isLit ? "output" : undefined,
          }),
        ];
      }),
    );
    const inner = tree.merges.map(({ made }) => [
      "g",
      {},
      circle(
        across[made],
        y(made),
        r,
        isThere(made) ? `node hue-${made === newest ? "gate2" : "text"}` : "node ghost-node",
      ),
      isThere(made) &&
        label(across[made], y(made), String(tree.nodes[made].count), {
          base: "middle",
          place: "middle",
          more: "bold small",
        }),
    ]);
    const leaves = countsNow(values).map((_, leaf) =>
      pickable(
        `leaf ${leaf + 1}`,
        rect(across[leaf] - 2 * u, base - 0.4 * u, 4 * u, 3 * u, "grip"),
        label(across[leaf], base + 1 * u, nameOfLeaf(words, leaf), {
          place: "middle",
          more: "bold",
          hue: leaf === chosen ? "output" : undefined,
        }),
        note(across[leaf], base + 2.3 * u, isThere(tree.root) ? codeOf(tree, leaf) : String(values[COUNTS[leaf]]), {
          place: "middle",
        }),
      ),
    );
    const scaled = countScale(box);
    const column = box.width / LEAVES;
    return [
      ...edges,
      ...inner.map((one) => one.filter((part) => part !== false)),
      ...leaves,
      label(0, 1.2 * u, mergeSentence(values, words), { more: "bold" }),
      label(0, 2.8 * u, tieSentence(values, words), { more: "small", hue: "gate1" }),
      ruleY(scaled.at(0), [0, box.width], "axis"),
      ...COUNTS.map((name, k) => {
        const x = column * (k + 0.5);
        const top = scaled.at(values[name]);
        return handle(
          {
            drag: name,
            numbers: TREE_NUMBERS,
            values,
            x,
            y: top,
            label: fill(words.countOf, { word: nameOfLeaf(words, k) }),
            hue: "gate2",
          },
          barY(x - column * 0.28, column * 0.56, scaled.at(0), top, "pale hue-gate2"),
          label(x + 0.9 * u, top - 0.5 * u, String(values[name]), { more: "bold small halo" }),
          label(x, scaled.at(0) + 1.4 * u, nameOfLeaf(words, k), {
            place: "middle",
            hue: k === chosen ? "output" : undefined,
          }),
        );
      }),
    ];
  },
  describe(values, words) {
    return `${mergeSentence(values, words)} ${tieSentence(values, words)}`.trim();
  },
};

function mergeSentence(values, words) {
  const tree = smallTree(values);
  if (values.merges === 0) return words.noMerge;
  const { left, right, made } = tree.merges[values.merges - 1];
  const { nodes } = tree;
  return fill(words.merged, {
    k: values.merges,
    of: LEAVES - 1,
    sum: `${nodes[right].count} + ${nodes[left].count} = ${nodes[made].count}`,
  });
}
function tieSentence(values, words) {
  const tree = smallTree(values);
  const { tie, left, right } = tree.merges[values.merges - 1] ?? {};
  if (!tie) return "";
  const { count } = tree.nodes[tie[0]];
  const taken = tie.filter((node) => node === left || node === right);
  const said = (list) =>
    list.map((node) => (node < tree.size ? nameOfLeaf(words, node) : words.pair)).join(words.comma);
  return fill(words.tie, { count, all: said(tie), taken: said(taken) });
}
