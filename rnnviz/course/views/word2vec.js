// CBOW, Skip-gram, and Huffman's tree.

import { fill, short } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { normals } from "../assets/depth.js";
import { handle } from "../assets/figure.js";
import { bitsOf, codeOf, huffman, leavesOf, meanLength, pathTo, zipfLength } from "../assets/huffman.js";
import { axes, curve, label, letter, scale, wholeNumber, widthOf } from "../assets/plot.js";
import { grid } from "../assets/strips.js";
import { flight, fromOtherWeights, training } from "../assets/training.js";
import { bounded, written } from "../assets/values.js";
import {
  contextOf,
  countsOf,
  mapOf,
  meanVector,
  neighboursOf,
  pathFactors,
  pathLoss,
  preparedWords,
  stepped,
  vectorStep,
  vectorsAtFirst,
  wordShares,
} from "../assets/wordvectors.js";

const SIZE = 6;
const MOST_STEPS = 600;
const LEAVES = 7;
const COUNTS = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
const USUAL_COUNTS = [34, 16, 10, 7, 6, 4, 3];
const MOST_COUNT = 40;
const X = ["x1", "x2", "x3"];
// θ of the small tree's inner nodes before any step, to one decimal: three numbers each.
const THETAS = Array.from(normals(11, 3 * (LEAVES - 1)), (one) => Math.round(10 * one) / 10);
const [LEAST_POWER, MOST_POWER] = [3, 17];
// The hues of the kinds of words; 0 is that of the words that hold sentences together.
const KIND_HUES = ["input", "gate1", "state", "loss", "gate2", "candidate", "memory", "output", "gate3", "text"];

const component = (usual, k) => ({ usual, least: -3, most: 3, step: 0.1, digits: 1, hue: "state", symbol: `x_${k}` });
const NUMBERS = {
  line: { usual: 44, least: 0, most: 117, step: 1, whole: true, format: (value) => String(Math.round(value) + 1) },
  place: { usual: 3, least: 0, most: 7, step: 1, whole: true },
  reach: { usual: 2, least: 1, most: 3, step: 1, whole: true, hue: "gate2" },
  ...Object.fromEntries(
    COUNTS.map((name, k) => [
      name,
      { usual: USUAL_COUNTS[k], least: 1, most: MOST_COUNT, step: 1, whole: true, hue: "gate2" },
    ]),
  ),
  merges: { usual: LEAVES - 1, least: 0, most: LEAVES - 1, step: 1, whole: true },
  x1: component(1.2, 1),
  x2: component(-0.7, 2),
  x3: component(0.5, 3),
  added: { usual: LEAVES, least: 0, most: LEAVES, step: 1 },
  taken: { usual: 1, least: 0, most: 60, step: 1, whole: true },
  rate: { usual: 0.5, least: 0, most: 3, step: 0.05, hue: "gate2", symbol: "η" },
  power: { usual: 14, least: LEAST_POWER, most: MOST_POWER, step: 1, whole: true },
  long: { usual: 100, least: 1, most: 1000, step: 1, whole: true },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  word: { usual: 0, least: 0, most: 30, step: 1, whole: true, names: ({ words }) => words },
};
const CHOICES = {
  mode: { usual: "cbow", of: ["cbow", "skip"] },
  leaf: { usual: "4", of: COUNTS.map((_, k) => String(k + 1)) },
};

const VECTORS = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ mode, reach, seed }, { words }) => ({
    mode,
    reach,
    seed,
    size: SIZE,
    rate: 0.1,
    batch: 40,
    language: words[1],
  }),
  prepare: preparedWords,
  begin: vectorsAtFirst,
  step: vectorStep,
});
const at = (values) => VECTORS.at(values, values.given);

// A window over a sentence

/** The sentence a reader looks at, and the place in it. */
function windowOf(values) {
  const sentence = values.given.sentences[bounded({ least: 0, most: values.given.sentences.length - 1 }, values.line)];
  const t = Math.min(values.place, sentence.length - 1);
  const around = contextOf(sentence, t, values.reach);
  const isCbow = values.mode === "cbow";
  return { sentence, t, around, from: isCbow ? around : [sentence[t]], to: isCbow ? [sentence[t]] : around };
}
const inWindow = (k, t, reach) => k !== t && Math.abs(k - t) <= reach;

