// What a network of a training makes of texts: at a checkpoint, or now. Each answer is what the app's server gives, see
// `../payload.py`.

/** @import {Continuation, FeedingAnswer} from "../run.d.ts" */
/** @import {createTrainer} from "../../training/browser/trainer.js" */

import { scoreLoss } from "../../course/maths/crossentropy.js";
import { generator } from "../../web/pcg64.js";
import { visible } from "../../web/characters.js";
import { base64Of32, rounded } from "../../training/browser/numbers.js";
import { draw, expected } from "../../training/browser/trainer.js";

const MOST_EXPECTED = 24;
// How many pieces of text are continued, and the characters of their beginnings and of what is fed back after them.
const [PASSAGES, BEGINNING, FED] = [32, 16, 33];
// The temperatures that always stand beside the chosen one.
const COOL_TO_HOT = [0, 0.5, 1, 2];

/** What a network makes of a sentence: see `Probe`. */
export function probed(trainer, vocabulary, step, numbers, weights) {
  const { H, Y_hat } = trainer.probe(numbers, weights);
  const q = vocabulary.length;
  const predictions = numbers.map((_, t) => {
    const row = Y_hat.subarray(t * q, (t + 1) * q);
    const best = row.reduce((most, p, k) => (p > row[most] ? k : most), 0);
    const next = numbers[t + 1];
    const target = next === undefined ? null : visible(vocabulary[next]);
    return {
      likeliest: visible(vocabulary[best]),
      p: rounded(row[best]),
      target,
      p_target: target === null ? null : rounded(row[next]),
    };
  });
  const tokens = numbers.map((k) => vocabulary[k]);
  return {
    step,
    text: tokens.join(""),
    tokens: tokens.map(visible),
    H: { shape: [numbers.length, H.length / numbers.length], data: base64Of32(H) },
    predictions,
  };
}

/**
 * What comes after a text, and a character drawn from it.
 *
 * @param {ReturnType<typeof createTrainer>} trainer
 * @returns {Continuation}
 */
export function continuation(trainer, vocabulary, tokens, weights, temperature, seed) {
  const known = tokens.filter((token) => vocabulary.includes(token));
  const unknown = [...new Set(tokens.filter((token) => !vocabulary.includes(token)))].map(visible);
  if (known.length === 0) return { tokens: [], unknown, expected: [], drawn: null, rest: 0 };
  const read = trainer.writer(1, weights);
  const logits = known.map((token) => read([vocabulary.indexOf(token)])[0]).at(-1);
  const [p, tempered] = [expected(logits, 1), expected(logits, temperature)];
  const drawn = draw(tempered, generator(seed, known.length).uniform(0, 1, 1)[0]);
  const order = [...p.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  const shown = order.slice(0, MOST_EXPECTED);
  if (!shown.includes(drawn)) shown.push(drawn);
  return {
    tokens: known.map(visible),
    unknown,
    expected: shown.map((k) => [vocabulary[k], visible(vocabulary[k]), rounded(p[k]), rounded(tempered[k])]),
    drawn: shown.indexOf(drawn),
    rest: p.length - shown.length,
  };
}

/**
 * Pieces of the text gone on with in two ways: with the true characters as input, and with the network's own.
 *
 * @returns {FeedingAnswer}
 */
export function feeding(trainer, vocabulary, weights, passage, temperature) {
  const isUnseen = trainer.validation.length >= BEGINNING + FED;
  const text = isUnseen ? trainer.validation : trainer.training;
  const length = Math.min(BEGINNING + FED, text.length);
  const beginning = Math.max(1, Math.min(BEGINNING, Math.floor(length / 3)));
  const last = text.length - length;
  const starts = [...new Set(Array.from({ length: PASSAGES }, (_, k) => Math.floor((k * last) / (PASSAGES - 1))))];
  const pieces = starts.map((start) => text.subarray(start, start + length));
  const chances = generator(0).uniform(0, 1, (length - beginning) * pieces.length);
  const at = passage % pieces.length;
  const heats = [...new Set([...COOL_TO_HOT, temperature])].sort((a, b) => a - b);
  const own = new Map(heats.map((one) => [one, fed(trainer, weights, pieces, beginning, one, chances)]));
  const told = (found) => ({
    chosen: found.chosen.map((row) => visible(vocabulary[row[at]])),
    loss: found.loss.map((row) => rounded(row[at])),
    mean: found.loss.map((row) => rounded(meanOf(row))),
    right: rounded(found.right),
  });
  const shown = (from, to) => [...pieces[at].subarray(from, to)].map((k) => visible(vocabulary[k]));
  return {
    beginning: shown(0, beginning),
    truth: shown(beginning, length),
    forced: told(fed(trainer, weights, pieces, beginning, null, chances)),
    own: told(own.get(temperature)),
    temperature,
    temperatures: [...own].map(([one, { loss, right }]) => ({
      temperature: one,
      loss: rounded(meanOf(loss.at(-1))),
      right: rounded(right),
    })),
    passages: pieces.length,
    isUnseen,
  };
}

/** chosen, loss: at each place after the beginning, of each piece. temperature: null feeds the true characters. */
function fed(trainer, weights, pieces, beginning, temperature, chances) {
  const read = trainer.writer(pieces.length, weights);
  let logits = null;
  for (let k = 0; k < beginning; k += 1) logits = read(pieces.map((piece) => piece[k]));
  const [chosen, losses] = [[], []];
  for (let k = beginning; k < pieces[0].length; k += 1) {
    const heat = temperature ?? 0;
    const place = (k - beginning) * pieces.length;
    losses.push(logits.map((row, s) => scoreLoss(row, pieces[s][k])));
    chosen.push(logits.map((row, s) => draw(expected(row, heat), chances[place + s])));
    const next = temperature === null ? pieces.map((piece) => piece[k]) : chosen.at(-1);
    if (k + 1 < pieces[0].length) logits = read(next);
  }
  const right = meanOf(chosen.flatMap((row, k) => row.map((one, s) => (one === pieces[s][beginning + k] ? 1 : 0))));
  return { chosen, loss: losses, right };
}

const meanOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
