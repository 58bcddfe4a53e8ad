// What the Units page asks, answered without a server: from the files that were recorded when the edition was written,
// and by a worker that reads the text and computes all else.

/** @import {Answer, Head, LooksData, OpenedNetwork, Recorded, Said} from "../units.d.ts" */

import { fill } from "../../web/numbers.js";
import { patternFinder } from "../../units/browser/matches.js";
import { Refusal } from "../../units/browser/refusal.js";
import { readerOf } from "./textreader.js";

// What names another network or text than an edition can have.
const OTHERS = ["file", "step", "corpus", "kept"];

/**
 * `ask(name, query)` gives {told, refused, isLater}, as the app's server answers the same words of a link; `stop`
 * ends the worker.
 *
 * @param {LooksData} data
 * @param {(file: LooksData["fetched"], query: Record<string, string>) => Promise<OpenedNetwork>} networkOf
 */
export function recordedLooks(data, networkOf) {
  const { words, language } = data;
  const { refusals, numbers } = data.asking;
  const file = keptFiles(data.fetched);
  const readers = readerOf(data.pathOf(data.reader), data.asking);
  const matchesOf = patternFinder(data.pathOf(data.patterns), data.asking.limits);

  /** @returns {Promise<Answer>} */
  async function ask(name, query) {
    try {
      return await answered(name, query);
    } catch (reason) {
      if (reason instanceof Refusal)
        return refused(fill(refusals[reason.message] ?? words[reason.message], reason.values));
      console.error(reason);
      return { told: null, refused: data.notFetched(), isLater: true };
    }
  }
  async function answered(name, query) {
    if (name === "cloud" && !data.plotly) throw new Refusal("noPlotly");
    if (OTHERS.some((other) => query[other])) throw new Refusal("ownNetwork");
    const network = await networkOf(file, query);
    const place = placeOf(query);
    if (network.head && name in RECORDED) {
      const said = await RECORDED[name]({ head: network.head, query, file, place });
      if (said?.refused) return refused(said.refused[language]);
      if (said) return told(said.told);
    }
    const reader = readers(network);
    if (name === "source") return told(await sourceOf(network, reader));
    return told(await reader.look(name, { ...place, ...(await more(name, query, network)) }));
  }
  function told(found) {
    return { told: found, refused: "", isLater: false };
  }
  function refused(sentence) {
    return { told: null, refused: sentence, isLater: false };
  }
  async function sourceOf({ source }, reader) {
    const { loss, highs } = await reader.read;
    const quantities = source.quantities.map((one) => ({ ...one, high: one.isSigned ? highs[one.name] : 1 }));
    return { ...source, loss, quantities };
  }

  /** What a look is asked with beyond the place. */
  async function more(name, query, { source, weightsAt }) {
    const number = (key, usual) => (query[key] ? Number(query[key]) : usual);
    const { label = "", pattern = "", spans = "", metric, whole, own, moment } = query;
    const { steps } = source;
    return {
      label,
      pattern,
      spans,
      block: number("block", 0),
      columns: number("columns", 600),
      count: number("count", undefined),
      output: number("output", 0),
      chunk: number("chunk", 0),
      metric: metric === "cosine" ? "cosine" : "euclid",
      whole: whole === "1",
      own: own === "1",
      ...(label === "regex" && { matches: await matchesOf(source.characters, pattern) }),
      ...(name === "enough" && { pairs: await pairsFor(source.outputs, label) }),
      ...(name === "spread" && steps.length > 0 && { before: await weightsAt(steps[0]) }),
      ...(name === "learnt" && {
        moments: await Promise.all(someOf(steps, numbers.moments).map(async (step) => [step, await weightsAt(step)])),
      }),
      ...(name === "cloud" && moment && { moment: await weightsAt(Number(moment)) }),
    };
  }
  async function pairsFor(outputs, label) {
    const k = data.asking.pairedOf.findIndex((one) => outputs.every((output) => one.characters.includes(output)));
    return k < 0 ? [] : ((await file(data.pairs))[k][label] ?? []);
  }

  // ---- what was recorded, of the network as it is now ---------------------------------------------

  /** What is recorded of a label, under one name: its units in one quantity, or its words in this language. */
  const unitsOf = async ({ head, query, file: get, place }) => {
    const address = labelOf(head, query)?.files?.units[place.quantity];
    /** @type {Recorded} */
    const found = address ? await get(address) : {};
    return found;
  };
  const wordsOf = async ({ head, query, file: get }) => {
    const address = labelOf(head, query)?.files?.words[language];
    return address ? get(address) : {};
  };
  // It may be asked with any: see `answered`.
  /** @type {Record<string, (asked: any) => Promise<Said | undefined>>} */
  const RECORDED = {
    labels: async ({ head }) => ({ told: { labels: head.labels } }),
    async asked({ head, query, file: get }) {
      const label = labelOf(head, query);
      return label?.files && { told: { ...(await get(label.files.asked)), title: label.title, clause: label.clause } };
    },
    ranking: async (asked) =>
      of((await unitsOf(asked)).ranking, ({ own, ...common }) => ({
        ...common,
        own: withEdges(own[asked.place.unit]),
      })),
    held: async (asked) => of((await unitsOf(asked)).held, (units) => ({ ways: units[asked.place.unit] })),
    async costs(asked) {
      const { together } = numbers.held;
      const first = together * Number(asked.query.chunk ?? 0);
      const own = (held) =>
        held.slice(first, first + together).map((one, k) => costOf(one[asked.place.how], first + k));
      return of((await unitsOf(asked)).held, (held) => ({ units: held.length, costs: own(held) }));
    },
    learnt: async (asked) => (await unitsOf(asked)).learnt,
    enough: async (asked) =>
      of((await unitsOf(asked)).enough, (found) => ({
        enough: found && { ...found, own: found.own[asked.place.unit] },
      })),
    spread: async (asked) => (await wordsOf(asked)).spread,
    async verdict(asked) {
      const { quantity, how, unit } = asked.place;
      const { verdicts, sentences } = await wordsOf(asked);
      return of(verdicts?.[quantity]?.[how], (units) => spoken(units[unit], sentences));
    },
    rest: async ({ head, query, place }) => head.rest[Number(query.output)]?.[place.quantity],
  };
  return { ask, stop: readers.stop };
}

