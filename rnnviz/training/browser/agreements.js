// The rules that a made language sets for a line, and how often a sample follows them, as
// `../agreements.py` counts it. Pure.

/** @import {Grammar} from "./train.d.ts" */

const CLOSED_BY = { "(": ")", "[": "]" };
const TWO_NOTATIONS = /^([\p{L}\p{N}_]+)月([\p{L}\p{N}_]+)日$/u;

/**
 * count(sample): by the name of each rule how often the sample follows it, and of how many times. grammar: null where
 * nobody made the language.
 *
 * @param {Grammar | null} grammar
 * @returns {(sample: string) => Record<string, [number, number]>}
 */
export function agreementCounter(grammar) {
  const rules = Object.entries(grammar ? RULES[grammar.kind](grammar) : {});
  const readable = (line) => (grammar?.simplified ? simplified(line, grammar.simplified) : line);
  return (sample) => {
    const lines = wholeLines(sample).map(readable);
    return Object.fromEntries(
      rules.map(([name, kept]) => {
        const found = lines.flatMap(kept);
        return [name, [found.filter(Boolean).length, found.length]];
      }),
    );
  };
}

/** The rules as they are shown. strings: their titles and hints, by grammar and name; see `rnnviz/site/training.py`. */
export function agreementsOf(grammar, strings) {
  return (grammar?.names ?? []).map((name) => ({
    name,
    title: strings[`${grammar.kind} ${name}`],
    hint: strings[`${grammar.kind} ${name} hint`],
  }));
}

/**
 * By the kind of a grammar: for each place of a line where a rule applies, whether the line follows it. Each kind has
 * what its own rules need, so that a grammar is any here.
 *
 * @type {Record<Grammar["kind"], (grammar: any) => Record<string, (line: string) => boolean[]>>}
 */
const RULES = {
  brackets: () => ({ closed }),
  dates: ({ months }) => ({ dates: sameEnglish(months) }),
  mandarin: (grammar) => ({
    near: near(grammar),
    far: far(grammar),
    because: answered("因为", "所以"),
    although: answered("虽然", "但是"),
    dates: sameChinese(grammar),
  }),
};

/** Those that both begin and end within the sample. */
const wholeLines = (sample) => sample.split("\n").slice(1, -1).filter(Boolean);

const simplified = (line, table) => [...line].map((one) => table[one] ?? one).join("");

/** What stands before the first `between`, and after it; null where there is none. */
function partsOf(line, between) {
  const at = line.indexOf(between);
  return at < 0 ? null : [line.slice(0, at), line.slice(at + between.length)];
}

/** Bracket by bracket: lines of one pair would flatter a count of lines. */
function closed(line) {
  const expected = [];
  const found = [];
  for (const bracket of line) {
    if (bracket in CLOSED_BY) expected.push(CLOSED_BY[bracket]);
    else {
      const fits = expected.at(-1) === bracket;
      if (fits) expected.pop();
      found.push(fits);
    }
  }
  return [...found, ...expected.map(() => false)];
}

function sameEnglish(months) {
  const english = new RegExp(`^(\\d+) (${months.join("|")}) (\\d+)$`);
  const two = (number) => String(number).padStart(2, "0");
  return (line) => {
    const parts = partsOf(line, " = ");
    if (!parts) return [];
    const found = english.exec(parts[0]);
    if (!found) return [false];
    const [, day, month, year] = found;
    return [parts[1] === `${year}-${two(months.indexOf(month) + 1)}-${two(Number(day))}`];
  };
}

/** The noun stands right behind its measure word. */
function near({ numbers, measured }) {
  const counted = new RegExp(`[${numbers}]([${Object.keys(measured).join("")}])(?=[^。，])`, "gu");
  return (line) =>
    [...line.matchAll(counted)].map((found) => {
      const rest = line.slice(found.index + found[0].length);
      return measured[found[1]].some((noun) => rest.startsWith(noun));
    });
}

/** The noun has to be remembered over a whole clause. */
function far({ numbers, measured }) {
  const measureOf = new Map(Object.entries(measured).flatMap(([word, nouns]) => nouns.map((noun) => [noun, word])));
  return (line) => {
    const [noun, rest] = partsOf(line, "，") ?? [];
    if (!measureOf.has(noun)) return [];
    return [numbers.includes(rest.slice(-3, -2)) && rest.slice(-2) === `${measureOf.get(noun)}。`];
  };
}

function answered(asks, answers) {
  return (line) => {
    const parts = partsOf(line, asks);
    return parts ? [parts[1].includes(`，${answers}`)] : [];
  };
}

function sameChinese({ numerals }) {
  return (line) => {
    const parts = partsOf(line, "就是");
    if (!parts) return [];
    const found = TWO_NOTATIONS.exec(parts[0]);
    if (!found || ![found[1], found[2]].every((one) => Object.hasOwn(numerals, one))) return [false];
    return [parts[1] === `${numerals[found[1]]}月${numerals[found[2]]}日。`];
  };
}
