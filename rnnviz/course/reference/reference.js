// A page to look things up in: its parts, and in each its entries, in the reader's language. Those of the glossary
// fold; each has its word in another language beside its head, and all that this language says of it where the reader
// asks. Questions can be asked first, their answers covered.

import { isDark } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { addressHere, replaceQuery } from "../../web/query.js";
import { goOnClick, hrefOf } from "../reader/around.js";
import { chip } from "../reader/chip.js";
import { fold, foldsIn } from "../reader/fold.js";
import { courseOnPaper } from "../reader/paper.js";
import { isReload, placeKeeper } from "../reader/place.js";
import { blockElement } from "../reader/prose.js";
import { covered } from "./covered.js";

export const mount = (host, css) => {
  const root = h("article", { class: "course reference", "data-testid": "reference" });
  host.replaceChildren(h("style", {}, css), root);
  let data = null;
  let place = null;
  let folds = null;
  const asked = new URLSearchParams(location.search);
  // What the address says beside the language: the entry, the language beside the reader's, whether all is open, and
  // whether the answers are covered.
  const seen = {
    section: asked.get("section") ?? "",
    beside: asked.get("beside") ?? "",
    isAll: asked.get("all") === "on",
    isCovered: asked.get("cover") === "on",
  };
  const isHere = addressHere();
  const entries = () => [...root.querySelectorAll("[data-section]")];

  function show(given, send) {
    const isFirst = data === null;
    data = given;
    document.documentElement.lang = data.language;
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    goOnClick(root, (target) => follow(target, send));
    if (isFirst) {
      folds = foldsIn(root, data.name);
      place = placeKeeper(data.name, entries, (section) => enter(section));
    }
    draw(!isFirst);
    if (isFirst) begin();
    window.rnnvizChapter = { find };
    write();
  }

  /** The page anew; isRead: with the reader at the same place. */
  function draw(isRead) {
    const here = isRead ? place.now() : null;
    root.replaceChildren(...page(data, seen, { enter, setBeside, setAll, setCovered }));
    folds.setAll(seen.isAll);
    folds.show();
    if (here) place.restore(here);
  }
  function enter(section) {
    seen.section = section;
    write();
  }
  function setBeside(language) {
    seen.beside = seen.beside === language ? "" : language;
    drawAgain(`.chip[lang="${language}"]`);
  }
  function setAll() {
    seen.isAll = !seen.isAll;
    drawAgain(".chip");
  }
  function setCovered() {
    seen.isCovered = !seen.isCovered;
    drawAgain(".chip");
  }
  /** The focus stays on the button that was pressed. */
  function drawAgain(button) {
    draw(true);
    write();
    /** @type {HTMLElement | null} */ (root.querySelector(button))?.focus({ preventScroll: true });
  }
  function write() {
    if (!isHere()) return;
    const { section, beside, isAll, isCovered } = seen;
    const said = { section, beside, all: isAll && "on", cover: isCovered && "on", lang: data.chosen };
    const names = ["section", "beside", "all", "cover", ...(data.chosen ? ["lang"] : [])];
    replaceQuery(names, Object.fromEntries(Object.entries(said).filter(([, value]) => value)));
  }

  /** A link to an entry of this very page only scrolls. */
  function follow(target, send) {
    if (!find(target)) send(target);
  }
  /** Scroll to where a link leads; returns whether that is on this page. */
  function find(link) {
    const [name, rest = ""] = link.split("?");
    const section = new URLSearchParams(rest).get("section");
    if (name !== data.name || !root.isConnected) return false;
    if (section) place.goTo(section);
    else place.goToTop();
    enter(section ?? "");
    return true;
  }

  function begin() {
    const kept = place.kept();
    const { section } = seen;
    if (kept && (!section || kept.section === section) && isReload()) place.restore(kept);
    else if (section) place.goTo(section);
  }
  const paper = courseOnPaper(root, css);
  function end() {
    paper();
    place?.stop();
  }
  return { show, end };
};

function page({ title, lead, parts, name, chosen, language, strings, say, tags, folds, asks, others }, seen, hands) {
  const isList = parts.every((part) => part.title === "");
  const { beside } = seen;
  const isCovered = asks && seen.isCovered;
  const context = { name, language, strings, chosen, say, tags, folds, beside, isCovered, enter: hands.enter };
  return [
    h("p", { class: "where" }, h("a", { href: hrefOf("course", chosen) }, strings.course)),
    h("h1", {}, title),
    h("p", { class: "lead" }, lead),
    isList ? h("nav", { "aria-label": title }, listOf(parts, name, chosen)) : null,
    folds ? tools(strings, others, seen, hands) : null,
    asks
      ? h("div", { class: "switches" }, pressed(strings.askFirst, hands.setCovered, strings.askFirstHint, isCovered))
      : null,
    ...parts.map((part) => partElement(part, context)),
  ].filter(Boolean);
}

/** All open at once, and the other languages, of which one may stand beside the reader's. */
function tools(strings, others, { beside, isAll }, { setBeside, setAll }) {
  const all = pressed(strings.openAll, setAll, strings.openAllHint, isAll);
  const languages = Object.entries(others).map(([language, name]) => {
    const one = pressed(name, () => setBeside(language), "", language === beside);
    one.lang = language;
    return one;
  });
  const choice = h(
    "div",
    { class: "chips", role: "group", "aria-label": strings.beside },
    strings.beside,
    ...languages,
  );
  return h("div", { class: "switches" }, all, choice);
}

/** A chip that is pressed or not. */
function pressed(text, act, title, isPressed) {
  const one = chip(text, act, title);
  one.setAttribute("aria-pressed", String(isPressed));
  return one;
}

function listOf(parts, name, chosen) {
  const items = parts.flatMap(({ entries }) =>
    entries.map(({ id, texts }) =>
      h("li", {}, h("a", { href: hrefOf(`${name}?section=${id}`, chosen) }, texts[0].title)),
    ),
  );
  return h("ol", { class: "list" }, ...items);
}

function partElement({ title, entries }, context) {
  const draw = context.folds ? folded : entry;
  const layout = context.folds && context.beside ? "group in-two" : "group";
  return h("div", { class: layout }, title ? h("h2", {}, title) : null, ...entries.map((one) => draw(one, context)));
}

function entry({ id, texts: [own] }, context) {
  const blocks = blocksOf(own, context);
  const answer = context.isCovered ? covered(id, blocks, context) : blocks;
  return h("section", { class: "entry", "data-section": id }, h("h3", {}, own.title), ...answer);
}

function folded({ id, texts: [own, ...others] }, context) {
  const other = others.find(({ language }) => language === context.beside);
  const { title, language } = other ?? preferred(others, context.tags, navigator.languages);
  const columns = (other ? [own, other] : [own]).map((one) =>
    h("div", { lang: one.language }, ...blocksOf(one, context)),
  );
  const head = [h("h3", {}, own.title), h("span", { class: "briefly", lang: language }, title)];
  return h(
    "section",
    { class: "entry", "data-section": id },
    fold(head, columns, "", () => context.enter(id)),
  );
}

const blocksOf = ({ blocks, language }, { say, chosen }) =>
  blocks.map((block) => blockElement(block, { symbols: {}, say: say[language], language: chosen }));

/** Of texts in several languages the one that a browser names first. tags: what it may say, and what that means. */
export function preferred(texts, tags, said) {
  const means = (tag) => tags.find(([beginning]) => `${tag.toLowerCase()}-`.startsWith(`${beginning}-`))?.[1];
  const meant = said.map(means);
  return meant.map((language) => texts.find((one) => one.language === language)).find(Boolean) ?? texts[0];
}
