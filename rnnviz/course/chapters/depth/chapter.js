// Depth, and vanishing gradients.

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { AUXILIARY, auxiliaryLayers, chainFactors, gradientBand } from "../../maths/depth.js";
import { drawnCurve } from "../../plot/drawn.js";
import { nameNode, waysAlong } from "../../plot/names.js";
import { axes, curve, label, pathOf, scale } from "../../plot/plot.js";
import { written } from "../../reader/values.js";

const HUES = { sigmoid: "gate1", tanh: "state", relu: "memory" };
const TITLES = { sigmoid: "sigmoid", tanh: "tanh", relu: "ReLU" };
const KINDS = Object.keys(HUES);
const LEAST = -24;
const HIGHEST = 6;
const SEEDS = 5;

const level = (usual) => ({ usual, least: LEAST, most: HIGHEST, step: 0.1, digits: 1, hue: "text" });
const NUMBERS = {
  depth: { usual: 20, least: 1, most: 50, step: 1, whole: true },
  gain: { usual: 1, least: 0.2, most: 3, step: 0.05, hue: "candidate", symbol: "W" },
  seed: { usual: 1, least: 1, most: 1000, step: 1, whole: true },
  guess0: level(-2),
  guess1: level(-1),
  w: { usual: 1, least: -3, most: 3, step: 0.05, hue: "candidate", symbol: "w" },
  h0: { usual: 0.5, least: -2, most: 2, step: 0.05, hue: "state", symbol: "h" },
  links: { usual: 10, least: 1, most: 30, step: 1, whole: true },
};
const CHOICES = {
  seen: { usual: "no", of: ["no", "yes"] },
  wiring: { usual: "residual", of: ["plain", "residual", "auxiliary"] },
  link: { usual: "sigmoid", of: KINDS },
  weights: { usual: "tied", of: ["free", "tied"] },
};

const KEPT = new Map();
/** The band of a network; the last ones are kept, because several figures and sentences ask for the same. */
function bandOf(values, name, more = {}) {
  const network = { name, depth: values.depth, gain: values.gain, ...more };
  const key = JSON.stringify([network, values.seed]);
  if (!KEPT.has(key)) {
    if (KEPT.size > 24) KEPT.clear();
    KEPT.set(
      key,
      gradientBand(
        network,
        Array.from({ length: SEEDS }, (_, k) => values.seed * SEEDS + k),
      ),
    );
  }
  return KEPT.get(key);
}

const frameOf = (values, box) => [
  scale([0, values.depth], [4.6 * box.u, box.width - 7.5 * box.u]),
  scale([LEAST, HIGHEST], [box.height - 4.2 * box.u, 2.8 * box.u]),
];
const up = (number) => [...String(number)].map((one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[one])).join("");
const power = (exponent) => (exponent === 0 ? "1" : `10${up(exponent)}`);
const log = (value) => Math.min(HIGHEST, Math.max(LEAST, Math.log10(value)));

/** The grid of layers and powers of ten. */
function ground(values, box, words, title = words.layer) {
  const [x, y] = frameOf(values, box);
  const every = values.depth > 25 ? 10 : values.depth > 12 ? 5 : values.depth > 5 ? 2 : 1;
  const layers = Array.from({ length: Math.floor(values.depth / every) + 1 }, (_, k) => k * every);
  return axes(x, y, {
    u: box.u,
    ticksX: layers,
    ticksY: [-24, -18, -12, -6, 0, 6],
    titleX: title,
    titleY: words.size,
    written: power,
    writtenX: String,
  });
}

/** A band over the layers, its median as a line, and the value at the input. */
function bandNodes(values, box, band, hue) {
  const [x, y] = frameOf(values, box);
  const line = (sizes) => sizes.map((size, l) => [x.at(l), y.at(log(size))]);
  const area = `${pathOf([...line(band.low), ...line(band.high).reverse()])}Z`;
  return [["path", { class: `area hue-${hue}`, d: area, "fill-opacity": 0.16 }], curve(line(band.middle), hue)];
}

