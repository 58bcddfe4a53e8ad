// Is a unit enough? Its value is moved from one run to another at one step, as `../patching.py` does.

/** @import {MinimalPair, Seen} from "../../site/units.d.ts" */

import { run } from "../../engine/engine.js";
import { characters } from "../../web/characters.js";
import { generator } from "../../web/pcg64.js";
import { ascending, meanOf, quantileOf, sumOf } from "./statistics.js";

// Characters before the last one at which units are moved.
const BEFORE_END = 1;

/**
 * The look "enough": what comes along with one unit, and with all.
 *
 * @param {Seen} seen
 * @param {MinimalPair[]} pairs
 */
export function enoughLook(seen, pairs, { quantity, unit }) {
  if (pairs.length === 0) return { enough: null };
  const { draws, ends } = seen.numbers.patched;
  const every = Array.from({ length: seen.widths.get(quantity) }, (_, k) => k);
  const groups = [[unit], every];
  const found = pairs.map((pair) => moved(seen, pair, quantity, groups));
  const whole = found.map(({ apart: [first, second] }) => first - second);
  const drawn = generator(0);
  const again = Array.from({ length: draws }, () => pairs.map(() => drawn.below(pairs.length)));
  const of = (group) => {
    const parts = found.map(({ came }) => came[group]);
    const shares = ascending(again.map((own) => sumOf(own.map((k) => parts[k])) / sumOf(own.map((k) => whole[k]))));
    const [low, high] = ends.map((share) => quantileOf(shares, share));
    return { share: sumOf(parts) / sumOf(whole), low, high };
  };
  const [own, all] = [of(0), of(1)];
  const lastLine = (text) => text.slice(text.lastIndexOf("\n") + 1);
  const [example] = pairs;
  return {
    enough: {
      difference: meanOf(whole),
      told: meanOf(found.map(({ apart: [first, second] }) => Number(first > 0 && second < 0))),
      pairs: pairs.length,
      own,
      every: all,
      first: lastLine(example.first),
      second: lastLine(example.second),
      answers: example.answers,
    },
  };
}

/** How far apart the logits of the answers are after each text, and what comes along with each group. */
function moved(seen, { first, second, answers }, quantity, groups) {
  const { program, weights, outputs, widths } = seen;
  const places = answers.map((one) => outputs.indexOf(one));
  const texts = [first, second].map((text) => characters(text).map((token) => outputs.indexOf(token)));
  const read = (hot, holds = []) => run(program, weights, { X: { hot }, initial: new Map() }, holds).tensors;
  const traces = texts.map((hot) => read(hot));
  const width = widths.get(quantity);
  const steps = texts.map(({ length }) => length - 1 - BEFORE_END);
  const apartIn = (tensors) => {
    const last = tensors.get("logits").slice(-outputs.length);
    return last[places[0]] - last[places[1]];
  };
  const apart = traces.map(apartIn);
  const came = groups.map(() => 0);
  for (const [to, other, sign] of [
    [0, 1, 1],
    [1, 0, -1],
  ]) {
    const values = traces[other].get(quantity).subarray(steps[other] * width, (steps[other] + 1) * width);
    for (const [k, group] of groups.entries()) {
      const at = [steps[to], steps[to]];
      const holds = group.map((unit) => ({ quantity, value: values[unit], units: [unit], steps: at }));
      came[k] += (sign * (apart[to] - apartIn(read(texts[to], holds)))) / 2;
    }
  }
  return { apart, came };
}
