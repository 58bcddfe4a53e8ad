// TextCNN: a convolution over a sentence.

import { fill, short } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { handle } from "../assets/figure.js";
import { axes, curve, label, letter, scale, widthOf } from "../assets/plot.js";
import { grid, largest } from "../assets/strips.js";
import {
  EMBEDDED,
  exchanged,
  KINDS_OF_SENTENCE,
  kindOf,
  layout,
  padded,
  readSentence,
  sentenceNetAtFirst,
  sentenceStep,
  WIDTHS_OF,
  windowTerms,
  wordsOf,
} from "../assets/textcnn.js";
import { flight, fromOtherWeights, training } from "../assets/training.js";
import { bounded } from "../assets/values.js";

const MOST_STEPS = 200;
const MOST_WORDS = 12;
const SENTENCES = 45;
const FILTERS = WIDTHS_OF.length;
const KIND_HUES = ["state", "gate1", "right"];

const NUMBERS = {
  sentence: {
    usual: 22,
    least: 0,
    most: SENTENCES - 1,
    step: 1,
    whole: true,
    format: (value) => String(Math.round(value) + 1),
  },
  filter: {
    usual: 2,
    least: 0,
    most: FILTERS - 1,
    step: 1,
    whole: true,
    hue: "candidate",
    format: (value) => String(Math.round(value) + 1),
  },
  at: { usual: 1, least: 0, most: MOST_WORDS - 2, step: 1, whole: true },
  cut: { usual: 3, least: 1, most: MOST_WORDS - 1, step: 1, whole: true, hue: "gate2" },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  seed: { usual: 4, least: 1, most: 999, step: 1, whole: true },
};

const filled = (examples) => examples.map(({ words, kind }) => ({ words: padded(words), kind }));
const NET = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ seed }, { words }) => ({ seed, rate: 0.02, language: words[0] }),
  prepare: (what, { words, training: examples }) => ({ ...what, words: words.length, examples: filled(examples) }),
  begin: sentenceNetAtFirst,
  step: sentenceStep,
});
const parametersNow = (values) => NET.at(values, values.given).state.parameters;

/** The sentence that the figures read: [{text, word}], and its kind where it is one of ours. */
function sentenceNow(values) {
  const { words, spaced, training: learnt, heldOut } = values.given;
  const own = wordsOf(values.own, words, spaced, MOST_WORDS);
  if (own.length) return { items: own, kind: null, isOwn: true, isLearnt: false };
  const examples = [...learnt, ...heldOut];
  const { words: numbers, kind } = examples[Math.min(values.sentence, examples.length - 1)];
  const items = numbers.map((word) => ({ text: words[word], word }));
  return { items, kind, isOwn: false, isLearnt: values.sentence < learnt.length };
}
const placesOf = (items) => padded(items.map(({ word }) => word));
/** The rows of a figure: the words, and what fills a short sentence up. */
const rowsOf = (items) => placesOf(items).map((word, k) => ({ word, text: items[k]?.text ?? "–" }));
const reading = (values, numbers = placesOf(sentenceNow(values).items)) =>
  readSentence(parametersNow(values), values.given.words.length, numbers);
const clipped = (text, room, u) => {
  if (widthOf(text, u) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, u) > room) letters.pop();
  return `${letters.join("")}…`;
};
const joinedText = (values, items) => items.map(({ text }) => text).join(values.given.spaced ? " " : "");
const two = (value) => value.toFixed(2).replace("-", "−");
const vectorOf = (values, word) =>
  word < 0
    ? new Array(EMBEDDED).fill(0)
    : Array.from(parametersNow(values).subarray(word * EMBEDDED, (word + 1) * EMBEDDED));
function filterOf(values, f) {
  const { weights, width, bias } = layout(values.given.words.length).filters[f];
  const parameters = parametersNow(values);
  const rows = Array.from({ length: width }, (_, j) =>
    Array.from(parameters.subarray(weights + j * EMBEDDED, weights + (j + 1) * EMBEDDED)),
  );
  return { rows, width, bias: parameters[bias] };
}
/** The window that the reader looks at, kept within the sentence. */
const startNow = (values, length) => Math.min(Math.round(values.at), length - WIDTHS_OF[values.filter]);

