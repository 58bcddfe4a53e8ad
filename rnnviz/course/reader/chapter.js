// A chapter: its prose, its figures, and the values that both show. Nothing in it needs the server after it has opened.

/** @import {Definition} from "../definition.d.ts" */
/** @import {ChapterInFile} from "../prose.d.ts" */

import { isDark } from "../../web/colours.js";
import { h, set, write } from "../../web/dom.js";
import { KEYS_EVERYWHERE, KEYS_OF_A_CHAPTER, meaningOf } from "../../web/keytable.js";
import { onward } from "../../web/onward.js";
import { presenter } from "../../web/presenter.js";
import { withHallKeys } from "../../web/hallkeys.js";
import { pictureButton, pictureKey } from "../../web/picturekey.js";
import { replaceQuery } from "../../web/query.js";
import { atRest } from "../../web/rest.js";
import { aroundElement, goOnClick, hrefOf, unbroken } from "./around.js";
import { figureView } from "./figure.js";
import { chapterMotifs } from "./motif.js";
import { helpDialog } from "./help.js";
import { numberField } from "./number.js";
import { placeKeeper } from "./place.js";
import { spoken } from "../plot/plot.js";
import { remain } from "./progress.js";
import { blockElement } from "./prose.js";
import { questionView, taskView } from "./question.js";
import { textField } from "./text.js";
import { bounded, fitted, fromQuery, toQuery } from "./values.js";

// Milliseconds of rest after which the prose out of sight follows, the address is written, and the change is told to
// those who listen.
const UNSEEN_AFTER = 60;
const ADDRESS_AFTER = 250;
const TELL_AFTER = 700;
// Milliseconds between two pictures of something that runs, for readers who want little motion; and of a training that
// only makes up for what a link or a changed number asks of it.
const SELDOM = 600;
const OFTEN = 100;
const OWN_KEYS = "input:not([type=radio], [type=checkbox]), textarea, select";

/**
 * Put a chapter into `host`; `definition.d.ts` describes what its definition has.
 * send(target): goes to a page of ours, such as "step?cell=gru".
 * Returns {show(data, send), goTo(query), end()}; goTo brings a chapter that is there to the state of another address.
 *
 * @param {HTMLElement} host
 * @param {string} css
 * @param {Definition} definition
 */
