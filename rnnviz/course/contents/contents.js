// The contents of the course: its parts and chapters, how far the reader has come, and the place to return to.

import { isDark } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { goOnClick, hrefOf, unbroken } from "../reader/around.js";
import { courseOnPaper } from "../reader/paper.js";
import { progress } from "../reader/progress.js";
import { thumb } from "./thumb.js";

export const mount = (host, css) => {
  const root = h("article", { class: "course contents", "data-testid": "contents" });
  host.replaceChildren(h("style", {}, css), root);
  const paper = courseOnPaper(root, css);
  return {
    show(data, send) {
      goOnClick(root, send);
      document.documentElement.lang = data.language;
      root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
      writeLanguage(data.chosen);
      root.replaceChildren(...contents(data));
    },
    end: paper,
  };
};

function contents({ title, parts, chosen, strings }) {
  const { chapters, last } = progress();
  const lead = h("p", { class: "lead" }, strings.lead);
  const all = parts.flatMap((part) => part.chapters);
  const known = last && all.find((chapter) => chapter.address === last.name);
  const message = known ? strings.continue : strings.begin;
  const start = known ?? all[0];
  const target = known ? returnTo(last) : start.address;
  const way = h("a", { class: "onward", href: hrefOf(target, chosen) }, `${fill(message, { title: start.title })} →`);
  return [
    h("header", { class: "title" }, h("h1", {}, title), lead, h("p", {}, way)),
    h("div", { class: "parts" }, ...parts.map((part) => partElement(part, chapters, strings, chosen))),
  ];
}

/** The address that a reader left, but for its language. */
function returnTo({ name, query }) {
  const asked = new URLSearchParams(String(query ?? ""));
  asked.delete("lang");
  const text = asked.toString();
  return text ? `${name}?${text}` : name;
}

function partElement({ title, chapters }, shares, strings, chosen) {
  const cards = chapters.map((chapter) =>
    h("li", {}, card(chapter, Number(shares[chapter.address]) || 0, strings, chosen)),
  );
  const columns = `--wide:${evenColumns(cards.length, [4, 5, 3])};--middle:${evenColumns(cards.length, [3, 2])}`;
  return h("section", { class: "part" }, h("h2", {}, title), h("ol", { class: "cards", style: columns }, ...cards));
}

/** Of these numbers of columns the one that leaves the fewest places empty; of equals, the first. */
function evenColumns(count, choices) {
  const empty = (columns) => Math.ceil(count / columns) * columns - count;
  return choices.reduce((best, columns) => (empty(columns) < empty(best) ? columns : best));
}

function card({ address, title, question, picture }, share, strings, chosen) {
  const shown = picture && thumb(picture);
  const isRead = share >= 0.97;
  const told = isRead ? `✓ ${strings.read}` : share > 0 ? strings.begun : "";
  const element = h(
    "a",
    { class: "card", href: hrefOf(address, chosen) },
    shown?.element,
    shown &&
      h(
        "p",
        { class: "legend", "aria-hidden": "true" },
        ...picture.legend.map(({ hue, text }) => h("span", { class: `hue-${hue}` }, text)),
      ),
    h("h3", {}, ...unbroken(title)),
    h("p", {}, question),
    told ? h("p", { class: "read" }, told) : null,
  );
  if (shown) {
    element.onpointerenter = shown.play;
    element.onfocus = shown.play;
  }
  return element;
}

function writeLanguage(chosen) {
  const url = new URL(location.href);
  if (chosen) url.searchParams.set("lang", chosen);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