// A grid with its numbers in it, where there is room for them
function numberedGrid(rows, x, y, wide, high, u, full) {
  const isWide = wide > 2.35 * u;
  return [
    grid(rows, x, y, wide, high, { full }),
    ...(isWide
      ? rows.flatMap((row, i) =>
          row.map((value, j) =>
            label(x + (j + 0.5) * wide, y + (i + 0.5) * high + 0.33 * u, two(value), {
              place: "middle",
              more: "small halo",
            }),
          ),
        )
      : []),
  ];
}

// One filter slides

const slideRows = (box, count) => {
  const top = 2.4 * box.u;
  const low = box.height - Math.min(19 * box.u, box.height * 0.5);
  return { top, low, high: Math.min(2.6 * box.u, (low - top) / count) };
};
const SLIDE = {
  drags: {
    at: (_x, y, values, box) => {
      const { length } = placesOf(sentenceNow(values).items);
      const { top, high } = slideRows(box, length);
      const width = WIDTHS_OF[values.filter];
      return { at: bounded({ least: 0, most: length - width }, Math.round((y - top) / high - width / 2)) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const rows = rowsOf(sentenceNow(values).items);
    const numbers = rows.map(({ word }) => word);
    const { top, high } = slideRows(box, rows.length);
    const { rows: W, width, bias } = filterOf(values, values.filter);
    const t = startNow(values, rows.length);
    const { sums, maps, top: best } = reading(values, numbers);
    const map = maps[values.filter];
    const count = values.given.words.length;
    const terms = windowTerms(parametersNow(values), count, numbers, values.filter, t);
    const names = Math.min(9 * u, box.width * 0.24);
    const cell = Math.min(2.9 * u, (box.width * 0.36) / EMBEDDED);
    const mapLeft = names + EMBEDDED * cell + 4.4 * u;
    const most = Math.max(1, ...map);
    const bar = scale([0, most], [mapLeft, box.width - 4.4 * u]);
    const X = rows.map(({ word }) => vectorOf(values, word));
    const frame = {
      x: names - widthOf("　", u) * 0.2 - 0.2 * u,
      y: top + t * high - 2,
      width: EMBEDDED * cell + 0.7 * u,
      height: width * high + 2,
    };
    const below = box.height - Math.min(16.4 * u, box.height * 0.44);
    const unit = box.width / (3 * EMBEDDED + 2.4);
    const tall = Math.min(2.5 * u, (box.height - below - 5.2 * u) / 4);
    const lefts = [0, 1, 2].map((k) => k * (EMBEDDED + 1.2) * unit);
    const sum = sums[values.filter][t];
    const titles = [
      [words.window, "input"],
      [fill(words.filterTitle, { f: values.filter + 1 }), "candidate"],
      [words.terms, "memory"],
    ];
    return [
      label(names, 1.2 * u, [...letter("X"), ` ${rows.length} × ${EMBEDDED}`], {
        hue: "input",
        more: "bold",
        symbol: "X",
      }),
      label(mapLeft, 1.2 * u, [...letter("c"), ` ${map.length} × 1`], { hue: "memory", more: "bold", symbol: "c" }),
      ...numberedGrid(X, names, top, cell, high, u, 1.5),
      ...rows.map(({ text, word }, k) =>
        label(names - 0.6 * u, top + (k + 0.5) * high + 0.33 * u, clipped(text, names - 0.8 * u, u), {
          place: "end",
          more: k >= t && k < t + width ? "bold" : "",
          hue: word < 0 && text !== "–" ? "loss" : undefined,
        }),
      ),
      ...map.map((value, k) => [
        "g",
        { "data-pick": `at ${k}`, class: "pickable" },
        ["rect", { class: "grip", x: mapLeft, y: top + k * high, width: box.width - mapLeft, height: high }],
        [
          "rect",
          {
            class: k === best[values.filter] ? "solid hue-memory" : "pale hue-memory",
            x: mapLeft,
            y: top + k * high + high * 0.18,
            width: Math.max(1.5, bar.at(value) - mapLeft),
            height: high * 0.64,
          },
        ],
        label(
          bar.at(value) + 0.4 * u,
          top + (k + 0.5) * high + 0.33 * u,
          `${two(value)}${k === best[values.filter] ? ` ${words.max}` : ""}`,
          {
            more: k === t ? "bold small" : "small",
          },
        ),
      ]),
      handle(
        {
          drag: "at",
          names: ["at"],
          numbers: NUMBERS,
          values: { ...values, at: t },
          x: names + EMBEDDED * cell + 1.4 * u,
          y: top + (t + width / 2) * high,
          label: words.at,
          hue: "candidate",
          said: rows
            .slice(t, t + width)
            .map(({ text }) => text)
            .join(" "),
        },
        ["rect", { class: "outline hue-candidate", rx: 0.3 * u, ...frame }],
        [
          "line",
          {
            class: "guide hue-candidate",
            x1: names + EMBEDDED * cell + 1.9 * u,
            y1: top + (t + width / 2) * high,
            x2: mapLeft - 0.3 * u,
            y2: top + (t + 0.5) * high,
          },
        ],
      ),
      ...titles.map(([title, hue], k) => label(lefts[k], below, title, { hue, more: "bold small" })),
      ...numberedGrid(X.slice(t, t + width), lefts[0], below + 0.7 * u, unit, tall, u, 1.5),
      ...numberedGrid(W, lefts[1], below + 0.7 * u, unit, tall, u, 1.5),
      ...numberedGrid(terms, lefts[2], below + 0.7 * u, unit, tall, u, 1),
      label(lefts[1] - 0.6 * unit, below + 0.7 * u + (width * tall) / 2 + 0.35 * u, "⊙", {
        place: "middle",
        more: "bold",
      }),
      label(lefts[2] - 0.6 * unit, below + 0.7 * u + (width * tall) / 2 + 0.35 * u, "=", {
        place: "middle",
        more: "bold",
      }),
      label(0, below + width * tall + 2.6 * u, sumText(terms, bias, sum, words), { more: "bold" }),
      label(
        0,
        below + width * tall + 4.2 * u,
        [...letter("c", t + 1), ` = ReLU(${short(sum)}) = ${short(Math.max(0, sum))}`],
        {
          hue: "memory",
          more: "bold large",
          symbol: "c",
        },
      ),
    ];
  },
  describe(values, words) {
    const rows = rowsOf(sentenceNow(values).items);
    const t = startNow(values, rows.length);
    const { maps } = reading(values);
    return fill(words.altSlide, {
      f: values.filter + 1,
      window: rows
        .slice(t, t + WIDTHS_OF[values.filter])
        .map(({ text }) => text)
        .join(" "),
      value: short(maps[values.filter][t]),
    });
  },
};
function sumText(terms, bias, sum, words) {
  const total = terms.flat().reduce((a, b) => a + b, 0);
  return fill(words.sumOf, {
    count: terms.length * EMBEDDED,
    total: short(total),
    bias: `${bias < 0 ? "− " : "+ "}${short(Math.abs(bias))}`,
    sum: short(sum),
  });
}

// All filters, and the kind

const POOL = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { items, kind } = sentenceNow(values);
    const rows = rowsOf(items);
    const { maps, top: best, pooled, scores, shares } = reading(values);
    const parameters = parametersNow(values);
    const at = layout(values.given.words.length);
    const isNarrow = box.width < 32 * u;
    const names = (isNarrow ? 4.4 : 5.4) * u;
    const end = box.width - (isNarrow ? 3.4 : 5) * u;
    const column = (end - names) / rows.length;
    const middle = (k) => names + column * (k + 0.5);
    const top = 2.6 * u;
    const low = box.height - Math.min(17 * u, box.height * 0.48);
    const high = (low - top) / FILTERS;
    const most = largest(maps, 1);
    const chosen = best[values.filter];
    const isLit = (k) => pooled[values.filter] > 0 && k >= chosen && k < chosen + WIDTHS_OF[values.filter];
    const mapRows = maps.flatMap((map, f) => {
      const y = top + f * high;
      return [
        [
          "g",
          { "data-pick": `filter ${f}`, class: "pickable" },
          ["rect", { class: "grip", x: 0, y, width: box.width, height: high }],
          label(
            0,
            y + high * 0.5 + 0.33 * u,
            fill(isNarrow ? words.filterShort : words.filterRow, { f: f + 1, width: WIDTHS_OF[f] }),
            {
              hue: "candidate",
              more: f === values.filter ? "bold" : "small",
            },
          ),
        ],
        ...map.map((value, t) => {
          const x = middle(t) - column * 0.42 + ((WIDTHS_OF[f] - 1) * column) / 2;
          const isBest = t === best[f];
          return [
            "g",
            {},
            grid([[value]], x, y + high * 0.16, column * 0.84, high * 0.6, { hue: "memory", full: most }),
            isBest && [
              "rect",
              {
                class: "outline hue-text",
                x: x - 1.5,
                y: y + high * 0.16 - 1.5,
                width: column * 0.84 + 2,
                height: high * 0.6 + 2,
              },
            ],
            column > 2.6 * u &&
              label(x + column * 0.42, y + high * 0.46 + 0.33 * u, two(value), { place: "middle", more: "small halo" }),
          ].filter((part) => part !== false);
        }),
        label(end + 0.6 * u, y + high * 0.46 + 0.33 * u, two(pooled[f]), { hue: "memory", more: "bold" }),
      ];
    });
    const tableTop = low + 3.6 * u;
    const wide = (box.width - names - (isNarrow ? 8.2 : 15) * u) / (FILTERS + 1);
    const tall = Math.min(2.4 * u, (box.height - tableTop - 1.6 * u) / 4);
    const products = scores.map((_, k) => [
      ...pooled.map((one, f) => one * parameters[at.output + f * KINDS_OF_SENTENCE + k]),
      parameters[at.outputBias + k],
    ]);
    const right = names + wide * (FILTERS + 1);
    const bar = scale([0, 1], [right + 4 * u, box.width - (isNarrow ? 0 : 4.4) * u]);
    return [
      ...rows.map(({ text, word }, k) =>
        label(middle(k), 1.3 * u, clipped(text, column - 4, u), {
          place: "middle",
          more: isLit(k) ? "bold" : "",
          hue: word < 0 && text !== "–" ? "loss" : isLit(k) ? "candidate" : undefined,
        }),
      ),
      label(end + 0.6 * u, 1.3 * u, words.max, { hue: "memory", more: "bold" }),
      ...mapRows,
      label(0, low + 1.6 * u, words.table, { more: "bold" }),
      ...pooled.map((_, f) =>
        label(names + wide * (f + 0.5), tableTop - 0.6 * u, String(f + 1), {
          place: "middle",
          more: "small",
          hue: "candidate",
        }),
      ),
      label(names + wide * (FILTERS + 0.5), tableTop - 0.6 * u, letter("b"), { place: "middle", more: "small" }),
      label(right + 2 * u, tableTop - 0.6 * u, words.score, { place: "middle", more: "small" }),
      ...numberedGrid(products, names, tableTop, wide, tall, u, 2),
      ...scores.flatMap((score, k) => {
        const y = tableTop + tall * k;
        return [
          label(0, y + tall * 0.5 + 0.33 * u, words[isNarrow ? `short_${k}` : `kind_${k}`], {
            hue: KIND_HUES[k],
            more: k === kind ? "bold" : "",
          }),
          label(right + 2 * u, y + tall * 0.5 + 0.33 * u, two(score), { place: "middle" }),
          [
            "rect",
            {
              class: `${k === kind ? "solid" : "pale"} hue-${KIND_HUES[k]}`,
              x: bar.at(0),
              y: y + tall * 0.15,
              width: Math.max(1, bar.at(shares[k]) - bar.at(0)),
              height: tall * 0.66,
            },
          ],
          label(
            isNarrow ? bar.at(0) + 0.3 * u : bar.at(shares[k]) + 0.4 * u,
            y + tall * 0.5 + 0.33 * u,
            `${(100 * shares[k]).toFixed(0)} %`,
            { more: "bold small halo" },
          ),
        ];
      }),
      label(0, tableTop + 3 * tall + 1.4 * u, verdict(values, words), { more: "bold" }),
    ];
  },
  describe(values, words) {
    const { shares } = reading(values);
    return fill(words.altPool, {
      sentence: joinedText(values, sentenceNow(values).items),
      shares: shares.map((share, k) => `${words[`kind_${k}`]} ${short(100 * share)} %`).join(", "),
    });
  },
};
function verdict(values, words) {
  const { kind } = sentenceNow(values);
  const { shares } = reading(values);
  const found = shares.indexOf(Math.max(...shares));
  const said = fill(words.found, { kind: words[`kind_${found}`] });
  if (kind === null) return said;
  return `${said} ${kind === found ? "✓" : fill(words.itIs, { kind: words[`kind_${kind}`] })}`;
}

