// With and without a hidden state: one term more, trained before the reader's eyes.

import { fill, short } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { handle } from "../assets/figure.js";
import { arrow, boxed, cells, largest } from "../assets/matrices.js";
import { axes, curve, label, letter, points, scale } from "../assets/plot.js";
import { learn, learner, loosened, meanLoss, plus, randomNetwork, reading, times } from "../assets/recurrent.js";
import { flight, fromOtherWeights, training } from "../assets/training.js";
import { written } from "../assets/values.js";

const UNITS = 4;
const MOST_STEPS = 300;
const SECONDS = 2;
const KINDS = ["mlp", "window", "rnn", "bidirectional"];

const whole = (usual, least, most) => ({ usual, least, most, step: 1, whole: true });
const NUMBERS = {
  loop: { usual: 0, least: 0, most: 1, step: 0.01, hue: "state", symbol: "W_hh" },
  seed: whole(1, 1, 999),
  guess: { usual: 0.6, least: 0, most: 2, step: 0.01, hue: "text" },
  steps: whole(0, 0, MOST_STEPS),
  first: whole(1, 1, 999),
  p: { usual: 0.8, least: 0.02, most: 0.98, step: 0.01, hue: "output", symbol: "p" },
  later: whole(0, 0, MOST_STEPS),
  begun: whole(1, 1, 999),
};
const CHOICES = {
  network: { usual: "mlp", of: KINDS },
  reader: { usual: "rnn", of: KINDS },
};
const RATED = { before: ["network", "steps", "first"], after: ["reader", "later", "begun"] };

const sizesOf = (task) => ({ inputs: task.words.length, hidden: UNITS, outputs: task.tags.length });
const codesOf = (task) =>
  task.sentences.map(({ words, tags }) => ({
    codes: words.map((word) => task.words.indexOf(word)),
    targets: tags.map((tag) => task.tags.indexOf(tag)),
  }));

/** The training of the task `key` with the network that the reader has chosen. */
function taggerOf(key) {
  const [kindName, steps, seedName] = RATED[key];
  return training({
    steps,
    most: MOST_STEPS,
    of: (values, given) => ({
      kind: values[kindName],
      seed: values[seedName],
      sizes: sizesOf(given[key]),
      examples: codesOf(given[key]),
    }),
    begin: ({ kind, seed, sizes }) => learner(randomNetwork(kind, sizes, seed)),
    step: (state, k, { examples }) => learn(state, k, examples),
  });
}
const TRAININGS = { before: taggerOf("before"), after: taggerOf("after") };
/** The network as far as it has come, its loss, and the losses before. */
function now(values, key) {
  const { state, losses, what } = TRAININGS[key].at(values, values.given);
  return { network: state.network, loss: meanLoss(state.network, what.examples), losses };
}
/** What the network gives for the word that has two tags: a row of probabilities a sentence. */
function asked(values, key) {
  const task = values.given[key];
  const { network } = now(values, key);
  return codesOf(task).map(({ codes }, k) => reading(network, codes).P[task.sentences[k].words.indexOf(task.asked)]);
}
const percent = (value) => `${(100 * value).toFixed(value > 0.001 && value < 0.999 ? 1 : 2)} %`;

// One term more

/** The passes up to 表白 in both sentences, with the loop as loose as the reader has it. */
function bothAt(values) {
  const task = values.given.before;
  const network = loosened(randomNetwork("rnn", sizesOf(task), values.seed), values.loop);
  const [reader] = network.readers;
  return codesOf(task).map(({ codes }, k) => {
    const t = task.sentences[k].words.indexOf(task.asked);
    const { H, O, P } = reading(network, codes);
    return {
      words: task.sentences[k].words.slice(0, t + 1),
      X: reader.W_xh[codes[t]],
      fed: times(H[t - 1], reader.W_hh),
      A: plus(reader.W_xh[codes[t]], plus(times(H[t - 1], reader.W_hh), reader.b_h[0])),
      H: H[t],
      O: O[t],
      P: P[t],
    };
  });
}
const apartBy = (values) => {
  const [one, two] = bothAt(values);
  return Math.max(...one.P.map((p, k) => Math.abs(p - two.P[k])));
};

