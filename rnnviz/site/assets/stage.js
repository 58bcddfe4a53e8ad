// The stage in the static edition: any cell, any text, computed in the browser.

/** @import {Choice, StageData} from "../site.d.ts" */

import { mount as mountStage } from "../../stage/assets/main.js";
import { decodeAll } from "../../stage/assets/model/model.js";
import { h } from "../../web/dom.js";
import { home } from "../../web/home.js";
import { fill } from "../../web/numbers.js";
import { replaceQuery } from "../../web/query.js";
import { characters } from "./characters.js";
import { controlRow, refusedNumber, refusedText } from "./controls.js";
import { programOf, randomWeights, readingOf } from "./network.js";
import { trackOf } from "./track.js";

// Pixels of the stage's frame that lie above it.
const FRAME = 10;
const CHOSEN = ["cell", "text", "hidden", "weights", "seed"];

/** The stage in `host`: {show(data)}. */
export function mount(host, css) {
  const controls = h("div", { class: "controls" });
  const remark = h("p", { class: "remark", role: "status" });
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, hidden: true }));
  const room = h("div", { class: "room" });
  host.replaceChildren(controls, remark, bar, room);
  /** @type {StageData} */
  let data = null;
  /** @type {Worker | null} */
  let learner = null;
  // The choice whose network is being made; another one may come meanwhile.
  let wanted = "";
  const learnt = new Map();
  const templates = new Map();

  /** @param {StageData} given */
  function show(given) {
    data = given;
    const asked = Object.fromEntries(new URLSearchParams(location.search));
    const { choice, refused } = choiceOf(data, asked);
    const isOther = data.others.some((name) => name in asked);
    stand(choice, asked, [refused, isOther ? `${data.strings.asked} ${data.strings.missing}` : ""]);
  }
  /** Another network or text begins at its first step. */
  function change(choice, part) {
    const next = { ...choice, ...part };
    const own = CHOSEN.filter((name) => next[name] !== data.usual[name] || name === "cell" || name === "text");
    const names = [...new URLSearchParams(location.search).keys()].filter((name) => name !== "lang");
    replaceQuery(names, Object.fromEntries(own.map((name) => [name, String(next[name])])));
    stand(next, {}, []);
  }
  function say(...sentences) {
    remark.textContent = sentences.filter(Boolean).join(" ");
    remark.hidden = remark.textContent === "";
  }
  /**
   * @param {Choice} choice
   * @param {Record<string, string>} place
   * @param {string[]} sentences
   */
  async function stand(choice, place, sentences) {
    const key = JSON.stringify(choice);
    wanted = key;
    learner?.terminate();
    bar.hidden = true;
    say(...sentences);
    controls.replaceChildren(...controlRow(data, choice, { change: (part) => change(choice, part), refuse: say }));
    try {
      const template = await templateOf(choice.cell);
      const weights = await weightsOf(template, choice, key);
      if (wanted === key && weights) draw(template, choice, weights, place);
    } catch {
      if (wanted !== key) return;
      bar.hidden = true;
      say(...sentences, data.strings.offline);
    }
  }
  async function templateOf(cell) {
    if (!templates.has(cell)) {
      const { file } = data.cells.find(({ name }) => name === cell);
      templates.set(cell, await data.fetched(file));
    }
    return templates.get(cell);
  }
  /** The weights of a choice: those that come with rnnviz, random ones, or learnt now; null if it is given up. */
  async function weightsOf(template, choice, key) {
    const tokens = characters(choice.text);
    const { vocabulary, hot, targets } = readingOf(tokens);
    const sizes = { d: vocabulary.length, h: choice.hidden, q: vocabulary.length };
    const start = randomWeights(template, sizes, choice.seed);
    if (choice.weights === "random" || !targets) return start;
    const given = data.built[`${choice.text} ${choice.cell}`];
    if (given && choice.hidden === data.usual.hidden && choice.seed === data.usual.seed) {
      return flat(decodeAll(await data.fetched(given)));
    }
    if (!learnt.has(key)) {
      const made = await learn({ program: programOf(template, sizes), weights: start, hot, targets }, key);
      if (made === null) return null;
      learnt.set(key, made);
    }
    return learnt.get(key);
  }
  /** The weights that a worker learns; null once something else is wanted. */
  function learn(task, key) {
    if (wanted !== key) return null;
    const worker = new Worker(data.learner, { type: "module" });
    learner = worker;
    bar.hidden = false;
    bar.value = 0;
    bar.setAttribute("aria-label", data.words.learning);
    return new Promise((resolve, reject) => {
      worker.addEventListener("error", reject);
      worker.addEventListener("message", ({ data: told }) => {
        if (!told.weights) {
          bar.value = told.done;
          return;
        }
        worker.terminate();
        bar.hidden = true;
        resolve(told.weights);
      });
      worker.postMessage(task);
    });
  }
  /** @param {Choice} choice */
  function draw(template, choice, weights, place) {
    const tokens = characters(choice.text);
    const { title } = data.cells.find(({ name }) => name === choice.cell);
    const isLearnt = choice.weights === "trained" && tokens.length > 1;
    const caption = isLearnt ? data.words.learnt : fill(data.words.untaught, { seed: choice.seed });
    const { language, sentences } = data;
    const about = { id: JSON.stringify(choice), caption, label: title, language, strings: sentences };
    const tracks = [trackOf(template, tokens, choice.hidden, weights, about)];
    document.documentElement.lang = language;
    mountStage(room, {
      scene: { id: about.id, language, strings: sentences, tracks },
      place,
      above: room.getBoundingClientRect().top + scrollY + FRAME,
      css,
      link: true,
      whole: document.documentElement,
      glossary: home().addressOf("glossary"),
      pictures: data.pictures,
      linkOf: (to) => linkTo({ ...choice, ...to }),
    });
  }
  return { show };
}

/**
 * The choice that an address asks for, with the usual in the place of what does not fit, and the sentence about that.
 *
 * @param {StageData} data
 * @returns {{choice: Choice, refused: string}}
 */
export function choiceOf(data, asked) {
  const choice = { ...data.usual };
  const refused = [];
  if (data.cells.some(({ name }) => name === asked.cell)) choice.cell = asked.cell;
  else if (asked.cell) refused.push(data.strings.asked);
  if (asked.weights === "random") choice.weights = "random";
  const wrong = {
    text: () => refusedText(data, asked.text),
    hidden: () => refusedNumber(data, "hidden", asked.hidden),
    seed: () => refusedNumber(data, "seed", asked.seed),
  };
  for (const [name, why] of Object.entries(wrong)) {
    if (!(name in asked)) continue;
    const sentence = why();
    if (sentence) refused.push(sentence);
    else choice[name] = name === "text" ? asked.text : Number(asked[name]);
  }
  return { choice, refused: refused.join(" ") };
}

function flat(tensors) {
  return new Map(
    [...tensors].map(([name, { shape, at }]) => {
      const numbers = Float64Array.from({ length: shape[0] * shape[1] }, (_, k) => at(k));
      return /** @type {const} */ ([name, { shape, numbers }]);
    }),
  );
}

/** @param {Record<string, string | number>} query */
function linkTo(query) {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URL(`?${new URLSearchParams(words)}`, location.href).href;
}
