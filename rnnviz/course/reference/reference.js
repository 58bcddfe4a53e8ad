// A page to look things up in: its parts, and in each its entries, in one language or in two side by side.

import { isDark } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { goOnClick, hrefOf } from "../reader/around.js";
import { placeKeeper } from "../reader/place.js";
import { blockElement } from "../reader/prose.js";

export const mount = (host, css) => {
  const root = h("article", { class: "course reference", "data-testid": "reference" });
  host.replaceChildren(h("style", {}, css), root);
  let data = null;
  let place = null;
  const entries = () => [...root.querySelectorAll("[data-section]")];

  function show(given, send) {
    const here = place?.now();
    const isFirst = data === null;
    data = given;
    document.documentElement.lang = data.language;
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.replaceChildren(...page(data));
    goOnClick(root, (target) => follow(target, send));
    if (isFirst) {
      place = placeKeeper(data.name, entries, (section) => writeSection(section));
      begin();
    } else if (here) place.restore(here);
    writeLanguage(data.chosen);
  }

  /** A link to an entry of this very page only scrolls. */
  function follow(target, send) {
    const [name, rest = ""] = target.split("?");
    const section = new URLSearchParams(rest).get("section");
    if (name !== data.name || !section) return send(target);
    place.goTo(section);
    return writeSection(section);
  }

  function begin() {
    const kept = place.kept();
    const asked = new URLSearchParams(location.search).get("section");
    if (kept && (!asked || kept.section === asked) && wasHereBefore()) place.restore(kept);
    else if (asked) place.goTo(asked);
  }
  return { show, end: () => place?.stop() };
};

function page({ title, lead, parts, name, chosen, strings, say, tags }) {
  const isList = parts.every((part) => part.title === "");
  return [
    h("p", { class: "where" }, h("a", { href: hrefOf("course", chosen) }, strings.course)),
    h("h1", {}, title),
    h("p", { class: "lead" }, lead),
    h("nav", { "aria-label": title }, isList ? listOf(parts, name, chosen) : null),
    ...parts.map((part) => partElement(part, { chosen, say, tags })),
  ];
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
  return h("div", { class: "group" }, title ? h("h2", {}, title) : null, ...entries.map((one) => entry(one, context)));
}

function entry({ id, texts }, { chosen, say, tags }) {
  const [own, ...others] = texts;
  const shown = others.length > 1 ? [own, preferred(others, tags, navigator.languages)] : texts;
  const columns = shown.map(({ title, blocks, language }) =>
    h(
      "div",
      { lang: language },
      h("h3", {}, title),
      ...blocks.map((block) => blockElement(block, { symbols: {}, say: say[language], language: chosen })),
    ),
  );
  return h("section", { class: columns.length > 1 ? "entry side-by-side" : "entry", "data-section": id }, ...columns);
}

/** Of texts in several languages the one that a browser names first. tags: what it may say, and what that means. */
export function preferred(texts, tags, said) {
  const means = (tag) => tags.find(([beginning]) => `${tag.toLowerCase()}-`.startsWith(`${beginning}-`))?.[1];
  const meant = said.map(means);
  return meant.map((language) => texts.find((one) => one.language === language)).find(Boolean) ?? texts[0];
}

function writeLanguage(chosen) {
  if (chosen) writeParameter("lang", chosen);
}

function writeSection(section) {
  writeParameter("section", section);
}

function writeParameter(name, value) {
  const url = new URL(location.href);
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/** Whether the document was loaded again, or come back to: its places then hold. */
function wasHereBefore() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(navigation.type);
}