const loopScale = (box) => scale([0, 1], [box.width * 0.62, box.width - 1.2 * box.u]);
const TERM = {
  drags: { loop: (x, _y, _values, box) => ({ loop: loopScale(box).of(x) }) },
  draw(values, box, words) {
    const { u, width, height } = box;
    const task = values.given.before;
    const both = bothAt(values);
    const column = width / 2;
    const rows = [
      ["X", [...letter("X", "t"), ...letter(" W", "xh")], "input", "X", 1],
      ["fed", [" + ", ...letter("H", "t−1"), ...letter(" W", "hh")], "state", "W_hh", 1],
      ["H", [...letter("H", "t"), " = tanh( … )"], "state", "H_t", 1],
      [
        "O",
        [...letter("O", "t"), " = ", ...letter("H", "t"), ...letter(" W", "hq"), " + ", ...letter("b", "q")],
        "output",
        "O",
        1,
      ],
    ];
    const head = 3.4 * u;
    const tall = (height - head) / 5.7;
    const at = (k) => head + k * tall;
    const strip = (row, k, side, symbol) => {
      const wide = Math.min((column - 1.6 * u) / row.length, 4.6 * u);
      const size = Math.min(tall - 2.1 * u, 2.8 * u);
      return cells(side * column, at(k) + 1.5 * u, [row], {
        u,
        size,
        wide,
        high: largest([row]),
        symbol,
        isRead: wide > 3 * u,
      });
    };
    const x = loopScale(box);
    const track = at(1) + 0.5 * u;
    const tags = (side) => {
      const { P } = both[side];
      const wide = (column - 1.6 * u) / P.length;
      const top = at(4) + 1.6 * u;
      const low = height - 1.6 * u;
      return P.flatMap((p, k) => {
        const from = side * column + (k + 0.5) * wide;
        return [
          [
            "rect",
            { class: "outline ghosted hue-text", x: from - wide * 0.32, width: wide * 0.64, y: top, height: low - top },
          ],
          [
            "rect",
            {
              class: "solid hue-output",
              x: from - wide * 0.32,
              width: wide * 0.64,
              y: low - (low - top) * p,
              height: Math.max(0.5, (low - top) * p),
              "data-symbol": "Ŷ",
            },
          ],
          ["v", "n"].includes(task.tags[k]) &&
            label(from, low - (low - top) * p - 0.35 * u, p.toFixed(2), { place: "middle", more: "small bold halo" }),
          label(from, low + 1.2 * u, task.tags[k], { place: "middle", more: "bold" }),
        ].filter(Boolean);
      });
    };
    return [
      ...[0, 1].flatMap((side) => [
        label(side * column, u, both[side].words.slice(0, -1).join(" "), { more: "muted" }),
        boxed(side * column, 1.5 * u, 3.4 * u, 1.7 * u, task.asked, { u, hue: "input", symbol: "X" }),
      ]),
      ...rows.flatMap(([name, title, hue, symbol], k) => [
        label(0, at(k) + u, title, { hue, more: "bold", symbol }),
        ...[0, 1].map((side) => strip(both[side][name], k, side, symbol)),
      ]),
      ["line", { class: "axis", x1: x.start, x2: x.end, y1: track, y2: track }],
      label(x.start - 0.6 * u, track + 0.35 * u, words.loop, { place: "end", hue: "state", more: "small bold halo" }),
      handle({
        drag: "loop",
        names: ["loop"],
        numbers: NUMBERS,
        values,
        x: x.at(values.loop),
        y: track,
        label: words.loop,
        hue: "state",
        symbol: "W_hh",
      }),
      label(0, at(4) + u, [...letter("Ŷ", "t"), " = softmax(", ...letter("O", "t"), ")"], {
        hue: "output",
        more: "bold",
        symbol: "Ŷ",
      }),
      label(width, at(4) + u, apartBy(values) === 0 ? words.same : fill(words.apart, { by: short(apartBy(values)) }), {
        place: "end",
        hue: apartBy(values) === 0 ? "loss" : "right",
        more: "bold",
      }),
      ...tags(0),
      ...tags(1),
    ];
  },
  describe(values, words) {
    const task = values.given.before;
    const said = ({ P }) => ["v", "n"].map((tag) => `${tag} ${P[task.tags.indexOf(tag)].toFixed(3)}`).join(", ");
    const [one, two] = bothAt(values);
    return fill(words.altTerm, { loop: written(NUMBERS.loop, values.loop), one: said(one), two: said(two) });
  },
};