function bands(values, box, words, networks, title) {
  const [x, y] = frameOf(values, box);
  const made = networks.map((one) => ({ ...one, band: bandOf(values, one.name, one.more) }));
  const lines = made.map(({ band }) => Array.from(band.middle, (size, l) => [x.at(l), y.at(log(size))]));
  const room = { u: box.u, lines, taken: [], within: [x.start, y.end, x.end, y.start] };
  return [
    ...ground(values, box, words, title),
    ...made.flatMap(({ band, hue }) => bandNodes(values, box, band, hue)),
    ...made.map(({ band, hue, title: said }, k) =>
      nameNode(`${said} ${short(band.middle[0])}`, waysAlong([...lines[k]].reverse(), box.u), {
        ...room,
        hue,
        more: "bold halo",
      }),
    ),
  ];
}

const GUESS = {
  drags: {
    guess0: (_x, y, values, box) => ({ guess0: frameOf(values, box)[1].of(y) }),
    guess1: (_x, y, values, box) => ({ guess1: frameOf(values, box)[1].of(y) }),
  },
  draw(values, box, words) {
    const [x, y] = frameOf(values, box);
    const isSeen = values.seen === "yes" || values.all;
    const real = bandOf(values, "sigmoid");
    const end = [x.at(values.depth), y.at(log(real.middle.at(-1)))];
    const ring = (name, depth) => {
      const guess = values[name];
      return { name, x: x.at(depth), y: y.at(guess), label: words[name], said: short(10 ** guess) };
    };
    const rings = [ring("guess1", values.depth / 2), ring("guess0", 0)];
    return [
      ...(isSeen
        ? bands(values, box, words, [{ name: "sigmoid", hue: "gate1", title: words.real }])
        : ground(values, box, words)),
      ["circle", { class: "dot hue-gate1", cx: end[0], cy: end[1], r: 0.4 * box.u }],
      label(end[0] + 0.7 * box.u, end[1] + 0.4 * box.u, words.output, { more: "halo bold", hue: "gate1" }),
      ...drawnCurve({ start: end, rings, title: words.drawn, numbers: NUMBERS, values, u: box.u }),
    ];
  },
  describe(values, words) {
    const isSeen = values.seen === "yes" || values.all;
    const guess = fill(words.altGuess, { guess: short(10 ** values.guess0) });
    return isSeen ? `${guess} ${fill(words.altReal, { real: short(bandOf(values, "sigmoid").middle[0]) })}` : guess;
  },
};

const THREE = {
  drags: {},
  draw: (values, box, words) =>
    bands(
      values,
      box,
      words,
      KINDS.map((name) => ({ name, hue: HUES[name], title: TITLES[name] })),
    ),
  describe: (values, words) =>
    fill(
      words.altThree,
      Object.fromEntries([
        ["depth", values.depth],
        ...KINDS.map((name) => [name, short(bandOf(values, name).middle[0])]),
      ]),
    ),
};

const PRODUCT = {
  drags: {},
  draw(values, box, words) {
    const { factors, product } = chainFactors(values.link, values.w, values.h0, values.links);
    const hue = HUES[values.link];
    const half = box.height * 0.5;
    const x = scale([0, values.links], [4.6 * box.u, box.width - 2 * box.u]);
    const most = Math.max(1.25, ...factors.map(Math.abs)) * 1.08;
    const y = scale([Math.min(0, ...factors) * 1.1, most], [half - 2.4 * box.u, 2.6 * box.u]);
    const z = scale([LEAST, HIGHEST], [box.height - 3.6 * box.u, half + 2.6 * box.u]);
    const wide = ((x.end - x.start) / values.links) * 0.72;
    // As many of the factors are written as there is room for.
    const every = Math.ceil((3 * box.u) / (x.at(1) - x.at(0)));
    let running = 1;
    const left = factors.map((one) => {
      running *= Math.abs(one);
      return running;
    });
    return [
      ...axes(x, y, { u: box.u, ticksY: [0, 0.25, 0.5, 1], titleY: words.factor }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: y.at(1), y2: y.at(1) }],
      ...factors.map((one, l) => [
        "rect",
        {
          class: `solid hue-${hue}`,
          x: x.at(l + 0.5) - wide / 2,
          width: wide,
          y: Math.min(y.at(0), y.at(one)),
          height: Math.max(1, Math.abs(y.at(one) - y.at(0))),
        },
      ]),
      ...(values.links <= 12
        ? factors.map(
            (one, l) =>
              l % every === 0 &&
              label(x.at(l + 0.5), y.at(Math.max(0, one)) - 0.45 * box.u, short(one), {
                place: "middle",
                more: "small halo",
              }),
          )
        : []),
      ...axes(x, z, {
        u: box.u,
        ticksY: [-24, -12, 0],
        ticksX: [0, values.links],
        titleX: words.links,
        titleY: words.product,
        written: power,
        writtenX: String,
      }),
      curve([[x.at(0), z.at(0)], ...left.map((one, l) => [x.at(l + 1), z.at(log(one))])], hue),
      ["circle", { class: `dot hue-${hue}`, cx: x.at(values.links), cy: z.at(log(Math.abs(product))), r: 0.4 * box.u }],
      label(x.at(values.links), z.at(log(Math.abs(product))) - box.u, short(product), {
        place: "end",
        hue,
        more: "bold halo large",
      }),
    ];
  },
  describe(values, words) {
    const { factors, product } = chainFactors(values.link, values.w, values.h0, values.links);
    return fill(words.altProduct, { links: values.links, first: short(factors[0]), product: short(product) });
  },
};