// Training

const right = (values, examples) => {
  const parameters = parametersNow(values);
  return filled(examples).filter((one) => kindOf(parameters, values.given.words.length, one.words) === one.kind).length;
};
const LEARN = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { losses, done } = NET.at(values, values.given);
    const { heldOut, words: known, training: learnt } = values.given;
    const line = Math.min(1.75 * u, (box.height * 0.56) / heldOut.length);
    const low = box.height - line * heldOut.length - 5.4 * u;
    const x = scale([0, MOST_STEPS], [3.2 * u, box.width - 7 * u]);
    const y = scale([0, 1.5], [low, 2 * u]);
    const rows = box.height - line * heldOut.length;
    return [
      ...axes(x, y, { u, ticksX: [0, 100, 200], ticksY: [0, 0.5, 1, 1.5], titleY: words.lossTitle, writtenX: String }),
      ["line", { class: "guide hue-text", x1: x.start, x2: x.end, y1: y.at(Math.log(3)), y2: y.at(Math.log(3)) }],
      label(x.end + 0.4 * u, y.at(Math.log(3)) + 0.3 * u, "ln 3 = 1.10", { more: "muted small" }),
      curve(
        losses.map((loss, k) => [x.at(k), y.at(Math.min(1.5, loss))]),
        "loss",
      ),
      label(x.end, 0.9 * u, fill(words.done, { steps: done }), { place: "end", more: "muted small" }),
      losses.length
        ? label(x.at(losses.length) + 0.4 * u, y.at(Math.min(1.4, losses.at(-1))) - 0.5 * u, short(losses.at(-1)), {
            hue: "loss",
            more: "bold halo",
          })
        : null,
      label(0, rows - 2.2 * u, fill(words.accuracy, { right: right(values, learnt), of: learnt.length }), {
        more: "bold",
      }),
      label(0, rows - 0.6 * u, fill(words.heldOut, { right: right(values, heldOut), of: heldOut.length }), {
        more: "bold",
        hue: "output",
      }),
      ...heldOut.map(({ words: numbers, kind }, k) => {
        const { shares } = reading(values, padded(numbers));
        const found = shares.indexOf(Math.max(...shares));
        const yAt = rows + line * (k + 0.72);
        const text = numbers.map((word) => known[word]).join(values.given.spaced ? " " : "");
        const said = `${found === kind ? "✓" : "✗"} ${words[`kind_${found}`]} ${(100 * shares[found]).toFixed(0)} %`;
        const wide = widthOf(said, u);
        return [
          "g",
          { "data-pick": `sentence ${learnt.length + k};own `, class: "pickable" },
          ["rect", { class: "grip", x: 0, y: rows + line * k, width: box.width, height: line }],
          label(0, yAt, clipped(text, box.width - wide - u, u), {}),
          label(box.width, yAt, said, { place: "end", hue: found === kind ? "right" : "loss", more: "small bold" }),
        ];
      }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const { heldOut, training: learnt } = values.given;
    return `${fill(words.accuracy, { right: right(values, learnt), of: learnt.length })} ${fill(words.heldOut, {
      right: right(values, heldOut),
      of: heldOut.length,
    })}`;
  },
};

