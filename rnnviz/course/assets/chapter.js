// A chapter: its prose, its figures, and the values that both show. Nothing in it needs the server after it has opened.

import { isDark } from "../../web/colours.js";
import { h, write } from "../../web/dom.js";
import { withHallKeys } from "../../web/hallkeys.js";
import { pictureButton, pictureKey } from "../../web/picturekey.js";
import { replaceQuery } from "../../web/query.js";
import { aroundElement, goOnClick, hrefOf } from "./around.js";
import { figureView } from "./figure.js";
import { chapterMotifs } from "./motif.js";
import { helpDialog } from "./help.js";
import { numberField } from "./number.js";
import { placeKeeper } from "./place.js";
import { remain } from "./progress.js";
import { blockElement } from "./prose.js";
import { questionView, taskView } from "./question.js";
import { textField } from "./text.js";
import { bounded, fitted, fromQuery, toQuery } from "./values.js";

// Milliseconds of rest after which the address is written and the change told to those who listen.
const ADDRESS_AFTER = 250;
const TELL_AFTER = 700;
// Milliseconds between two pictures of something that runs, for readers who want little motion; and of a training that
// only makes up for what a link or a changed number asks of it.
const SELDOM = 600;
const OFTEN = 100;
const OWN_KEYS = "input:not([type=radio], [type=checkbox]), textarea, select";

/**
 * Put a chapter into `host`. definition:
 *   numbers  {name: {usual, least, most, step, digits?, whole?, hue?, symbol?, format?}}, what a reader changes;
 *            names(given): words in the place of 0, 1, 2 …
 *   choices  {name: {usual, of}}, one of a few words
 *   texts    {name: {usual, longest, of}}, what a reader types: at most so many of these characters;
 *            without `of`, of any
 *   symbols  {letter: {hue}}, the quantities of the formulas
 *   figures  {name: {draw, drags, describe}}, see `figure.js`
 *   computed {name: (values, words) => text}, numbers in the prose that follow from the values
 *            values has the reader's values, `all`, and what Python has computed: `given`
 *   actions  {name: (values) => changes}, buttons in the prose; or {name: {start?(values) => changes, frame, runs?}},
 *            which runs frame(values, elapsed, isBehind) => changes, until that is null, or it runs the action `runs`
 *   trainings  what is trained on the spot, see `training.js`
 *   tasks    {name: {isDone(values), solution}}, the values as for what is computed
 * send(target): goes to a page of ours, such as "step?cell=gru".
 * Returns {show(data, send), goTo(query), end()}; goTo brings a chapter that is there to the state of another address.
 */