const NEIGHBOURS = {
  drags: {
    place: (x, _y, values, box) => {
      const { length } = windowOf(values).sentence;
      return { place: bounded({ least: 0, most: length - 1 }, Math.floor((x / box.width) * length)) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const { sentence, t, from, to } = windowOf(values);
    const { state, what } = at(values);
    const x = meanVector(state.vectors, SIZE, from);
    const shares = wordShares(what.tree, state.thetas, x);
    const column = box.width / sentence.length;
    const middle = (k) => column * (k + 0.5);
    const small = Math.min(0.86 * column, 6 * u) / SIZE;
    const isFrom = (k) => (values.mode === "cbow" ? inWindow(k, t, values.reach) : k === t);
    const isTo = (k) => (values.mode === "cbow" ? k === t : inWindow(k, t, values.reach));
    const [first, last] = [Math.max(0, t - values.reach), Math.min(sentence.length - 1, t + values.reach)];
    const top = 3.4 * u;
    const low = Math.min(17.5 * u, box.height * 0.42);
    const wide = Math.min(box.width * 0.7, 30 * u) / SIZE;
    const left = (box.width - wide * SIZE) / 2;
    const vector = (word) => Array.from(state.vectors.subarray(word * SIZE, (word + 1) * SIZE));
    const ranked = Array.from(shares, (share, word) => ({ share, word })).sort((a, b) => b.share - a.share);
    const rows = Math.max(4, Math.min(9, Math.floor((box.height - low - 6.6 * u) / (1.75 * u))));
    const seen = ranked.slice(0, rows);
    for (const word of to)
      if (!seen.some((one) => one.word === word)) seen.push(ranked.find((one) => one.word === word));
    const listed = seen.sort((a, b) => b.share - a.share).slice(-rows - to.length);
    const start = low + 6.4 * u;
    const high = (box.height - start) / Math.max(listed.length, 1);
    const bars = scale([0, 1], [8 * u, box.width - 6 * u]);
    return [
      [
        "rect",
        {
          class: "card-plain",
          x: first * column + 2,
          width: (last - first + 1) * column - 4,
          y: 0,
          height: top + 3.9 * u,
          rx: 0.6 * u,
        },
      ],
      ...sentence.flatMap((word, k) => [
        label(middle(k), 2.1 * u, isTo(k) && k === t ? "?" : values.given.words[word], {
          place: "middle",
          more: isFrom(k) || isTo(k) ? "bold large" : "muted",
          hue: isTo(k) ? "output" : isFrom(k) ? "state" : undefined,
        }),
        isFrom(k) && grid([vector(word)], middle(k) - (small * SIZE) / 2, top + 0.5 * u, small, 1.4 * u, { full: 1.5 }),
        isFrom(k) && [
          "line",
          {
            class: "guide hue-state",
            x1: middle(k),
            x2: box.width / 2,
            y1: top + 2.1 * u,
            y2: low,
          },
        ],
      ]),
      handle({
        drag: "place",
        names: ["place"],
        numbers: NUMBERS,
        values: { ...values, place: t },
        x: middle(t),
        y: top + (values.mode === "cbow" ? 1.2 : 3.1) * u,
        label: words.place,
        hue: values.mode === "cbow" ? "output" : "state",
        said: values.given.words[sentence[t]],
      }),
      label(left - 0.6 * u, low + 1.5 * u, letter("x"), {
        place: "end",
        hue: "state",
        more: "bold large",
        symbol: "x",
      }),
      grid([Array.from(x)], left, low, wide, 2.2 * u, { full: 1.5, symbol: "x" }),
      ...Array.from(x, (one, k) =>
        label(left + wide * (k + 0.5), low + 1.45 * u, one.toFixed(2).replace("-", "−"), {
          place: "middle",
          more: "small halo",
        }),
      ),
      label(box.width / 2, low + 3.6 * u, fill(words[`made_${values.mode}`], { count: from.length }), {
        place: "middle",
        more: "muted small",
      }),
      label(0, start - 0.9 * u, words[`asked_${values.mode}`], { hue: "output", more: "bold" }),
      ...listed.flatMap(({ share, word }, k) => {
        const y = start + high * k;
        const isRight = to.includes(word);
        const tall = Math.min(high * 0.72, 1.3 * u);
        return [
          label(7.4 * u, y + tall * 0.5 + 0.35 * u, values.given.words[word], {
            place: "end",
            more: isRight ? "bold" : "",
          }),
          [
            "rect",
            {
              class: isRight ? "solid hue-right" : "pale hue-output",
              x: bars.at(0),
              y,
              width: Math.max(1, bars.at(share) - bars.at(0)),
              height: tall,
            },
          ],
          label(bars.at(share) + 0.5 * u, y + tall * 0.5 + 0.35 * u, `${short(100 * share)} %${isRight ? " ←" : ""}`, {
            more: isRight ? "bold small" : "small",
            hue: isRight ? "right" : undefined,
          }),
        ];
      }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const { from, to } = windowOf(values);
    const { state, what } = at(values);
    const shares = wordShares(what.tree, state.thetas, meanVector(state.vectors, SIZE, from));
    const said = (list) => list.map((word) => values.given.words[word]).join(words.comma);
    return fill(words.altWindow, {
      from: said(from),
      to: to.map((word) => `${values.given.words[word]} ${short(100 * shares[word])} %`).join(words.comma),
    });
  },
};

// The small tree

const countsNow = (values) => COUNTS.map((name) => values[name]);
const leafNow = (values) => Number(values.leaf) - 1;
const smallTree = (values) => huffman(countsNow(values));
const nameOfLeaf = (words, k) => words[`leaf_${k + 1}`];

/** How high each node stands over its lowest leaf, and how deep below the root. */
function levels(tree) {
  const height = tree.nodes.map(() => 0);
  for (let node = tree.size; node <= tree.root; node += 1) {
    const { left, right } = tree.nodes[node];
    height[node] = 1 + Math.max(height[left], height[right]);
  }
  const depth = tree.nodes.map(() => 0);
  for (let node = tree.root; node >= tree.size; node -= 1) {
    depth[tree.nodes[node].left] = depth[node] + 1;
    depth[tree.nodes[node].right] = depth[node] + 1;
  }
  return { height, depth };
}

/** Where each node is across: the leaves side by side, an inner node between its children. */
function acrossOf(tree, width) {
  const across = [];
  leavesOf(tree).forEach((leaf, k) => {
    across[leaf] = (width * (k + 0.5)) / tree.size;
  });
  for (let node = tree.size; node <= tree.root; node += 1) {
    const { left, right } = tree.nodes[node];
    across[node] = (across[left] + across[right]) / 2;
  }
  return across;
}

const barRows = (box) => [box.height - Math.min(11 * box.u, box.height * 0.32), box.height - 2 * box.u];
const countScale = (box) => {
  const [top, low] = barRows(box);
  return scale([0, MOST_COUNT], [low, top + 1.6 * box.u]);
};

const TREE = {
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
          [
            "line",
            {
              class: isLit ? "curve hue-output" : "axis",
              x1: across[made],
              y1: y(made),
              x2: across[child],
              y2: y(child),
            },
          ],
          label((across[made] + across[child]) / 2, (y(made) + y(child)) / 2 + 0.3 * u, child === left ? "1" : "0", {
            place: "middle",
            more: "small halo bold",
            hue: isLit ? "output" : undefined,
          }),
        ];
      }),
    );
    const inner = tree.merges.map(({ made }) => [
      "g",
      {},
      [
        "circle",
        {
          class: isThere(made) ? `node hue-${made === newest ? "gate2" : "text"}` : "node ghost-node",
          cx: across[made],
          cy: y(made),
          r,
        },
      ],
      isThere(made) &&
        label(across[made], y(made) + 0.35 * u, String(tree.nodes[made].count), {
          place: "middle",
          more: "bold small",
        }),
    ]);
    const leaves = countsNow(values).map((_, leaf) => [
      "g",
      { "data-pick": `leaf ${leaf + 1}`, class: "pickable" },
      ["rect", { class: "grip", x: across[leaf] - 2 * u, y: base - 0.4 * u, width: 4 * u, height: 3 * u }],
      label(across[leaf], base + 1 * u, nameOfLeaf(words, leaf), {
        place: "middle",
        more: "bold",
        hue: leaf === chosen ? "output" : undefined,
      }),
      label(across[leaf], base + 2.3 * u, isThere(tree.root) ? codeOf(tree, leaf) : String(values[COUNTS[leaf]]), {
        place: "middle",
        more: "muted small",
      }),
    ]);
    const scaled = countScale(box);
    const column = box.width / LEAVES;
    return [
      ...edges,
      ...inner.map((one) => one.filter((part) => part !== false)),
      ...leaves,
      label(0, 1.2 * u, mergeSentence(values, words), { more: "bold" }),
      label(0, 2.8 * u, tieSentence(values, words), { more: "small", hue: "gate1" }),
      ["line", { class: "axis", x1: 0, x2: box.width, y1: scaled.at(0), y2: scaled.at(0) }],
      ...COUNTS.map((name, k) => {
        const x = column * (k + 0.5);
        const top = scaled.at(values[name]);
        return handle(
          {
            drag: name,
            names: [name],
            numbers: NUMBERS,
            values,
            x,
            y: top,
            label: fill(words.countOf, { word: nameOfLeaf(words, k) }),
            hue: "gate2",
          },
          [
            "rect",
            {
              class: "pale hue-gate2",
              x: x - column * 0.28,
              width: column * 0.56,
              y: top,
              height: Math.max(1, scaled.at(0) - top),
            },
          ],
          label(x + 0.9 * u, top - 0.5 * u, String(values[name]), { more: "halo bold small" }),
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

// The small tree with probabilities

const xNow = (values) => X.map((name) => values[name]);
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

const PATH = {
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
          [
            "line",
            {
              class: isLit ? "curve hue-output" : "curve thin hue-text faintly",
              x1,
              y1,
              x2,
              y2,
              "stroke-width": 1 + 4 * share,
            },
          ],
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
      [
        "circle",
        { class: `node hue-${lit.has(made) ? "output" : "candidate"}`, cx: places[made][0], cy: places[made][1], r },
      ],
      label(places[made][0], places[made][1] + 0.35 * u, letter("θ", tree.root - made + 1), {
        place: "middle",
        more: "small",
      }),
    ]);
    const leaves = Array.from(shares, (share, leaf) => [
      "g",
      { "data-pick": `leaf ${leaf + 1}`, class: "pickable" },
      [
        "rect",
        { class: "grip", x: places[leaf][0] - 2 * u, y: places[leaf][1] - 0.6 * u, width: 4 * u, height: 3 * u },
      ],
      label(places[leaf][0], places[leaf][1] + 1 * u, nameOfLeaf(words, leaf), {
        place: "middle",
        more: "bold halo",
        hue: leaf === chosen ? "output" : undefined,
      }),
      label(places[leaf][0], places[leaf][1] + 2.2 * u, short(share), { place: "middle", more: "small halo" }),
    ]);
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
        [
          "rect",
          {
            class: leaf === chosen ? "solid hue-output" : "pale hue-output",
            x: line.at(start),
            y: bar,
            width: Math.max(0.5, wide - 1.5),
            height: 1.8 * u,
          },
        ],
        wide > widthOf(name, u) + 6 && leaf !== chosen
          ? label(line.at(start) + wide / 2, bar + 1.25 * u, name, { place: "middle", more: "small" })
          : null,
      ];
    });
    return [
      ...X.map((_name, k) => xHandle(values, box, k, words)),
      ...edges,
      ...inner,
      ...leaves,
      label(
        0,
        bar - 1.2 * u,
        isNarrow
          ? `= ${productText(path)} = ${short(shares[chosen])}`
          : [...letter("p"), `(${nameOfLeaf(words, chosen)}) = ${productText(path)} = ${short(shares[chosen])}`],
        { hue: "output", more: isNarrow ? "small bold" : "bold large" },
      ),
      ["rect", { class: "outline hue-text ghosted", x: 0, y: bar, width: box.width, height: 1.8 * u }],
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
  const wide = box.width / 3;
  return scale([-3, 3], [wide * k + 1.5 * box.u, wide * (k + 1) - 1.5 * box.u]);
}
/** A component of x on a line of its own. */
function xHandle(values, box, k, words) {
  const { u } = box;
  const line = xScale(box, k);
  const name = X[k];
  return handle(
    {
      drag: name,
      names: [name],
      numbers: NUMBERS,
      values,
      x: line.at(values[name]),
      y: 2.8 * u,
      label: fill(words.component, { k: k + 1 }),
      hue: "state",
      symbol: `x_${k + 1}`,
    },
    ["line", { class: "axis", x1: line.start, x2: line.end, y1: 2.8 * u, y2: 2.8 * u }],
    ["line", { class: "axis", x1: line.at(0), x2: line.at(0), y1: 2.4 * u, y2: 3.2 * u }],
    label((line.start + line.end) / 2, 1.1 * u, [...letter("x", k + 1), ` = ${written(NUMBERS[name], values[name])}`], {
      place: "middle",
      hue: "state",
      more: "bold",
    }),
  );
}

/** The small tree's numbers after the steps the reader has taken on the chosen word. */
function learnt(values) {
  const tree = smallTree(values);
  return { tree, ...stepped(tree, THETAS, xNow(values), leafNow(values), values.rate, values.taken) };
}

const ONE_STEP = {
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
    const cell = Math.min(2.6 * u, room * 0.11);
    const columns = [names, names + room * 0.4, names + room * 0.8];
    const high = Math.min(2.9 * u, (box.height * 0.6) / 8);
    const top = 2.6 * u;
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
        grid([slice(THETAS, node)], columns[0], y, cell, high * 0.72, { full: 2 }),
        label(
          columns[0] + 3 * cell + 0.5 * u,
          y + high * 0.5 + 0.2 * u,
          `${isNarrow ? "" : "σ = "}${short(sigma(THETAS, before))}`,
          {
            more: "small muted",
          },
        ),
        isOn
          ? grid([slice(thetas, node)], columns[1], y, cell, high * 0.72, { full: 2 })
          : label(columns[1], y + high * 0.5 + 0.2 * u, words.untouched, { more: "muted small" }),
        isOn &&
          label(
            columns[1] + 3 * cell + 0.5 * u,
            y + high * 0.5 + 0.2 * u,
            `${isNarrow ? "" : "σ = "}${short(sigma(thetas, x))}`,
            {
              more: "small bold",
            },
          ),
        isOn &&
          label(columns[2], y + high * 0.5 + 0.2 * u, path.get(node) ? words.wants0 : words.wants1, {
            hue: "output",
            more: "small",
          }),
      ].filter((part) => part !== false);
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
      grid([before], columns[0], rowX, cell, high * 0.72, { full: 2 }),
      grid([Array.from(x)], columns[1], rowX, cell, high * 0.72, { full: 2 }),
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
      ["line", { class: "axis", x1: 0, x2: box.width, y1: y.at(0), y2: y.at(0) }],
      ...order.flatMap((leaf, k) => {
        const middle = column * (k + 0.5);
        const wide = Math.min(column * 0.5, 3 * u);
        return [
          [
            "rect",
            {
              class: `${leaf === chosen ? "solid" : "pale"} hue-output`,
              x: middle - wide / 2,
              width: wide,
              y: y.at(now[leaf]),
              height: Math.max(0.5, y.at(0) - y.at(now[leaf])),
            },
          ],
          [
            "rect",
            {
              class: "outline hue-text",
              x: middle - wide / 2,
              width: wide,
              y: y.at(old[leaf]),
              height: Math.max(0.5, y.at(0) - y.at(old[leaf])),
            },
          ],
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

// What it costs

const LENGTHS = Array.from({ length: MOST_POWER + 1 }, (_, k) => (k < LEAST_POWER ? 0 : zipfLength(2 ** k)));
const costScale = (box) => scale([LEAST_POWER, MOST_POWER], [4.6 * box.u, box.width - 8.5 * box.u]);
const COST = {
  drags: { power: (x, _y, _values, box) => ({ power: costScale(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const x = costScale(box);
    const y = scale([0, 8], [box.height - 4.4 * u, 2.8 * u]);
    const powers = Array.from({ length: MOST_POWER - LEAST_POWER + 1 }, (_, k) => LEAST_POWER + k);
    const lines = [
      ["loss", words.full, (k) => 2 ** k * values.long],
      ["text", words.fixed, (k) => k * values.long],
      ["right", words.tree, (k) => LENGTHS[k] * values.long],
    ];
    const log = (value) => bounded({ least: 0, most: 8 }, Math.log10(value));
    const k = values.power;
    // The names keep off the lines: two stand above theirs, Huffman's tree below.
    const above = [-1.9, -1.9, 1.3];
    return [
      ...axes(x, y, {
        u,
        ticksX: [4, 8, 12, 16],
        ticksY: [0, 2, 4, 6, 8],
        titleX: words.vocabulary,
        titleY: words.products,
        written: (one) => (one === 0 ? "1" : `10${"⁰¹²³⁴⁵⁶⁷⁸⁹"[one]}`),
        writtenX: (one) => wholeNumber(2 ** one),
      }),
      ...lines.map(([hue, , cost], row) =>
        curve(
          powers.map((one) => [x.at(one), y.at(log(cost(one)))]),
          hue,
          row === 1 ? "thin dashed" : "",
        ),
      ),
      handle(
        {
          drag: "power",
          names: ["power"],
          numbers: NUMBERS,
          values,
          x: x.at(k),
          y: y.start,
          label: words.vocabulary,
          hue: "text",
          said: String(2 ** k),
        },
        ["line", { class: "guide hue-text", x1: x.at(k), x2: x.at(k), y1: y.start, y2: y.end }],
        label(x.at(k), y.end - 0.6 * u, [...letter("V"), ` = ${wholeNumber(2 ** k)}`], {
          place: "middle",
          more: "bold",
        }),
      ),
      ...lines.flatMap(([hue, name, cost], row) => [
        ["circle", { class: `dot hue-${hue}`, cx: x.at(k), cy: y.at(log(cost(k))), r: 0.35 * u }],
        ...[name, wholeNumber(cost(k))].map((text, line) =>
          label(
            x.at(k) + (row === 0 && k > 7 ? -0.8 : 0.8) * u,
            y.at(log(cost(k))) + (above[row] + 1.2 * line) * u,
            text,
            { hue, place: row === 0 && k > 7 ? "end" : "start", more: line === 0 ? "halo small" : "halo bold" },
          ),
        ),
      ]),
    ];
  },
  describe(values, words) {
    return fill(words.altCost, {
      V: wholeNumber(2 ** values.power),
      full: wholeNumber(2 ** values.power * values.long),
      tree: wholeNumber(LENGTHS[values.power] * values.long),
    });
  },
};

// The map

/** Names beside their points, pushed apart up and down where they would cover one another. */
function namesApart(points, u) {
  const names = points.map(([x, y, name]) => ({ x: x + 0.5 * u, y, wide: widthOf(name, u) }));
  for (let round = 0; round < 24; round += 1) {
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

const MAP = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { state, losses, what, done } = at(values);
    const low = box.height - 8.5 * u;
    const places = mapOf(state, SIZE);
    const chosen = bounded({ least: 0, most: what.count - 1 }, values.word);
    const near = neighboursOf(state.vectors, SIZE, chosen).slice(0, 4);
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
      ...near.map(({ word }) => [
        "line",
        {
          class: "curve thin hue-output",
          x1: points[chosen][0],
          y1: points[chosen][1],
          x2: points[word][0],
          y2: points[word][1],
        },
      ]),
      ...points.flatMap(([px, py], word) => [
        ["line", { class: "guide", x1: px, y1: py, x2: names[word].x, y2: names[word].y }],
        [
          "circle",
          {
            class: `dot hue-${KIND_HUES[values.given.kinds[word]]}`,
            cx: px,
            cy: py,
            r: (word === chosen ? 0.5 : 0.32) * u,
          },
        ],
      ]),
      ...points.map(([px, , name], word) => [
        "g",
        { "data-pick": `word ${word}`, class: "pickable" },
        [
          "rect",
          {
            class: "grip",
            x: px - 0.6 * u,
            y: names[word].y - 0.9 * u,
            width: names[word].wide + 1.4 * u,
            height: 1.5 * u,
          },
        ],
        label(names[word].x, names[word].y + 0.35 * u, name, {
          hue: KIND_HUES[values.given.kinds[word]],
          more: word === chosen || isNear.has(word) ? "bold halo" : "halo",
        }),
      ]),
      label(0, 1.2 * u, fill(words.nearest, { word: values.given.words[chosen] }), { hue: "output", more: "bold" }),
      ...near.map(({ word, cosine }, k) =>
        label(0, (2.5 + 1.25 * k) * u, `${values.given.words[word]}  ${short(cosine)}`, { more: "small halo" }),
      ),
      ...axes(x, y, { u, ticksX: [0, MOST_STEPS], ticksY: [0, 2, 4], titleY: words.lossTitle, writtenX: String }),
      ["line", { class: "guide hue-gate2", x1: x.start, x2: x.end, y1: y.at(entropy), y2: y.at(entropy) }],
      label(x.end + 0.5 * u, y.at(entropy) + 0.35 * u, words.countsOnly, { hue: "gate2", more: "small" }),
      curve(smooth, "loss"),
      smooth.length
        ? label(
            smooth.at(-1)[0] + 0.5 * u,
            bounded({ least: y.end, most: y.start - 0.3 * u }, smooth.at(-1)[1] + 1.2 * u),
            short(losses.slice(-50).reduce((a, b) => a + b, 0) / Math.min(50, losses.length)),
            { hue: "loss", more: "bold small halo" },
          )
        : label(x.at(0) + 0.6 * u, y.at(1) + 0.3 * u, words.notYet, { more: "muted small" }),
      label(x.end, low + 0.3 * u, fill(words.stepsDone, { steps: done }), { place: "end", more: "muted small" }),
    ];
  },
  describe(values, words) {
    const { state, what, done } = at(values);
    const chosen = bounded({ least: 0, most: what.count - 1 }, values.word);
    const near = neighboursOf(state.vectors, SIZE, chosen).slice(0, 3);
    return fill(words.altMap, {
      steps: done,
      word: values.given.words[chosen],
      near: near.map(({ word }) => values.given.words[word]).join(words.comma),
    });
  },
};

const lossNow = (values) => {
  const { losses } = at(values);
  const last = losses.slice(-50);
  return last.length ? short(last.reduce((a, b) => a + b, 0) / last.length) : "–";
};
const pathLengthNow = (values) => pathTo(smallTree(values), leafNow(values)).length;

const WORD2VEC = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    x: { hue: "state" },
    v: { hue: "state" },
    θ: { hue: "candidate" },
    p: { hue: "output" },
    L: { hue: "loss" },
    η: { hue: "gate2" },
  },
  figures: { window: NEIGHBOURS, tree: TREE, path: PATH, step: ONE_STEP, cost: COST, map: MAP },
  computed: {
    lines: ({ given }) => String(given.sentences.length),
    vocabulary: ({ given }) => String(given.words.length),
    tokens: ({ given }) => String(given.sentences.flat().length),
    sentence: (values) =>
      windowOf(values)
        .sentence.map((word) => values.given.words[word])
        .join(" "),
    code: (values) => codeOf(smallTree(values), leafNow(values)),
    mean: (values) => short(meanLength(smallTree(values))),
    entropy: (values) => short(bitsOf(countsNow(values))),
    share: (values) => short(wordShares(smallTree(values), THETAS, xNow(values))[leafNow(values)]),
    loss: (values) => short(pathLoss(smallTree(values), THETAS, xNow(values), leafNow(values))),
    onPath: (values) => String(pathLengthNow(values)),
    offPath: (values) => String(LEAVES - 1 - pathLengthNow(values)),
    moved: (values) => String(3 * pathLengthNow(values) + 3),
    V: ({ power }) => wholeNumber(2 ** power),
    full: ({ power, long }) => wholeNumber(2 ** power * long),
    short: ({ power, long }) => wholeNumber(LENGTHS[power] * long),
    length: ({ power }) => short(LENGTHS[power]),
    times: ({ power }) => wholeNumber(2 ** power / LENGTHS[power]),
    lossNow,
    near: (values, words) =>
      neighboursOf(at(values).state.vectors, SIZE, values.word)
        .slice(0, 3)
        .map(({ word }) => values.given.words[word])
        .join(words.comma),
    perPass: (values) => String(at(values).what.examples.length),
  },
  actions: {
    merge: ({ merges }) => ({ merges: merges >= LEAVES - 1 ? 0 : merges + 1 }),
    counts: () => Object.fromEntries(COUNTS.map((name, k) => [name, USUAL_COUNTS[k]])),
    addUp: {
      start: () => ({ added: 0 }),
      frame: ({ added }, elapsed) => (added >= LEAVES ? null : { added: Math.min(LEAVES, added + elapsed / 350) }),
    },
    step: ({ taken }) => ({ taken: Math.min(60, taken + 1) }),
    back: () => ({ taken: 0 }),
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: 7 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  trainings: [VECTORS],
  tasks: {
    guess: { isDone: ({ steps }) => steps >= 150, solution: null },
    even: {
      isDone: (values) => {
        const tree = smallTree(values);
        return pathTo(tree, 0).length >= 3;
      },
      solution: { c1: 6, c2: 6, c3: 6, c4: 6, c5: 6, c6: 6, c7: 6, merges: 6 },
    },
    sure: {
      isDone: (values) => wordShares(smallTree(values), THETAS, xNow(values))[leafNow(values)] > 0.5,
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, WORD2VEC);
