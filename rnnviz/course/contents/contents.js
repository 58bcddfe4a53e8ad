// The contents of the course: its parts and chapters, how far the reader has come, and the place to return to.

import { isDark } from "../../web/colours.js";
import { h, s } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { goOnClick, hrefOf, unbroken } from "../reader/around.js";
import { courseOnPaper } from "../reader/paper.js";
import { progress } from "../reader/progress.js";
import { asked } from "../../web/asked.js";
import { keyOfQuestion, results } from "../../web/results/results.js";
import { isDue } from "../../web/results/schedule.js";
import { thumb } from "./thumb.js";

export const mount = (host, css) => {
  const root = h("article", { class: "course contents", "data-testid": "contents" });
  host.replaceChildren(h("style", {}, css), root);
  const paper = courseOnPaper(root, css);
  let stop = () => {};
  return {
    show(data, send) {
      goOnClick(root, send);
      document.documentElement.lang = data.language;
      root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
      writeLanguage(data.chosen);
      root.replaceChildren(...contents(data));
      stop();
      stop = withMiniatures(root, data);
    },
    end() {
      stop();
      paper();
    },
  };
};

/**
 * The figures of the chapters in the place of their small pictures, each once its card is near what one sees. Where
 * something does not come, the small picture stays. Returns a function that ends it.
 *
 * @param {HTMLElement} root
 */
function withMiniatures(root, { base, language, strings, miniatures, fetched, pathOf }) {
  // The static edition says where its files are; the app answers for a chapter as it does to who follows a lecture.
  const module = () => import(miniatures ? pathOf(miniatures.module) : `${location.origin}${base}/miniatures.js`);
  const dataOf = async (name) => {
    if (miniatures) return fetched(miniatures.data[name]);
    const { told } = await asked(`/hall-chapter?name=${name}&lang=${language}`, { words: strings });
    return told;
  };
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) show(target);
    },
    { rootMargin: "200px" },
  );
  for (const card of root.querySelectorAll(".card[data-chapter]")) sight.observe(card);

  /** @param {Element} card */
  async function show(card) {
    sight.unobserve(card);
    if (!(card instanceof HTMLElement)) return;
    const name = card.dataset.chapter;
    const [made, data] = await Promise.all([module(), dataOf(name)]).catch(() => [null, null]);
    const svg = /** @type {SVGElement | null} */ (card.querySelector(".thumb"));
    if (!made || !data || !card.isConnected || svg === null) return;
    svg.replaceChildren();
    svg.classList.add("picture");
    card.classList.add("is-figure");
    const { cell } = card.dataset;
    if (cell) {
      made.cellMiniature(svg, cell, data);
      return;
    }
    const { play } = made.miniature(svg, name, data);
    const moves = () => mayMove() && play();
    card.onpointerenter = moves;
    card.onfocus = moves;
  }
  return () => sight.disconnect();
}
const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

function contents({ title, parts, practice, chosen, strings }) {
  const { chapters, last } = progress();
  const lead = h("p", { class: "lead" }, strings.lead);
  const all = parts.flatMap((part) => part.chapters);
  const known = last && all.find((chapter) => chapter.address === last.name);
  const message = known ? strings.continue : strings.begin;
  const start = known ?? all[0];
  const target = known ? returnTo(last) : start.address;
  const way = h("a", { class: "onward", href: hrefOf(target, chosen) }, `${fill(message, { title: start.title })} →`);
  return [
    h("header", { class: "title" }, h("h1", {}, title), lead, h("p", {}, way), practiceLine(practice, strings, chosen)),
    h("div", { class: "parts" }, ...parts.map((part) => partElement(part, chapters, strings, chosen))),
  ];
}

/** The way to the tasks, and which of them are due, with the pages that ask what is. */
function practiceLine({ address, title, tasks, asking }, strings, chosen) {
  const due = Object.entries(results().families)
    .filter(([, kept]) => isDue(kept, Date.now()))
    .map(([name]) => name);
  const ofTasks = due.filter((name) => name in tasks).map((name) => [`${address}?family=${name}`, tasks[name]]);
  const ofPages = asking
    .filter((one) => due.some((name) => name.startsWith(keyOfQuestion(one.name, ""))))
    .map((one) => [one.address, one.title]);
  const links = [...ofTasks, ...ofPages].flatMap(([target, text], k) => [
    k > 0 ? " · " : "",
    h("a", { href: hrefOf(target, chosen) }, text),
  ]);
  const own = h("a", { href: hrefOf(address, chosen) }, title);
  return h("p", { class: "practise" }, own, ...(links.length > 0 ? [" · ", strings.due, " ", ...links] : []));
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
  const lines = chapters.filter(({ timeline }) => timeline?.length > 0);
  return h(
    "section",
    { class: "part" },
    h("h2", {}, title),
    h("ol", { class: "cards", style: columns }, ...cards),
    ...lines.flatMap((one) => [timeline(one, chosen), h("p", { class: "timeline-hint" }, strings.timeline)]),
  );
}

/** The cells of a chapter in the order of their coming, each with its figure, and a link to where it is told. */
function timeline({ address, title, timeline: cells }, chosen) {
  const points = cells.map(({ section, cell, year, said }) => {
    const svg = s("svg", { class: "thumb" });
    const frame = h("span", { class: "thumb-frame", "aria-hidden": "true", inert: "" }, svg);
    const link = { class: "card point", href: hrefOf(`${address}?section=${section}`, chosen) };
    const data = { "data-chapter": address, "data-cell": section };
    return h(
      "li",
      {},
      h(
        "a",
        { ...link, ...data },
        h("span", { class: "year" }, year || "\u00a0"),
        frame,
        h("h3", {}, cell),
        h("p", {}, said),
      ),
    );
  });
  return h("ol", { class: "timeline", "aria-label": title }, ...points);
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
    { class: "card", href: hrefOf(address, chosen), ...(picture ? { "data-chapter": address } : {}) },
    // What can be taken hold of in a figure cannot in its small picture.
    shown && h("span", { class: "thumb-frame", "aria-hidden": "true", inert: "" }, shown.element),
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