// The same words in another order

const cutNow = (values, length) => bounded({ least: 1, most: Math.max(1, length - 1) }, values.cut);
const orders = (values) => {
  const { items } = sentenceNow(values);
  return [items, exchanged(items, cutNow(values, items.length))];
};
const ORDER = {
  drags: {
    cut: (x, _y, values, box) => {
      const { items } = sentenceNow(values);
      return { cut: Math.round((x / box.width) * items.length) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const both = orders(values);
    const cut = cutNow(values, both[0].length);
    const read = both.map((items) => reading(values, placesOf(items)));
    const column = box.width / both[0].length;
    const high = box.height / 2;
    const isNarrow = box.width < 32 * u;
    const most = largest(
      read.map(({ pooled }) => pooled),
      1,
    );
    return both.flatMap((items, k) => {
      const y = k * high;
      const { pooled, shares } = read[k];
      const names = isNarrow ? 0 : 6 * u;
      const wide = (box.width - names) / FILTERS;
      const bars = scale([0, 1], [6 * u, box.width - 4 * u]);
      const row = Math.min(1.8 * u, (high - 10.6 * u) / 3);
      const changed = (f) => Math.abs(read[0].pooled[f] - read[1].pooled[f]) > 1e-9;
      return [
        label(0, y + 1.2 * u, words[k ? "asExchanged" : "asWritten"], { more: "bold" }),
        ...items.map(({ text }, j) => {
          const isFirst = k === 0 ? j < cut : j >= items.length - cut;
          return [
            "g",
            {},
            [
              "rect",
              {
                class: isFirst ? "pale hue-gate2" : "pale hue-state",
                x: j * column + 1,
                y: y + 2 * u,
                width: column - 2,
                height: 2.2 * u,
                rx: 0.3 * u,
              },
            ],
            label((j + 0.5) * column, y + 3.45 * u, clipped(text, column - 4, u), { place: "middle" }),
          ];
        }),
        k === 0 &&
          both[0].length > 1 &&
          handle({
            drag: "cut",
            names: ["cut"],
            numbers: NUMBERS,
            values: { ...values, cut },
            x: cut * column,
            y: y + 3.1 * u,
            label: words.cut,
            hue: "gate2",
          }),
        !isNarrow && label(0, y + 7.1 * u, words.pooled, { hue: "memory", more: "bold" }),
        grid([pooled], names, y + 5.8 * u, wide, 2 * u, { hue: "memory", full: most }),
        ...pooled.flatMap((value, f) => [
          label(names + wide * (f + 0.5), y + 7.1 * u, two(value), { place: "middle", more: "small halo bold" }),
          label(
            names + wide * (f + 0.5),
            y + 9.1 * u,
            k ? (changed(f) ? "≠" : "=") : fill(words.filterShort, { f: f + 1, width: WIDTHS_OF[f] }),
            {
              place: "middle",
              more: k ? "bold" : "small",
              hue: k ? (changed(f) ? "loss" : "right") : "candidate",
            },
          ),
        ]),
        ...shares.flatMap((share, kind) => [
          label(5.6 * u, y + 10 * u + row * (kind + 0.66), words[`kind_${kind}`], {
            place: "end",
            hue: KIND_HUES[kind],
            more: "small",
          }),
          [
            "rect",
            {
              class: `solid hue-${KIND_HUES[kind]}`,
              x: bars.at(0),
              y: y + 10 * u + row * (kind + 0.12),
              width: Math.max(1, bars.at(share) - bars.at(0)),
              height: row * 0.7,
            },
          ],
          label(bars.at(share) + 0.4 * u, y + 10 * u + row * (kind + 0.66), `${(100 * share).toFixed(1)} %`, {
            more: "small",
          }),
        ]),
      ].filter((part) => part !== false);
    });
  },
  describe(values, words) {
    const [one, other] = orders(values);
    return fill(words.altOrder, {
      one: joinedText(values, one),
      other: joinedText(values, other),
      same: sameFeatures(values),
      of: FILTERS,
    });
  },
};
function sameFeatures(values) {
  const [one, other] = orders(values).map((items) => reading(values, placesOf(items)).pooled);
  return one.filter((value, f) => Math.abs(value - other[f]) < 1e-9).length;
}

const perFilter = WIDTHS_OF.reduce((sum, width) => sum + width * EMBEDDED + 1, 0);
const TEXTCNN = {
  numbers: NUMBERS,
  texts: { own: { usual: "", longest: 80 } },
  symbols: {
    X: { hue: "input" },
    W: { hue: "candidate" },
    c: { hue: "memory" },
    ĉ: { hue: "memory" },
    ŷ: { hue: "output" },
  },
  figures: { slide: SLIDE, pool: POOL, learn: LEARN, order: ORDER },
  computed: {
    current: (values) => joinedText(values, sentenceNow(values).items),
    belongs: (values, words) => {
      const { kind, isOwn, isLearnt } = sentenceNow(values);
      if (isOwn) return words.isOwn;
      return fill(words[isLearnt ? "isLearnt" : "isHeldOut"], { kind: words[`kind_${kind}`] });
    },
    unknown: (values, words) => {
      const missing = [
        ...new Set(
          sentenceNow(values)
            .items.filter(({ word }) => word < 0)
            .map(({ text }) => text),
        ),
      ];
      if (!sentenceNow(values).isOwn) return values.own.trim() ? words.noWords : "";
      return missing.length
        ? fill(words.unknownWords, { list: missing.map((one) => `“${clipped(one, 16, 1)}”`).join(words.comma) })
        : words.allKnown;
    },
    width: ({ filter }) => String(WIDTHS_OF[filter]),
    T: (values) => String(placesOf(sentenceNow(values).items).length),
    windows: (values) => String(placesOf(sentenceNow(values).items).length - WIDTHS_OF[values.filter] + 1),
    verdict,
    vocabulary: ({ given }) => String(given.words.length),
    table: ({ given }) => String(given.words.length * EMBEDDED),
    filters: () => String(perFilter),
    output: () => String(FILTERS * KINDS_OF_SENTENCE + KINDS_OF_SENTENCE),
    all: ({ given }) => String(layout(given.words.length).all),
    same: (values) => String(sameFeatures(values)),
    trained: ({ given }) => String(given.training.length),
    held: ({ given }) => String(given.heldOut.length),
  },
  actions: {
    next: ({ sentence }) => ({ sentence: (sentence + 1) % SENTENCES, own: "" }),
    slide: {
      start: () => ({ at: 0 }),
      frame: (values, elapsed) => {
        const most = placesOf(sentenceNow(values).items).length - WIDTHS_OF[values.filter];
        return values.at >= most ? null : { at: Math.min(most, values.at + elapsed / 500) };
      },
    },
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: 5 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  trainings: [NET],
  tasks: {
    top: {
      isDone: (values) => {
        const { top } = reading(values);
        return startNow(values, placesOf(sentenceNow(values).items).length) === top[values.filter];
      },
      solution: null,
    },
    fool: {
      isDone: (values) => {
        const { kind, isOwn } = sentenceNow(values);
        const { shares } = reading(values);
        return isOwn && kind === null && values.steps >= 100 && Math.max(...shares) > 0.9;
      },
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, TEXTCNN);
