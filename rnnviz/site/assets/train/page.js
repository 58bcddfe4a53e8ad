// The Train page of the static edition: a small network learns in the browser while the reader watches.

/** @import {TrainingData} from "../../../training/browser/train.d.ts" */

import { mount as mountLive } from "../../../live/assets/main.js";
import { h } from "../../../web/dom.js";
import { home } from "../../../web/home.js";
import { fill } from "../../../web/numbers.js";
import { replaceQuery, valuesOf } from "../../../web/query.js";
import { isOnStage } from "./kept.js";
import { planControls } from "./controls.js";
import { changed, configsOf, planned, planOf, queryOf, readText } from "../../../address/browser/training_plan.js";
import { replayed } from "./recording.js";
import { runsOf } from "./runs.js";
import { openStore } from "./store.js";
import { curvesUnder } from "./under.js";

const OWN = "own";
// Where a reader's own text waits for a reload.
const TYPED = "rnnviz.text";

/** The page in `host`: {show(data)}. */
export function mount(host, css) {
  const controls = h("div", { class: "controls open planning" });
  const own = h("div", { class: "own", hidden: true });
  const remark = h("p", { class: "said", role: "status", hidden: true });
  const room = h("div", { class: "room" });
  const kept = h("div", {});
  host.replaceChildren(h("style", {}, css), controls, own, remark, room, kept);
  // The recipe lies over the training, and makes way for it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (!controls.contains(/** @type {Node} */ (target))) closeRecipe();
  });
  controls.addEventListener("keydown", ({ key }) => key === "Escape" && closeRecipe());
  /** @type {TrainingData} */
  let data = null;
  /** @type {ReturnType<typeof runsOf>} */
  let runs = null;
  let plan = null;
  let wanted = 0;
  const texts = new Map();

  /** @param {TrainingData} given */
  function show(given) {
    data = given;
    runs = runsOf(new URL(`../${data.worker}`, import.meta.url).href, data.sentences, data.limits.kept);
    const { plan: asked, refused } = planOf(data, valuesOf(new URLSearchParams(location.search)));
    plan = asked;
    drawOwn();
    drawKept();
    stand(refused);
  }

  function closeRecipe() {
    controls.querySelector("details")?.removeAttribute("open");
  }

  function change(values) {
    // What the run on the page has reached stays below the next one, where that reads the same text.
    const under = "corpus" in values ? "" : plan.run || plan.under;
    plan = { ...changed(data, plan, values), run: "", under };
    writeLink();
    stand("");
  }

  function replay(id) {
    if (id === "") return change({});
    const { corpus } = data.recorded.find((one) => one.id === id);
    plan = { ...changed(data, plan, { corpus }), run: id, under: "" };
    writeLink();
    return stand("");
  }

  function writeLink() {
    const names = [...new URLSearchParams(location.search).keys()].filter((name) => name !== "lang");
    replaceQuery(names, queryOf(data, plan));
  }

  function say(sentence) {
    remark.textContent = sentence;
    remark.hidden = sentence === "";
  }

  /** Show the plan, or its runs, with a sentence above. */
  async function stand(sentence) {
    wanted += 1;
    const turn = wanted;
    const isOpen = controls.querySelector("details")?.open ?? false;
    controls.replaceChildren(...planControls(data, plan, { change, refuse: say, replay }, isOpen));
    say(sentence);
    own.hidden = plan.corpus !== OWN;
    const ids = plan.run ? plan.run.split(".") : [];
    const read = await textOf(plan.corpus).catch(() => null);
    const recorded = data.recorded.find(({ id }) => id === plan.run);
    if (recorded) {
      const recording = await data.fetched(recorded.file).catch(() => null);
      if (recording) runs.replay(recorded.id, replayed(recording, data.sentences.recorded));
      if (!sentence) say(data.sentences.recorded);
    }
    const under = await curvesUnder(data, plan.under ? plan.under.split(".") : []);
    const first = ids.length > 0 ? null : await firstPage();
    if (turn !== wanted) return;
    if (read === null && ids.length === 0 && plan.corpus !== OWN) return say(data.live.noConnection);
    draw(ids, read, under, first);
    runs.leave(ids);
  }

  /** What stands where a training begins, before there is one; null without a network. */
  function firstPage() {
    const file = data.firstPages[plan.corpus] ?? data.firstPages[data.first];
    return data.fetched(file).catch(() => null);
  }

  function draw(ids, read, under, first) {
    const configs = read && read.length > 1 ? configsOf(data, plan, read.length, read.vocabulary.length) : [];
    if (ids.length === 0 && configs.length === 0) {
      room.replaceChildren();
      return;
    }
    const { language } = data;
    document.documentElement.lang = language;
    mountLive(
      room,
      {
        runs: ids,
        keys: {},
        under,
        first,
        plans: ids.length > 0 ? [] : configs.map((config) => planned(data, config, read)),
        strings: data.live,
        optimizers: data.optimizers,
        language,
        css: "",
        server: runs,
        linkOf: (page, run, at, words) =>
          isRecorded(run) ? null : wayTo(page, configs[ids.indexOf(run)], { run, at, text: words }),
        pictures: data.pictures,
      },
      (what) => act(what, configs, read),
    );
  }

  const isRecorded = (run) => data.recorded.some(({ id }) => id === run);

  function act(what, configs, read) {
    if (what === "reset") return change({});
    if (configs.length === 0) return say(fill(data.sentences.tooShort, { count: read?.length ?? 0 }));
    const { entropy, probe, hasWords, pace, grammar } = data.corpora.find(({ name }) => name === plan.corpus);
    const started = configs.map((config) => {
      const id = newId();
      const corpus = { entropy, probe, hasWords, pace, grammar };
      runs.begin(id, { config, text: read.text, corpus, until: what === "step" ? 1 : null, strings: {} });
      return id;
    });
    plan = { ...plan, run: started.join("."), under: plan.run || plan.under };
    writeLink();
    return stand("");
  }

  /** A text with its characters; null where the reader has none yet. */
  async function textOf(corpus) {
    if (corpus === OWN) {
      const typed = kindly(() => sessionStorage.getItem(TYPED)) ?? "";
      return typed ? readText(typed) : null;
    }
    const { file } = data.corpora.find(({ name }) => name === corpus);
    if (!texts.has(corpus)) texts.set(corpus, readText(await data.fetched(file)));
    return texts.get(corpus);
  }

  function drawOwn() {
    const { words, sentences, limits } = data;
    const field = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { rows: 5, "aria-label": words.ownText, placeholder: words.paste, dir: "auto" })
    );
    field.value = kindly(() => sessionStorage.getItem(TYPED)) ?? "";
    const take = () => {
      const { length } = readText(field.value);
      if (length < 2) return say(fill(sentences.tooShort, { count: length }));
      if (length > limits.own) return say(fill(sentences.tooLong, { count: length, most: limits.own }));
      kindly(() => sessionStorage.setItem(TYPED, field.value));
      return change({ corpus: OWN });
    };
    const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".txt,.md,text/*" }));
    file.addEventListener("change", async () => {
      const [one] = file.files;
      if (!one) return;
      if (one.size > 4 * limits.own) {
        say(fill(sentences.tooLong, { count: one.size, most: limits.own }));
        return;
      }
      field.value = await one.text();
      take();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take();
    });
    const button = h("button", { type: "button" }, words.take);
    button.addEventListener("click", take);
    own.replaceChildren(
      field,
      h("div", { class: "controls open" }, button, h("label", { class: "field" }, words.file, file)),
    );
  }

  function drawKept() {
    const { words, limits } = data;
    const empty = h("button", { type: "button" }, words.empty);
    const hint = h("p", {}, fill(words.keptHint, { most: limits.kept }));
    empty.addEventListener("click", async () => {
      runs.leave([], "forget");
      plan = { ...plan, run: "", under: "" };
      change({});
      const store = await openStore();
      await store?.empty();
      say(words.emptied);
    });
    const box = h(
      "details",
      { class: "sheet" },
      h("summary", {}, words.kept),
      h("div", { class: "inside" }, hint, empty),
    );
    openStore().then((store) => {
      if (store === null) hint.textContent = data.sentences.unkept;
      empty.hidden = store === null;
    });
    kept.replaceChildren(h("div", { class: "controls open" }, box));
  }
  return { show };
}

/** Where a checkpoint can be looked at; null where the stage has no such cell. */
function wayTo(page, config, asked) {
  if (!config || (page === "step" && !isOnStage(config))) return null;
  const query = Object.entries(asked).filter(([, word]) => word !== "");
  return new URL(home().addressOf(`${page}?${new URLSearchParams(query)}`), location.href).href;
}

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** What a browser may refuse, such as its storage. */
function kindly(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