// Trained before one's eyes

/** Where the columns of all words stand, one sentence beside the other. */
function wordColumns(task, box, left) {
  const count = task.sentences.reduce((sum, { words }) => sum + words.length, 0);
  const gap = 0.9 * box.u;
  const wide = Math.min((box.width - left - gap) / count, 5 * box.u);
  let x = left;
  return task.sentences.map(({ words }) => {
    const places = words.map((_, k) => x + k * wide);
    x += words.length * wide + gap;
    return { places, wide };
  });
}

/** All words with their states and the probabilities of their tags. */
function sentences(values, box, words, key, top, low) {
  const { u } = box;
  const task = values.given[key];
  const [kind] = RATED[key].map((name) => values[name]);
  const { network } = now(values, key);
  const isNarrow = box.width < 34 * u;
  const left = isNarrow ? 1.6 * u : 6 * u;
  const columns = wordColumns(task, box, left);
  const directions = network.readers.length;
  const word = low - 1.9 * u;
  const cell = Math.min(1.05 * u, (low - top) / 18);
  const gap = 0.7 * u;
  const stateTop = (k) => word - gap - (k + 1) * (UNITS * cell) - k * 0.5 * u;
  const tagTop = top + 1.4 * u;
  const tall = (stateTop(directions - 1) - gap - tagTop) / task.tags.length;
  const isJoined = kind === "rnn" || kind === "bidirectional";
  const marks = task.sentences.map(({ words: own }, k) => {
    const { places, wide } = columns[k];
    const x = places[own.indexOf(task.asked)] + 0.02 * wide;
    return [
      "rect",
      { class: "stage-now", x, width: wide * 0.96, y: top - 0.4 * u, height: low - top + u, rx: 0.5 * u },
    ];
  });
  const drawn = task.sentences.flatMap((sentence, k) => {
    const { codes, targets } = codesOf(task)[k];
    const { H, P } = reading(network, codes);
    const { places, wide } = columns[k];
    return places.flatMap((x, t) => {
      const is = sentence.words[t] === task.asked;
      const size = Math.min(wide * 0.5, 1.5 * u);
      const text = isNarrow && sentence.words[t].length > 1 ? [...sentence.words[t]] : [sentence.words[t]];
      return [
        ...network.readers.flatMap(({ isReversed }, j) => [
          cells(
            x + (wide - size) / 2,
            stateTop(j),
            H[t].slice(j * UNITS, (j + 1) * UNITS).map((one) => [one]),
            { u, size: cell, wide: size, symbol: "H_t" },
          ),
          isJoined &&
            t < places.length - 1 &&
            arrow(
              (isReversed ? (points) => points.reverse() : (points) => points)([
                [x + (wide + size) / 2 + 1, stateTop(j) + (UNITS * cell) / 2],
                [x + wide + (wide - size) / 2 - 1, stateTop(j) + (UNITS * cell) / 2],
              ]),
              u * Math.min(1, wide / (3 * u)),
              { hue: "state", symbol: "W_hh" },
            ),
        ]),
        kind === "window" &&
          t > 0 &&
          arrow(
            [
              [x - wide * 0.5 + 0.5 * u, word - 0.2 * u],
              [x + (wide - size) / 2, stateTop(0) + UNITS * cell],
            ],
            u * 0.8,
            { hue: "input" },
          ),
        cells(
          x + wide * 0.12,
          tagTop,
          P[t].map((p) => [p]),
          { u, size: tall, wide: wide * 0.76, hue: "output", symbol: "Ŷ", lit: [[targets[t], 0]] },
        ),
        is &&
          label(x + wide / 2, top + 0.9 * u, `${sentence.tags[t]} ${P[t][targets[t]].toFixed(2)}`, {
            place: "middle",
            hue: "output",
            more: "bold small",
          }),
        ...text.map((part, j) =>
          label(x + wide / 2, low - 0.4 * u + (text.length > 1 ? (j - 0.5) * 1.1 * u : 0), part, {
            place: "middle",
            more: is ? "bold" : "",
            symbol: "X",
          }),
        ),
      ].filter(Boolean);
    });
  });
  return [
    ...marks,
    ...drawn,
    ...task.tags.map((tag, k) =>
      label(0, tagTop + (k + 0.5) * tall + 0.33 * u, isNarrow ? tag : `${tag} ${words[`tag_${tag}`]}`, {
        more: "small",
      }),
    ),
    label(0, top + 0.2 * u, [...letter("Ŷ", "t")], { hue: "output", more: "bold", symbol: "Ŷ" }),
    ...network.readers.map((_, j) =>
      label(0, stateTop(j) + (UNITS * cell) / 2 + 0.3 * u, letter("H", "t"), {
        hue: "state",
        more: "bold",
        symbol: "H_t",
      }),
    ),
  ];
}