const REMEDY = {
  drags: {},
  draw(values, box, words) {
    const more = { residual: values.wiring === "residual", auxiliary: values.wiring === "auxiliary" };
    const [x, y] = frameOf(values, box);
    const marks = values.wiring === "auxiliary" ? auxiliaryLayers(values.depth) : [];
    return [
      ...marks.map((layer) => [
        "line",
        { class: "guide hue-loss", x1: x.at(layer), x2: x.at(layer), y1: y.start, y2: y.end },
      ]),
      ...marks.map((layer) =>
        label(x.at(layer), y.end - 0.8 * box.u, words.lossHere, {
          place: "middle",
          hue: "loss",
          more: "bold small halo",
        }),
      ),
      ...bands(
        values,
        box,
        words,
        KINDS.map((name) => ({ name, hue: HUES[name], title: TITLES[name], more })),
      ),
    ];
  },
  describe(values, words) {
    const more = { residual: values.wiring === "residual", auxiliary: values.wiring === "auxiliary" };
    return fill(
      words.altThree,
      Object.fromEntries([
        ["depth", values.depth],
        ...KINDS.map((name) => [name, short(bandOf(values, name, more).middle[0])]),
      ]),
    );
  },
};

const TIME = {
  drags: {},
  draw: (values, box, words) =>
    bands(
      values,
      box,
      words,
      ["tanh", "sigmoid"].map((name) => ({
        name,
        hue: HUES[name],
        title: TITLES[name],
        more: { tied: values.weights === "tied" },
      })),
      words.step,
    ),
  describe: (values, words) =>
    fill(words.altTime, {
      depth: values.depth,
      tanh: short(bandOf(values, "tanh", { tied: values.weights === "tied" }).middle[0]),
    }),
};

const DEPTH = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    h: { hue: "state" },
    L: { hue: "loss" },
    W: { hue: "candidate" },
    w: { hue: "candidate" },
    H: { hue: "state" },
  },
  figures: { guess: GUESS, three: THREE, product: PRODUCT, remedy: REMEDY, time: TIME },
  computed: {
    first: (values) => (values.seen === "yes" || values.all ? short(bandOf(values, "sigmoid").middle[0]) : "?"),
    guessed: (values) => short(10 ** values.guess0),
    sigmoid: (values) => short(bandOf(values, "sigmoid").middle[0]),
    tanh: (values) => short(bandOf(values, "tanh").middle[0]),
    relu: (values) => short(bandOf(values, "relu").middle[0]),
    factor: (values) => short(chainFactors(values.link, values.w, values.h0, values.links).factors[0]),
    product: (values) => short(chainFactors(values.link, values.w, values.h0, values.links).product),
    residual: (values) => short(bandOf(values, "sigmoid", { residual: true }).middle[0]),
    share: () => written({ digits: 1 }, AUXILIARY),
    looped: (values) => short(bandOf(values, "tanh", { tied: values.weights === "tied" }).middle[0]),
  },
  actions: {
    see: ({ seen }) => ({ seen: seen === "yes" ? "no" : "yes" }),
    draw: ({ seed }) => ({ seed: (seed % 1000) + 1 }),
  },
  tasks: {
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
    pass: {
      isDone: ({ link, w, h0, links }) => {
        const { product } = chainFactors(link, w, h0, links);
        return links >= 10 && product > 0.5 && product < 2;
      },
      solution: { link: "relu", w: 1, h0: 0.5, links: 20 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, DEPTH);