export function chapter(host, css, definition) {
  const {
    numbers = {},
    choices = {},
    texts = {},
    symbols = {},
    figures = {},
    computed = {},
    actions = {},
    trainings = [],
    tasks = {},
  } = definition;
  const settings = { numbers, choices, texts };
  const mayMove = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const root = h("article", { class: "course", "data-testid": "chapter" });
  host.replaceChildren(h("style", {}, css), root);
  let query = new URLSearchParams(location.search);
  let values = fromQuery(settings, query);
  const answers = {};
  let isAll = query.get("all") === "on";
  let section = query.get("section") ?? "";
  let data = null;
  let send = () => {};
  let parts = null;
  let frame = 0;
  let drawn = 0;
  let writing = 0;
  let telling = 0;
  let running = null;
  let lit = "";
  let place = null;

  // Values

  function change(changes, isByHand = false) {
    if (isByHand && running) stopRunning();
    for (const [name, value] of Object.entries(changes)) {
      // What is dragged keeps to the steps; what is computed is taken as it is.
      const fit = isByHand ? fitted : bounded;
      values = { ...values, [name]: name in numbers ? fit(numbers[name], value) : value };
    }
    redraw();
  }
  function redraw() {
    if (!frame) frame = requestAnimationFrame(advance);
  }
  /** A frame: a slice of what is to be trained, and the picture of it. */
  function advance(time) {
    frame = 0;
    const behind = trainings.find(isBehind);
    behind?.slice(values, data.numbers);
    const pause = mayMove ? (running ? 0 : OFTEN) : SELDOM;
    if (time - drawn > pause || !(running || trainings.some(isBehind))) refresh();
    else redraw();
  }
  const isBehind = (one) => one.isBehind(values, data.numbers);
  function refresh() {
    drawn = performance.now();
    if (trainings.some(isBehind)) redraw();
    for (const [name, task] of Object.entries(tasks)) {
      if (answers[name] && !answers[name].isShown && task.isDone(seen())) answers[name].isShown = true;
    }
    for (const one of parts.shown) one();
    light(lit);
    // Whoever follows in a room hears it at once; the address says it a little later.
    window.rnnvizDesk?.moved(`${data.name}?${new URLSearchParams(ownQuery())}`);
    clearTimeout(writing);
    clearTimeout(telling);
    writing = setTimeout(writeAddress, ADDRESS_AFTER);
    telling = setTimeout(tell, TELL_AFTER);
  }
  /** What figures and sentences are drawn from. */
  function seen() {
    return { ...values, all: isAll, given: data.numbers };
  }
  function tell() {
    const { activeElement } = host.getRootNode();
    const figure = parts.figures.find((one) => one.element.contains(activeElement));
    if (figure) write(parts.live, figure.sentence());
  }

  // Running actions

  function run(name) {
    const action = actions[name];
    const isRunning = running?.name === name;
    stopRunning();
    if (typeof action === "function") return change(action(values));
    if (isRunning) return undefined;
    if (action.start) change(action.start(values));
    if (action.runs) return run(action.runs);
    running = { name, last: performance.now(), id: requestAnimationFrame(next) };
    return change({});
  }
  function next(time) {
    const changes = actions[running.name].frame(values, Math.max(0, time - running.last), trainings.some(isBehind));
    running.last = time;
    if (changes === null) return stopRunning();
    change(changes);
    running.id = requestAnimationFrame(next);
    return undefined;
  }
  function stopRunning() {
    if (!running) return;
    cancelAnimationFrame(running.id);
    running = null;
    change({});
  }

  // The address

  function ownQuery() {
    const own = { ...toQuery(settings, values) };
    for (const [name, answer] of Object.entries(answers)) {
      if (answer.chosen) own[`answer_${name}`] = String(answer.chosen);
      if (answer.isShown) own[`shown_${name}`] = "on";
    }
    if (isAll) own.all = "on";
    if (section) own.section = section;
    if (data.chosen) own.lang = data.chosen;
    return own;
  }
  function writeAddress() {
    replaceQuery(ownNames(), ownQuery());
  }
  function ownNames() {
    const asked = Object.keys(answers).flatMap((name) => [`answer_${name}`, `shown_${name}`]);
    return [...Object.values(settings).flatMap(Object.keys), ...asked, "all", "section", "lang"];
  }

  // What lights up together

  function light(name) {
    lit = name;
    for (const one of root.querySelectorAll("[data-symbol], [data-lit]")) {
      const own = one.getAttribute("data-symbol") ?? "";
      const isLit = name && (own === name || own.startsWith(`${name}_`) || name.startsWith(`${own}_`));
      one.toggleAttribute("data-lit", Boolean(isLit && own));
    }
  }
  const symbolAt = (event) => event.target.closest?.("[data-symbol]")?.dataset.symbol ?? "";
  root.onpointerover = (event) => light(symbolAt(event));
  root.onpointerleave = () => light("");
  root.onfocus = null;
  root.addEventListener("focusin", (event) => light(symbolAt(event)));

  // Drawing

  function build() {
    for (const one of parts?.figures ?? []) one.stop();
    // A chapter may have words of its own under names that the course has too.
    const { strings } = data;
    const words = { ...strings, ...data.words };
    parts = { shown: [], figures: [], live: h("p", { class: "unseen", "aria-live": "polite" }) };
    const context = {
      symbols,
      words: strings,
      language: data.chosen,
      part: (name) => part(name, words, strings),
      figureWords: words,
      ask: (block) => question(block, context),
      task: (block) => task(block, context),
    };
    const help = helpDialog(strings, [
      ["Tab", strings.keyTab],
      ["A", strings.keyEverything],
      ["F", strings.keyLarger],
      ["I", strings.keyPicture],
      ["?", strings.keyHelp],
      ["PageUp PageDown", strings.keyPages],
    ]);
    parts.help = help;
    root.replaceChildren(
      head(strings),
      ...data.sections.map((one, k) => sectionElement(one, k, context)),
      aroundElement(data),
      parts.live,
      help,
    );
  }
  function head(words) {
    const everything = chip(words.everything, () => setAll(!isAll), words.everythingHint);
    parts.shown.push(() => everything.setAttribute("aria-pressed", String(isAll)));
    const larger = chip(words.larger, present, `${words.larger} (F)`);
    const question = chip("?", () => withHallKeys(parts.help).showModal(), words.help);
    question.setAttribute("aria-label", words.help);
    const hasFigures = data.sections.some((one) => one.figure);
    const pictures = hasFigures ? [pictureButton(showPicture, words, "chip")] : [];
    return h(
      "header",
      { class: "head" },
      h("p", { class: "where" }, link("course", words.course, data.chosen), " › ", data.where),
      h("div", { class: "tools" }, everything, larger, ...pictures, question),
    );
  }
  function sectionElement(one, k, context) {
    const blocks = one.blocks.map((block) => blockElement(block, context));
    const text = h("div", { class: "text" });
    if (k === 0) text.append(h("h1", {}, data.title), h("p", { class: "lead" }, data.question));
    else text.append(h("h2", {}, one.title));
    text.append(...blocks);
    const element = h("section", { class: one.figure ? "with-figure" : "", "data-section": one.id }, text);
    if (one.figure) {
      const words = { ...context.figureWords, figure: one.title || data.title };
      const view = figureView(figures[one.figure], numbers, words, change, () => values);
      parts.figures.push({ ...view, title: words.figure });
      const name = String(parts.figures.length);
      view.element.append(pictureKey(() => showPicture(name), data.strings));
      parts.shown.push(() => view.show(seen()));
      element.append(h("div", { class: "beside" }, view.element));
    }
    return element;
  }
  function part(name, words, strings) {
    if (name in numbers) {
      const number = { ...numbers[name], words: numbers[name].names?.(data.numbers) };
      const field = numberField(name, number, words[name] ?? name, strings, (value) => change({ [name]: value }, true));
      parts.shown.push(() => field.show(values[name]));
      return field.element;
    }
    if (name in choices) return choiceElement(name, words);
    if (name in texts) {
      const field = textField(
        name,
        texts[name],
        words[name] ?? name,
        { ...strings, kinds: words[`${name}_kinds`] },
        (value) => change({ [name]: value }, true),
      );
      parts.shown.push(() => field.show(values[name]));
      return field.element;
    }
    if (name in actions) return actionElement(name, words);
    if (!(name in computed)) throw new Error(`The prose names ${name}, which the chapter does not know.`);
    const element = h("output", { class: "computed" });
    parts.shown.push(() => write(element, computed[name](seen(), words)));
    return element;
  }
  function choiceElement(name, words) {
    const group = h("span", { class: "chips", role: "group", "aria-label": words[name] ?? name });
    for (const option of choices[name].of) {
      const button = chip(words[`${name}_${option}`] ?? option, () => change({ [name]: option }, true));
      parts.shown.push(() => button.setAttribute("aria-pressed", String(values[name] === option)));
      group.append(button);
    }
    return group;
  }
  function actionElement(name, words) {
    const button = chip(words[name] ?? name, () => run(name));
    button.dataset.action = name;
    const stopped = words[`${name}_stop`];
    if (stopped) parts.shown.push(() => write(button, running?.name === name ? stopped : words[name]));
    return button;
  }
  function question(block, context) {
    const name = block[1];
    answers[name] ??= answerOf(name);
    const view = questionView(block, context, (changes) => {
      Object.assign(answers[name], changes);
      change({});
    });
    parts.shown.push(() => view.show({ ...answers[name], all: isAll }));
    return view.element;
  }
  function task(block, context) {
    const name = block[1];
    answers[name] ??= answerOf(name);
    const { solution } = tasks[name];
    const view = taskView(block, context, solution ? () => change(solution, true) : null);
    parts.shown.push(() => view.show(answers[name].isShown, isAll));
    return view.element;
  }
  function answerOf(name) {
    const chosen = Number(query.get(`answer_${name}`));
    return {
      chosen: Number.isInteger(chosen) && chosen > 0 ? chosen : null,
      isShown: query.get(`shown_${name}`) === "on",
    };
  }

  // Pictures

  const motifs = chapterMotifs(root, {
    figures: () => parts.figures,
    about: () => ({ name: data.name, title: data.title, strings: data.strings }),
  });
  async function showPicture(figure = motifs.inSight()) {
    if (parts.figures.length === 0) return;
    writeAddress();
    const { showPictures } = await import(new URL("./picture.js", import.meta.url).href);
    showPictures(motifs, figure);
  }

  // Keys

  function setAll(on) {
    const here = place.now();
    isAll = on;
    refresh();
    if (here) place.restore(here);
  }
  function present() {
    const page = document.documentElement;
    const on = !page.hasAttribute("data-presents");
    const here = place.now();
    page.toggleAttribute("data-presents", on);
    if (on) page.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    if (here?.top) place.restore(here);
  }
  function onFullscreen() {
    if (!document.fullscreenElement) document.documentElement.removeAttribute("data-presents");
  }
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.composedPath().find((one) => one instanceof Element);
    if (from?.closest(OWN_KEYS)) return;
    const key = event.key.toLowerCase();
    if (key === "a") setAll(!isAll);
    else if (key === "f") present();
    else if (key === "i") showPicture();
    else if (key === "?") parts.help.open ? parts.help.close() : withHallKeys(parts.help).showModal();
    else return;
    event.preventDefault();
  }
  function go(target) {
    writeAddress();
    const [name, rest = ""] = target.split("?");
    const asked = new URLSearchParams(rest).get("section");
    if (name === data.name && asked) place.goTo(asked);
    else send(target);
  }
  goOnClick(root, go);
  document.addEventListener("keydown", onKey);
  document.addEventListener("fullscreenchange", onFullscreen);

  function moved(to, share) {
    section = to === "start" ? "" : to;
    clearTimeout(writing);
    writing = setTimeout(() => {
      writeAddress();
      remain(data.name, share, location.search);
    }, ADDRESS_AFTER);
  }

  function goTo(search) {
    query = new URLSearchParams(search);
    stopRunning();
    values = fromQuery(settings, query);
    for (const name of Object.keys(answers)) answers[name] = answerOf(name);
    isAll = query.get("all") === "on";
    const asked = query.get("section") ?? "";
    refresh();
    if (asked !== section) place.goTo(asked || "start");
    section = asked;
  }

  return {
    goTo,
    show(given, way) {
      send = way;
      document.documentElement.lang = given.language;
      root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
      const isSame = data && JSON.stringify(given) === JSON.stringify(data);
      const isFirst = data === null;
      const here = place?.now();
      data = given;
      if (!isSame) build();
      if (isFirst) {
        place = placeKeeper(data.name, () => [...root.querySelectorAll("section")], moved);
        begin();
      } else if (!isSame && here) {
        refresh();
        place.restore(here);
      }
      refresh();
    },
    end() {
      cancelAnimationFrame(frame);
      stopRunning();
      clearTimeout(writing);
      clearTimeout(telling);
      for (const one of parts?.figures ?? []) one.stop();
      place?.stop();
      document.documentElement.removeAttribute("data-presents");
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onFullscreen);
    },
  };

  function begin() {
    refresh();
    const kept = place.kept();
    const asked = query.get("section");
    if (kept && kept.section === (asked ?? "start") && isReload()) place.restore(kept);
    else if (asked) place.goTo(asked);
    else place.goToTop();
    remain(data.name, 0, location.search);
  }
}

/** Whether the document was loaded again, or come back to: its places then hold. */
function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return ["reload", "back_forward"].includes(entry?.type);
}

/** A link of ours, with the language in it. */
function link(target, text, language) {
  return h("a", { href: hrefOf(target, language) }, text);
}

function chip(text, act, title) {
  const button = h("button", { type: "button", class: "chip", title }, text);
  button.onclick = act;
  return button;
}