const lossFrame = (box) => [
  scale([0, MOST_STEPS], [3 * box.u, box.width - 1.2 * box.u]),
  scale([0, 2.2], [box.height - 2.9 * box.u, box.height * 0.66]),
];

function learning(key, more = () => []) {
  const [kindName, stepsName] = RATED[key];
  return {
    drags: {
      guess: (_x, y, _values, box) => ({ guess: lossFrame(box)[1].of(y) }),
      [stepsName]: (x, _y, _values, box) => ({ [stepsName]: lossFrame(box)[0].of(x) }),
    },
    draw(values, box, words) {
      const { u } = box;
      const [x, y] = lossFrame(box);
      const { loss, losses } = now(values, key);
      const steps = losses.length;
      const path = [...losses, loss].map((one, k) => [x.at(k), y.at(Math.min(2.2, one))]);
      return [
        ...sentences(values, box, words, key, 0.8 * u, box.height * 0.66 - 4.2 * u),
        ...axes(x, y, { u, ticksX: [0, 100, 200, 300], ticksY: [0, 1, 2], titleY: words.loss, writtenX: String }),
        label(x.end, y.start + 2.6 * u, words.steps, { place: "end", more: "muted small" }),
        ...more(values, box, words, x, y),
        curve(path, "loss"),
        handle(
          {
            drag: stepsName,
            names: [stepsName],
            numbers: NUMBERS,
            values,
            x: x.at(steps),
            y: y.at(Math.min(2.2, loss)),
            label: words.steps,
            hue: "loss",
            symbol: "L",
          },
          label(x.at(steps), y.at(Math.min(2.2, loss)) - 0.9 * u, short(loss), {
            place: steps > MOST_STEPS * 0.85 ? "end" : "start",
            hue: "loss",
            more: "bold halo",
          }),
        ),
      ];
    },
    describe(values, words) {
      const task = values.given[key];
      const given = asked(values, key).map((P) => task.tags.map((tag, k) => `${tag} ${P[k].toFixed(3)}`).join(", "));
      return fill(words.altTrain, {
        network: words[`${kindName}_${values[kindName]}`],
        steps: values[stepsName],
        loss: short(now(values, key).loss),
        asked: task.asked,
        one: given[0],
        two: given[1],
      });
    },
  };
}

/** The reader's guess, and, once the training has come far, what no training gets below. */
function floor(values, box, words, x, y) {
  const { u } = box;
  const lowest = values.given.before.lowest[values.network];
  const isFar = values.all || values.steps >= MOST_STEPS / 2;
  const guess = y.at(values.guess);
  return [
    isFar && ["line", { class: "guide hue-right", x1: x.start, x2: x.end, y1: y.at(lowest), y2: y.at(lowest) }],
    isFar &&
      label(x.end, y.end - 0.7 * u, fill(words.lowest, { loss: short(lowest) }), {
        place: "end",
        hue: "right",
        more: "small bold halo",
      }),
    ["line", { class: "guide hue-text", x1: x.start, x2: x.end, y1: guess, y2: guess }],
    handle(
      {
        drag: "guess",
        names: ["guess"],
        numbers: NUMBERS,
        values,
        x: x.at(MOST_STEPS * 0.55),
        y: guess,
        label: words.guess,
        hue: "text",
      },
      label(
        x.at(MOST_STEPS * 0.55) + 0.9 * u,
        guess - 0.5 * u,
        fill(words.yours, { loss: written(NUMBERS.guess, values.guess) }),
        {
          more: "small halo",
        },
      ),
    ),
  ].filter(Boolean);
}

// How low it can get

