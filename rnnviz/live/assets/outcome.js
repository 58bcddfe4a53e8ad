// What a training came to, in words, from the facts that its numbers say; see `rnnviz/training/verdict.py`.

/** @import {Fact, KnownRun} from "../run.d.ts" */

import { h } from "../../web/dom.js";
import { fill, inPercent } from "../../web/numbers.js";
import { colon, semicolon, sentenceGap } from "../../web/punctuation.js";
import { isEnded } from "./status.js";

// Facts that are numbers of steps, and those that are nats.
const COUNTS = new Set(["step", "from", "to", "count", "of", "steps"]);
const NATS = new Set(["loss", "by", "raised", "lowered"]);

/** Returns {element, update(view)}; of a race, a line for each network. */
export function outcome({ strings, count }) {
  const title = h("span", {}, strings.outcome);
  const heading = h("h2", { class: "outcome-title" }, title);
  const body = h("div", { class: "outcome-words" });
  const element = h("section", { class: "panel outcome", "aria-label": strings.outcome, hidden: true }, heading, body);
  let drawn = "";

  /** @param {Fact} fact */
  function said({ name, values }) {
    const written = Object.entries(values).map(([key, value]) => {
      if (COUNTS.has(key)) return [key, count(value)];
      return key === "share" ? ["percent", inPercent(value)] : [key, NATS.has(key) ? value.toFixed(2) : String(value)];
    });
    return fill(strings[`outcome_${name}`], Object.fromEntries(written));
  }

  /** How far a network of a race has come, and what is wrong with its rate. @param {Fact[]} facts */
  function raced(facts) {
    const end = facts.find((fact) => "loss" in fact.values);
    const name = end?.name.startsWith("below") ? "raceBelow" : "raceAbove";
    const ofRate = facts.filter((fact) => "lowered" in fact.values);
    return [...(end ? [said({ name, values: end.values })] : []), ...ofRate.map(said)].join(semicolon());
  }

  /** @param {{runs: KnownRun[]}} view */
  function update({ runs }) {
    const facts = runs.map((run) => run.now?.verdict ?? []);
    element.hidden = facts.every((own) => own.length === 0);
    const isOver = runs.every((run) => (run.now?.verdict ?? []).length === 0 || isEnded(run.now.status));
    const key = JSON.stringify([isOver, facts]);
    if (key === drawn) return;
    drawn = key;
    title.textContent = isOver ? strings.outcome : strings.soFar;
    const isRace = runs.length > 1;
    const lines = facts.flatMap((own, k) => {
      if (own.length === 0) return [];
      const seen = own.map(said);
      const [first, last] = [seen.slice(0, -1), seen.at(-1)];
      if (isRace) return [h("p", {}, h("strong", {}, runs[k].title), colon(), raced(own))];
      return [h("p", {}, first.join(sentenceGap())), h("p", { class: "outcome-advice" }, last)];
    });
    body.replaceChildren(...lines);
  }
  return { element, update };
}
