// Takes {data, files, asks}: what the Units page of the static edition is told, the files that were written for it, and
// what it asks, [name, query] each; gives its answers. Or {text, patterns}: what each finds; or {text, grammar}: all
// labels.

import { recordedLooks } from "../../rnnviz/site/assets/looks.js";
import { characters } from "../../rnnviz/web/characters.js";
import { networksOf } from "../../rnnviz/site/assets/units/networks.js";
import { labelOf, offeredNames } from "../../rnnviz/units/browser/labels.js";
import { expressionOf } from "../../rnnviz/units/browser/pattern.js";
import { covered, ends } from "../../rnnviz/units/browser/spans.js";
import { floatsOf } from "../../rnnviz/web/bytes.js";

/** A worker that runs here: one of those below. */
class Here {
  static reader = null;
  constructor(address) {
    this.listeners = [];
    this.hears = heard.get(address);
    if (address === "reader.js") Here.reader = this;
  }
  addEventListener(type, listener) {
    if (type === "message") this.listeners.push(listener);
  }
  postMessage(data) {
    // The finder of patterns answers at once.
    answering = this;
    this.hears({ data: structuredClone(data) });
    answering = null;
  }
  tell(data) {
    for (const listener of this.listeners) listener({ data: structuredClone(data) });
  }
  terminate() {}
}
const heard = new Map();
let answering = null;
let beginning = "";
Object.assign(globalThis, {
  Worker: Here,
  addEventListener: (_type, listener) => heard.set(beginning, listener),
  postMessage: (data) => (answering ?? Here.reader).tell(data),
});
for (const [address, path] of [
  ["reader.js", "reader.js"],
  ["patterns.js", "units/patterns.js"],
]) {
  beginning = address;
  await import(`../../rnnviz/site/assets/${path}`);
}

/** Of each character whether a pattern has found it. */
function found(text, pattern) {
  /** @type {[number, number][]} */
  const pairs = [...text.matchAll(expressionOf(pattern))].map((one) => [one.index, one.index + one[0].length]);
  return Array.from(covered(pairs, ends(characters(text))), Boolean);
}

function everyLabel(tokens, grammar) {
  const of = { tokens, grammar, loss: new Float64Array(0) };
  const names = offeredNames(tokens, grammar).filter((name) => name !== "loss");
  return Object.fromEntries(names.map((name) => [name, [...labelOf(name, of).values]]));
}

const BASE64 = ["loss", "values"];

export default async function answer({ data, files, asks, text, patterns, grammar }) {
  if (patterns) return patterns.map((pattern) => found(text, pattern));
  if (grammar) return everyLabel(characters(text), grammar);
  const fetched = (name) => Promise.resolve(JSON.parse(files[name]));
  const { ask } = recordedLooks(
    { ...data, notFetched: () => "offline", fetched, pathOf: (file) => file },
    networksOf(data),
  );
  const answers = [];
  for (const [name, query] of asks) {
    const { told, refused } = await ask(name, query);
    const own = told && { ...told };
    for (const key of BASE64) if (typeof own?.[key] === "string") own[key] = [...floatsOf(own[key])];
    answers.push({ told: own, refused });
  }
  return answers;
}