const floorFrame = (box) => [
  scale([0, 1], [3.6 * box.u, box.width - 1.6 * box.u]),
  scale([0, 0.35], [box.height - 4 * box.u, 3 * box.u]),
];
const STEPS = 12;
const coins = (p) => -(Math.log(p) + Math.log(1 - p)) / STEPS;
const LOWEST = {
  drags: { p: (x, _y, _values, box) => ({ p: floorFrame(box)[0].of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = floorFrame(box);
    const within = (f) => (p) => {
      const value = f(p);
      return value <= y.to ? value : Number.NaN;
    };
    const { p } = values;
    const parts = [
      ["output", (one) => -Math.log(one) / STEPS, ["−log p / 12", words.asVerb], 0.76],
      ["gate2", (one) => -Math.log(1 - one) / STEPS, ["−log (1 − p) / 12", words.asNoun], 0.24],
    ];
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 0.25, 0.5, 0.75, 1],
        ticksY: [0, 0.1, 0.2, 0.3],
        titleX: words.share,
        titleY: words.loss,
      }),
      ...parts.map(([hue, f]) => curve(points(within(f), x, y), hue, "thin")),
      ...parts.map(([hue, f, [formula, title], at]) =>
        label(x.at(at), y.at(f(at)) + 1.5 * u, box.width < 34 * u ? formula : `${formula}, ${title}`, {
          place: "middle",
          hue,
          more: "bold halo small",
        }),
      ),
      curve(points(within(coins), x, y, 300), "loss"),
      ...parts.map(([hue, f]) => [
        "circle",
        { class: `dot hue-${hue}`, cx: x.at(p), cy: y.at(Math.min(y.to, f(p))), r: 0.35 * u },
      ]),
      handle(
        {
          drag: "p",
          names: ["p"],
          numbers: NUMBERS,
          values,
          x: x.at(p),
          y: y.at(Math.min(y.to, coins(p))),
          label: words.p,
          hue: "loss",
          symbol: "p",
        },
        label(x.at(p), y.at(Math.min(y.to, coins(p))) - 1.2 * u, fill(words.both, { loss: coins(p).toFixed(4) }), {
          place: p > 0.7 ? "end" : p < 0.3 ? "start" : "middle",
          hue: "loss",
          more: "bold halo",
        }),
      ),
    ];
  },
  describe: ({ p }, words) => fill(words.altLowest, { p: p.toFixed(2), loss: coins(p).toFixed(4) }),
};

const lowestOf = (values, key, kind) => values.given[key].lowest[kind].toFixed(4);

const WHY_STATE = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    X: { hue: "input" },
    H: { hue: "state" },
    W: { hue: "text" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    p: { hue: "output" },
    L: { hue: "loss" },
  },
  figures: { term: TERM, train: learning("before", floor), lowest: LOWEST, after: learning("after") },
  computed: {
    apart: (values, words) => (apartBy(values) === 0 ? words.nothing : short(apartBy(values))),
    loss: (values) => now(values, "before").loss.toFixed(4),
    verb: (values) => percent(asked(values, "before")[0][values.given.before.tags.indexOf("v")]),
    noun: (values) => percent(asked(values, "before")[1][values.given.before.tags.indexOf("n")]),
    bound: (values) => lowestOf(values, "before", "mlp"),
    window: (values) => lowestOf(values, "before", "window"),
    boundAfter: (values) => lowestOf(values, "after", "rnn"),
    lossAfter: (values) => now(values, "after").loss.toFixed(4),
    now: ({ p }) => coins(p).toFixed(4),
  },
  actions: {
    draw: ({ seed }) => ({ seed: (seed % 999) + 1 }),
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: SECONDS }),
    again: fromOtherWeights({ steps: "steps", seed: "first", flight: "train" }),
    trainAfter: flight({ steps: "later", most: MOST_STEPS, seconds: SECONDS }),
    againAfter: fromOtherWeights({ steps: "later", seed: "begun", flight: "trainAfter" }),
  },
  trainings: Object.values(TRAININGS),
  tasks: {
    cut: { isDone: (values) => values.loop >= 0.5, solution: { loop: 1 } },
    coin: { isDone: ({ p }) => Math.abs(p - 0.5) < 0.006, solution: { p: 0.5 } },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_STATE);