/** At most `most` of some steps, evenly, the first and the last among them. */
function someOf(steps, most) {
  const count = Math.min(most, steps.length);
  const last = steps.length - 1;
  return Array.from({ length: count }, (_, k) => steps[halfToEven((k * last) / Math.max(1, count - 1))]);
}

function halfToEven(value) {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

/** The words of a link as a place: quantity, unit and k from 0, and how a unit is held. */
function placeOf({ quantity = "H", unit = "1", k = "1", how = "mean" }) {
  return { quantity, unit: Number(unit) - 1, k: Number(k) - 1, how };
}

const labelOf = (head, { label }) => head.labels.find(({ name }) => name === label);

/** What was said, as one asks for it now; a refusal stays. */
const of = (said, part) => (said && "told" in said ? { told: part(said.told) } : said);

/** A verdict as it was recorded, with its sentences in the place of their numbers. */
function spoken(value, sentences) {
  if (typeof value === "number") return sentences[value];
  if (Array.isArray(value)) return value.map((one) => spoken(one, sentences));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoken(one, sentences)]));
}

const costOf = ({ on, off }, unit) => ({ unit, on: on.cost, low: on.low, high: on.high, off: off?.cost ?? null });

/** The edges of a unit's histograms, which lie evenly. */
function withEdges(own) {
  if (!own.edges) return own;
  const [from, to] = own.edges;
  const bins = own.on.length;
  const step = (to - from) / bins;
  const edges = Array.from({ length: bins + 1 }, (_, k) => (k === bins ? to : k * step + from));
  return { ...own, edges };
}

/** Fetches each file once; one that did not come is asked for again. */
function keptFiles(fetched) {
  const kept = new Map();
  return (address) => {
    if (!kept.has(address)) {
      const asked = fetched(address);
      kept.set(address, asked);
      asked.catch(() => kept.delete(address));
    }
    return kept.get(address);
  };
}
