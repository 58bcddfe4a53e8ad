// What the Units page asks, answered without a server: from the files that were recorded when the edition was written,
// and from a worker that reads the text.

/** @import {Answer, Head, Recorded, Said, UnitsData} from "../units.d.ts" */

import { readerOf } from "./textreader.js";

// What names another network or text than those that come with rnnviz.
const OTHERS = ["run", "file", "step", "corpus", "text", "kept"];
// As `TOGETHER` of `rnnviz/units/ablation.py`.
const TOGETHER = 16;

/**
 * `ask(name, query)` gives {told, refused, isLater}, as the app's server answers the same words of a link; `stop`
 * ends the worker.
 *
 * @param {UnitsData} data
 */
export function recordedLooks(data) {
  const { words, language } = data;
  const file = keptFiles(data.fetched);
  const readers = readerOf(data.pathOf(data.reader));

  /** @returns {Promise<Answer>} */
  async function ask(name, query) {
    try {
      return await answered(name, query);
    } catch (reason) {
      console.error(reason);
      return { told: null, refused: data.offline, isLater: true };
    }
  }
  async function answered(name, query) {
    const net = data.nets.find(({ key }) => key === (query.net || data.first));
    if (!net || OTHERS.some((other) => query[other])) return refused(words.ownNetwork);
    /** @type {Head} */
    const head = await file(net.file);
    const step = query.at || String(head.source.at);
    const isLast = step === String(head.source.at);
    const asked = { head, query, file, place: placeOf(query) };
    if (head.weights[step] && name in COMPUTED) {
      const reading = () => file(head.weights[step]);
      return COMPUTED[name]({ ...asked, step, isLast, reader: readers(`${net.key} ${step}`, head, reading) });
    }
    if (!(name in RECORDED) || !(isLast || SAME_ALWAYS.includes(name))) return refused(words.unrecorded);
    const said = await RECORDED[name](asked);
    return said?.refused ? refused(said.refused[language]) : told(said?.told);
  }
  function told(found) {
    return found === undefined ? refused(words.unrecorded) : { told: found, refused: "", isLater: false };
  }
  function refused(sentence) {
    return { told: null, refused: sentence, isLater: false };
  }

  // ---- what the worker computes, after any step of the training -----------------------------------

  const COMPUTED = {
    async source({ head, step, reader }) {
      const { loss, highs } = await reader.read;
      const quantities = head.source.quantities.map((one) => ({ ...one, high: one.isSigned ? highs[one.name] : 1 }));
      return told({ ...head.source, at: Number(step), loss, quantities });
    },
    unit: async ({ reader, place }) => told(await reader.look("unit", place)),
    expected: async ({ reader, query }) => told(await reader.look("expected", { block: Number(query.block) })),
    overview: async ({ reader, query, place }) =>
      told(await reader.look("overview", { ...place, columns: Number(query.columns) })),
    async similar({ head, isLast, reader, query, place }) {
      const metric = query.metric === "cosine" ? "cosine" : "euclid";
      // How often the whole text goes on alike was only counted for the states of the network as it is now.
      const whole = isLast && head.alike[place.quantity]?.[metric];
      if (!whole) return told(undefined);
      const count = query.count && Number(query.count);
      return told({ ...(await reader.look("similar", { ...place, metric, count })), whole });
    },
  };

  // ---- what was recorded, of the network as it is now ---------------------------------------------

  /** What is recorded of a label, under one name: its units in one quantity, or its words in this language. */
  const unitsOf = async ({ head, query, file: get, place }) => {
    const address = labelOf(head, query)?.files.units[place.quantity];
    /** @type {Recorded} */
    const found = address ? await get(address) : {};
    return found;
  };
  const wordsOf = async ({ head, query, file: get }) => {
    const address = labelOf(head, query)?.files.words[language];
    return address ? get(address) : {};
  };
  // It may be asked with any: see `answered`.
  /** @type {Record<string, (asked: any) => Promise<Said | undefined>>} */
  const RECORDED = {
    labels: async ({ head }) => ({ told: { labels: head.labels } }),
    async asked({ head, query, file: get }) {
      const label = labelOf(head, query);
      return label && { told: { ...(await get(label.files.asked)), title: label.title } };
    },
    ranking: async (asked) =>
      of((await unitsOf(asked)).ranking, ({ own, ...common }) => ({
        ...common,
        own: withEdges(own[asked.place.unit]),
      })),
    held: async (asked) => of((await unitsOf(asked)).held, (units) => ({ ways: units[asked.place.unit] })),
    async costs(asked) {
      const first = TOGETHER * Number(asked.query.chunk ?? 0);
      const own = (held) =>
        held.slice(first, first + TOGETHER).map((one, k) => costOf(one[asked.place.how], first + k));
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
      return of((await wordsOf(asked)).verdicts?.[quantity]?.[how], (units) => units[unit]);
    },
    rest: async ({ head, query, place }) => head.rest[Number(query.output)]?.[place.quantity],
  };
  return { ask, stop: readers.stop };
}

// The text, and so its labels, are the same after every step; where the loss is high is not, but was recorded once.
const SAME_ALWAYS = ["labels", "asked"];

/** The words of a link as a place: quantity, unit and k from 0, and how a unit is held. */
function placeOf({ quantity = "H", unit = "1", k = "1", how = "mean" }) {
  return { quantity, unit: Number(unit) - 1, k: Number(k) - 1, how };
}

const labelOf = (head, { label }) => head.labels.find(({ name }) => name === label);

/** What was said, as one asks for it now; a refusal stays. */
const of = (said, part) => (said && "told" in said ? { told: part(said.told) } : said);

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