export function chapter(host, css, definition) {
  const {
    numbers = {},
    choices = {},
    texts = {},
    symbols = {},
    figures = {},
    listings = {},
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
  /** @type {ChapterInFile | null} */
  let data = null;
  /** @type {(target: string) => void} */
  let send = () => {};
  let parts = null;
  let frame = 0;
  let drawn = 0;
  // Whether the picture is older than the values, whether a reader waits for it, and whether he has been answered since
  // the last frame.
  let isStale = false;
  let isAwaited = false;
  let isAnswered = false;
  let running = null;
  // How far down the reader has been.
  let reach = 0;
  let lit = "";
  // A task is the reader's: what a link has set is not yet done by anybody.
  let isTouched = false;
  let place = null;
  const painted = new MessageChannel();
  painted.port1.onmessage = train;
  const unseen = atRest(showUnseen, UNSEEN_AFTER);
  const addressing = atRest(writeAddress, ADDRESS_AFTER);
  const telling = atRest(tell, TELL_AFTER);
  const locating = atRest(locate, ADDRESS_AFTER);
  const sight = new IntersectionObserver((entries) => entries.forEach(onSight), { rootMargin: "50%" });

  // Values

  function change(changes, isByHand = false) {
    if (isByHand) halt();
    isTouched ||= isByHand;
    put(changes, isByHand);
    // The first change since the last frame is drawn at once, so that the next one shows it; others wait for that.
    if (isAnswered) isAwaited = true;
    else refresh();
    isAnswered = true;
    redraw();
  }
  function put(changes, isByHand) {
    for (const [name, value] of Object.entries(changes)) {
      // What is dragged keeps to the steps; what is computed is taken as it is.
      const fit = isByHand ? fitted : bounded;
      values = { ...values, [name]: name in numbers ? fit(numbers[name], value) : value };
    }
    isStale = true;
  }
  function redraw() {
    frame ||= requestAnimationFrame(advance);
  }
  /** A frame: what runs goes on, and is drawn; afterwards, a slice of what is to be trained. */
  function advance(time) {
    frame = 0;
    isAnswered = false;
    if (running) walk(time);
    const hasMore = trainings.some(isBehind);
    const pause = mayMove ? (running ? 0 : OFTEN) : SELDOM;
    if (isStale && (isAwaited || !(running || hasMore) || time - drawn > pause)) refresh();
    if (isStale || running) redraw();
    if (hasMore) painted.port2.postMessage(null);
  }
  /** It waits for the frame to be painted, so that no one who drags waits for it. */
  function train() {
    const behind = trainings.find(isBehind);
    if (!behind || !root.isConnected) return;
    behind.slice(values, data.numbers);
    isStale = true;
    redraw();
  }
  const isBehind = (one) => one.isBehind(values, data.numbers);
  /** Draw what is in sight; with isWhole, all there is. */
  function refresh(isWhole = false) {
    drawn = performance.now();
    [isStale, isAwaited] = [false, false];
    // Sizes are read before anything is written: afterwards, the browser would have to lay out the page for each.
    for (const one of parts.figures) one.measure();
    const now = seen();
    for (const one of parts.shown) one(now);
    for (const one of parts.figures) one.show(now);
    for (const one of parts.sections) {
      if (isWhole || one.isInSight) showSection(one, now);
      else one.isStale = true;
    }
    if (lit) for (const one of parts.figures) light(one.element);
    // Whoever follows in a room hears it at once; the address says it a little later.
    window.rnnvizDesk?.moved(`${data.name}?${new URLSearchParams(ownQuery())}`);
    unseen.later();
    addressing.later();
    telling.later();
    if (trainings.some(isBehind)) redraw();
  }
  function showSection(section, now) {
    section.isStale = false;
    for (const one of section.shown) one(now);
  }
  function showUnseen() {
    const now = seen();
    for (const one of parts.sections) if (one.isStale) showSection(one, now);
    light(root);
  }
  function onSight({ target, isIntersecting }) {
    const section = parts.sections.find((one) => one.element === target);
    if (!section) return;
    section.isInSight = isIntersecting;
    if (isIntersecting && section.isStale) showSection(section, seen());
  }
  /** What figures and sentences are drawn from, and what buttons start from. */
  function seen() {
    return { ...values, all: isAll, given: data.numbers, isOpen };
  }
  function isOpen(question) {
    return isAll || Boolean(answers[question]?.isShown);
  }
  function tell() {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (host.getRootNode());
    const figure = parts.figures.find((one) => one.element.contains(activeElement));
    if (figure) write(parts.live, figure.sentence());
  }

  // Running actions

  function run(name) {
    const action = actions[name];
    const isRunning = running?.name === name;
    halt();
    isTouched = true;
    if (typeof action === "function") return change(action(seen()));
    if (isRunning) return change({});
    if (action.start) put(action.start(seen()));
    if (action.runs) return run(action.runs);
    running = { name, frame: action.frame, last: performance.now() };
    return change({});
  }
  function walk(time) {
    const changes = running.frame(seen(), Math.max(0, time - running.last), trainings.some(isBehind));
    running.last = time;
    if (changes === null) halt();
    put(changes ?? {});
  }
  function halt() {
    running = null;
  }

  // The address

  function ownQuery() {
    const own = toQuery(settings, values);
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

  /** Mark what is lit within an element. */
  function light(within) {
    for (const one of within.querySelectorAll("[data-symbol], [data-lit]")) {
      const own = one.getAttribute("data-symbol") ?? "";
      const isLit = lit && (own === lit || own.startsWith(`${lit}_`) || lit.startsWith(`${own}_`));
      one.toggleAttribute("data-lit", Boolean(isLit && own));
    }
  }
  function lightUp(name) {
    if (name === lit) return;
    lit = name;
    light(root);
  }
  const symbolAt = (event) => event.target.closest?.("[data-symbol]")?.dataset.symbol ?? "";
  root.onpointerover = (event) => lightUp(symbolAt(event));
  root.onpointerleave = () => lightUp("");
  root.onfocus = null;
  root.addEventListener("focusin", (event) => lightUp(symbolAt(event)));

  // Drawing

  function build() {
    for (const one of parts?.figures ?? []) one.stop();
    // A chapter may have words of its own under names that the course has too.
    const { strings } = data;
    const words = { ...strings, ...data.words };
    sight.disconnect();
    parts = { shown: [], sections: [], figures: [], live: h("p", { class: "unseen", "aria-live": "polite" }) };
    parts.refused = h("p", { class: "refused", role: "alert" });
    const context = {
      symbols,
      words: strings,
      language: data.chosen,
      chapter: data.name,
      figureWords: words,
    };
    const help = helpDialog(strings, [
      ["Tab", strings.keyTab],
      ["S", strings.keyEverything],
      ["F", strings.keyLarger],
      ["I", strings.keyPicture],
      ["?", strings.keyHelp],
      ["PageDown PageUp", strings.keyPages],
    ]);
    parts.help = help;
    root.replaceChildren(
      head(strings),
      ...opened(data.sections.map((one, k) => sectionElement(one, k, context))),
      aroundElement(data),
      parts.live,
      help,
    );
  }
  function head(words) {
    const everything = chip(words.everything, () => setAll(!isAll), words.everythingHint);
    parts.shown.push(() => set(everything, "aria-pressed", isAll));
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
      parts.refused,
    );
  }
  function sectionElement(one, k, context) {
    // What follows the values in this section: functions of what is seen.
    const shown = [];
    const own = {
      ...context,
      part: (name) => part(name, shown, context),
      listing: (name) => listingElement(name, shown, context),
      ask: (block) => question(block, shown, own),
      task: (block) => task(block, shown, own),
      only: (element, choice, option) => {
        shown.push((now) => {
          element.hidden = now[choice] !== option;
        });
      },
    };
    const blocks = one.blocks.map((block) => blockElement(block, own));
    const text = h("div", { class: "text" });
    if (k === 0) text.append(h("h1", {}, ...unbroken(data.title)), h("p", { class: "lead" }, data.question));
    else text.append(h("h2", {}, one.title));
    text.append(...blocks);
    const element = h("section", { class: one.figure ? "with-figure" : "", "data-section": one.id }, text);
    if (one.figure) {
      const words = { ...context.figureWords, figure: one.title || data.title };
      const view = figureView(figures[one.figure], numbers, words, change, () => values);
      parts.figures.push({ ...view, title: words.figure });
      const name = String(parts.figures.length);
      view.element.append(pictureKey(() => showPicture(name), data.strings));
      element.append(h("div", { class: "beside" }, view.element));
    }
    parts.sections.push({ element, shown, isInSight: true, isStale: false });
    sight.observe(element);
    return element;
  }
  /** An opening without a figure shares that of the next section, so that both stand beside it. */
  function opened(sections) {
    const [first, second, ...others] = sections;
    if (data.sections[0].figure || !data.sections[1]?.figure) return [first, second, ...others].filter(Boolean);
    return [h("div", { class: "opening" }, first, second), ...others];
  }
  function part(name, shown, { figureWords: words, words: strings }) {
    if (name in numbers) {
      const number = { ...numbers[name], words: numbers[name].names?.(data.numbers) };
      const field = numberField(name, number, spoken(words[name] ?? name), strings, (value) =>
        change({ [name]: value }, true),
      );
      shown.push(() => field.show(values[name]));
      return field.element;
    }
    if (name in choices) return choiceElement(name, shown, words);
    if (name in texts) {
      const field = textField(
        name,
        texts[name],
        words[name] ?? name,
        { ...strings, kinds: words[`${name}_kinds`] },
        (value) => change({ [name]: value }, true),
      );
      shown.push(() => field.show(values[name]));
      return field.element;
    }
    if (name in actions) return actionElement(name, shown, words);
    if (!(name in computed)) throw new Error(`The prose names ${name}, which the chapter does not know.`);
    const element = h("output", { class: "computed" });
    shown.push((now) => write(element, computed[name](now, words)));
    return element;
  }
  /** A program, line by line; a line may belong to a symbol, and light up with it. */
  function listingElement(name, shown, { figureWords: words }) {
    const lines = [];
    const code = h("code", {});
    shown.push((now) => {
      const wanted = listings[name](now, words);
      while (lines.length < wanted.length) code.append((lines[lines.length] = h("span", { class: "code-line" })));
      for (const [k, { text, symbol = "", isNow = false }] of wanted.entries()) {
        write(lines[k], text);
        set(lines[k], "data-symbol", symbol);
        lines[k].classList.toggle("now", isNow);
      }
    });
    return h("pre", { class: "listing", tabindex: "0" }, code);
  }
  function choiceElement(name, shown, words) {
    const group = h("span", { class: "chips", role: "group", "aria-label": spoken(words[name] ?? name) });
    for (const option of choices[name].of) {
      const button = chip(words[`${name}_${option}`] ?? option, () => change({ [name]: option }, true));
      shown.push(() => set(button, "aria-pressed", values[name] === option));
      group.append(button);
    }
    return group;
  }
  function actionElement(name, shown, words) {
    const button = chip(words[name] ?? name, () => run(name));
    button.dataset.action = name;
    const stopped = words[`${name}_stop`];
    if (stopped) shown.push(() => write(button, running?.name === name ? stopped : words[name]));
    return button;
  }
  function question(block, shown, context) {
    const name = block[1];
    answers[name] ??= answerOf(name);
    const view = questionView(block, context, (changes) => {
      Object.assign(answers[name], changes);
      change({});
    });
    shown.push(() => view.show({ ...answers[name], all: isAll }));
    return view.element;
  }
  function task(block, shown, context) {
    const name = block[1];
    answers[name] ??= answerOf(name);
    const { solution, isDone } = tasks[name];
    const view = taskView(block, context, solution ? () => change(solution, true) : null);
    shown.push((now) => {
      answers[name].isShown ||= isTouched && isDone(now);
      view.show(answers[name].isShown, isAll);
    });
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
    // A file has it within; a page fetches it with the first picture.
    const fetched = data.pictures?.() ?? import(new URL("./picture.js", import.meta.url).href);
    const module = await fetched.catch(() => null);
    write(parts.refused, module ? "" : data.strings.noConnection);
    module?.showPictures(motifs, figure);
  }

  // Keys

  function setAll(on) {
    const here = place.now();
    isAll = on;
    refresh(true);
    if (here) place.restore(here);
  }
  const screen = presenter(root, enlarge, 0, document.documentElement);
  function present() {
    if (screen.isOn() && !screen.isFull() && screen.wasOn) screen.fill();
    else screen.toggle();
  }
  function enlarge(isOn) {
    const here = place?.now();
    document.documentElement.toggleAttribute("data-presents", isOn);
    if (here?.top) place.restore(here);
  }
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.composedPath().find((one) => one instanceof Element);
    if (from?.closest(OWN_KEYS)) return;
    const meaning = meaningOf({ ...KEYS_EVERYWHERE, ...KEYS_OF_A_CHAPTER }, event.key);
    if (meaning === "everything") setAll(!isAll);
    else if (meaning === "presenter") present();
    else if (meaning === "picture") showPicture();
    else if (meaning === "help") parts.help.open ? parts.help.close() : withHallKeys(parts.help).showModal();
    else if (parts.help.open) return;
    else if (meaning === "on") onward(1, turn);
    else if (meaning === "back") onward(-1, turn);
    else return;
    event.preventDefault();
  }
  /** A screen on or back; a link to here that names a section goes no further than this section. */
  function turn(by, link) {
    const [name, asked] = link.split("?");
    return place.turn(by, name === data.name ? new URLSearchParams(asked).get("section") : null);
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

  function moved(to, share) {
    section = to === "start" ? "" : to;
    reach = share;
    locating.later();
  }
  function locate() {
    writeAddress();
    remain(data.name, reach, location.search);
  }

  function goTo(search) {
    query = new URLSearchParams(search);
    halt();
    values = fromQuery(settings, query);
    // What a follower has chosen stays his own, wherever the lecturer goes.
    for (const [name, { chosen }] of Object.entries(answers)) {
      const asked = answerOf(name);
      answers[name] = { ...asked, chosen: asked.chosen ?? chosen };
    }
    isAll = query.get("all") === "on";
    const asked = query.get("section") ?? "";
    refresh(true);
    if (asked !== section) place.goTo(asked || "start");
    section = asked;
  }
  /** Bring the chapter to a view of a lecture plan; returns whether it is this chapter's. */
  function arriveAt(view) {
    const [name, asked = ""] = view.split("?");
    if (name !== data.name || !root.isConnected) return false;
    goTo(asked);
    arrive(window.rnnvizDesk.arrival());
    return true;
  }
  /** A view of a plan begins at its section, wherever the reader was; who comes back comes to its end. */
  function arrive({ lands }) {
    if (section) place.goTo(section);
    else place.goToTop();
    if (lands === "end") place.goToEnd(section);
  }

  return {
    goTo,
    arrive,
    /**
     * @param {ChapterInFile} given
     * @param {(target: string) => void} way
     */
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
      } else {
        refresh(true);
        if (!isSame && here) place.restore(here);
      }
    },
    end() {
      cancelAnimationFrame(frame);
      painted.port1.close();
      for (const one of [unseen, addressing, telling, locating]) one.stop();
      sight.disconnect();
      for (const one of parts?.figures ?? []) one.stop();
      window.rnnvizChapter = null;
      place?.stop();
      document.documentElement.removeAttribute("data-presents");
      document.removeEventListener("keydown", onKey);
      screen.stop();
    },
  };

  function begin() {
    window.rnnvizChapter = { goTo: arriveAt };
    if (screen.wasOn) {
      screen.resume();
      enlarge(true);
    }
    refresh(true);
    const kept = place.kept();
    const asked = query.get("section");
    const arrival = window.rnnvizDesk?.arrival();
    if (arrival) arrive(arrival);
    else if (kept && kept.section === (asked ?? "start") && isReload()) place.restore(kept);
    else if (asked) place.goTo(asked);
    else place.goToTop();
    remain(data.name, 0, location.search);
  }
}

/** Whether the document was loaded again, or come back to: its places then hold. */
function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(entry.type);
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
