// A word's probability: the product of σ and 1 − σ along its path, and all of them as one bar.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { leavesOf, pathTo } from "../../../maths/huffman.js";
import { pathFactors, wordShares } from "../../../maths/wordvectors.js";
import { circle, rect, rule, ruleX, ruleY } from "../../../plot/marks.js";
import { label, letter, scale, widthOf } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import {
  LEAVES,
  THETAS,
  TREE_NUMBERS,
  X,
  acrossOf,
  leafNow,
  levels,
  nameOfLeaf,
  smallTree,
  xNow,
} from "./smalltree.js";

/** A product of σ and 1 − σ, as far as the path goes. */
const productText = (path) =>
  path.map(({ digit, right }) => (digit ? `(1 − ${short(right)})` : short(right))).join(" · ");

/** Where the nodes stand from the root down. */
function placesDown(tree, box, top, low) {
  const { depth } = levels(tree);
  const deepest = Math.max(...depth);
  const across = acrossOf(tree, box.width);
  return tree.nodes.map((_, node) => [across[node], top + ((low - top) * depth[node]) / deepest]);
}

/** @type {Figure} */
export const PATH = {
  isTall: true,
  drags: Object.fromEntries(X.map((name, k) => [name, (x, _y, _values, box) => ({ [name]: xScale(box, k).of(x) })])),
  draw(values, box, words) {
    const { u } = box;
    const tree = smallTree(values);
    const x = xNow(values);
    const shares = wordShares(tree, THETAS, x);
    const chosen = leafNow(values);
    const path = pathFactors(tree, THETAS, x, chosen);
    const lit = new Set([chosen, ...pathTo(tree, chosen).map(({ node }) => node)]);
    const isNarrow = box.width < 32 * u;
    const bar = box.height - 4.2 * u;
    const places = placesDown(tree, box, 6.4 * u, bar - 7.4 * u);
    const r = Math.min(1.5 * u, box.width / 18);
    const right = (node) =>
      pathFactors(tree, THETAS, x, leavesOf(tree, node)[0]).find((one) => one.node === node - LEAVES).right;
    const edges = tree.merges.flatMap(({ left, right: to, made }) =>
      [left, to].flatMap((child) => {
        const isLit = lit.has(child) && lit.has(made);
        const sigma = right(made);
        const share = child === left ? 1 - sigma : sigma;
        const [[x1, y1], [x2, y2]] = [places[made], places[child]];
        return [
          rule([x1, y1], [x2, y2], isLit ? "curve hue-output" : "curve thin hue-text faintly", {
            "stroke-width": 1 + 4 * share,
          }),
          isNarrow && !isLit
            ? null
            : label(
                (x1 + x2) / 2 + (child === left ? -0.5 : 0.5) * u,
                (y1 + y2) / 2 + 0.1 * u,
                `${isNarrow || !isLit ? "" : child === left ? "1 − σ = " : "σ = "}${short(share)}`,
                {
                  place: child === left ? "end" : "start",
                  more: isLit ? "small halo bold" : "small halo muted",
                  hue: isLit ? "output" : undefined,
                },
              ),
        ];
      }),
    );
    const inner = tree.merges.map(({ made }) => [
      "g",
      { "data-symbol": "θ" },
      circle(places[made][0], places[made][1], r, `node hue-${lit.has(made) ? "output" : "candidate"}`),
      label(places[made][0], places[made][1], letter("θ", tree.root - made + 1), {
        base: "middle",
        place: "middle",
        more: "small",
      }),
    ]);
    const leaves = Array.from(shares, (share, leaf) =>
      pickable(
        `leaf ${leaf + 1}`,
        rect(places[leaf][0] - 2 * u, places[leaf][1] - 0.6 * u, 4 * u, 3 * u, "grip"),
        label(places[leaf][0], places[leaf][1] + 1 * u, nameOfLeaf(words, leaf), {
          place: "middle",
          more: "bold halo",
          hue: leaf === chosen ? "output" : undefined,
        }),
        label(places[leaf][0], places[leaf][1] + 2.2 * u, short(share), { place: "middle", more: "small halo" }),
      ),
    );
    const line = scale([0, 1], [0, box.width]);
    let from = 0;
    let sum = 0;
    const parts = leavesOf(tree).flatMap((leaf, k) => {
      const part = Math.min(1, Math.max(0, values.added - k)) * shares[leaf];
      const start = from;
      from += part;
      sum += part;
      if (part <= 0) return [];
      const wide = line.at(part);
      const name = nameOfLeaf(words, leaf);
      return [
        rect(
          line.at(start),
          bar,
          Math.max(0.5, wide - 1.5),
          1.8 * u,
          leaf === chosen ? "solid hue-output" : "pale hue-output",
        ),
        wide > widthOf(name, u) + 6 && leaf !== chosen
          ? label(line.at(start) + wide / 2, bar + 1.25 * u, name, { place: "middle", more: "small" })
          : null,
      ];
    });
    const name = [...letter("p"), `(${nameOfLeaf(words, chosen)})`];
    const equal = `= ${short(shares[chosen])}`;
    const product = isNarrow
      ? [`= ${productText(path)}`, [...name, ` ${equal}`]]
      : [[...name, ` = ${productText(path)} ${equal}`]];
    return [
      ...X.map((_name, k) => xHandle(values, box, k, words)),
      ...edges,
      ...inner,
      ...leaves,
      ...product.map((text, k) =>
        label(0, bar + (1.6 * (k - product.length + 1) - 1) * u, text, {
          hue: "output",
          more: isNarrow ? "small bold" : "bold large",
        }),
      ),
      rect(0, bar, box.width, 1.8 * u, "outline hue-text ghosted"),
      ...parts,
      label(box.width, bar + 3.4 * u, fill(words.sum, { sum: sum.toFixed(6) }), { place: "end", more: "bold" }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const tree = smallTree(values);
    const shares = wordShares(tree, THETAS, xNow(values));
    return fill(words.altPath, {
      word: nameOfLeaf(words, leafNow(values)),
      product: productText(pathFactors(tree, THETAS, xNow(values), leafNow(values))),
      share: short(shares[leafNow(values)]),
    });
  },
};

function xScale(box, k) {
  const { u } = box;
  const wide = box.width / 3;
  return scale([-3, 3], [wide * k + 1.5 * u, wide * (k + 1) - 1.5 * u]);
}
/** A component of x on a line of its own. */
function xHandle(values, box, k, words) {
  const { u } = box;
  const line = xScale(box, k);
  const name = X[k];
  return handle(
    {
      drag: name,
      numbers: TREE_NUMBERS,
      values,
      x: line.at(values[name]),
      y: 2.8 * u,
      label: fill(words.component, { k: k + 1 }),
      hue: "state",
      symbol: `x_${k + 1}`,
    },
    ruleY(2.8 * u, line, "axis"),
    ruleX(line.at(0), [2.4 * u, 3.2 * u], "axis"),
    label(
      (line.start + line.end) / 2,
      1.1 * u,
      [...letter("x", k + 1), ` = ${written(TREE_NUMBERS[name], values[name])}`],
      { place: "middle", hue: "state", more: "bold" },
    ),
  );
}
