// A page of the static edition: its bar, its language, and the view that takes the place of the words in the document.

import { mount as mountSearch } from "../../search/assets/search.js";
import { h } from "../../web/dom.js";
import { embed, embeddedCss, embeddedHeight, embedding, isEmbedded } from "./embed.js";
import { keepOffline } from "./offline.js";

const KEPT = "rnnviz.language";
// Milliseconds after which the whole edition is fetched for when there is no network: what is shown now comes first.
const LATER = 2000;
const PLACES = [
  ["", "home"],
  ["step", "step"],
  ["train", "train"],
  ["units", "units"],
  ["course", "course"],
  ["practice", "practice"],
];
const site = JSON.parse(document.getElementById("site").textContent);
// The document's first lines have chosen it.
const { language } = document.documentElement.dataset;
const strings = site.strings[language];
const asked = new URLSearchParams(location.search).get("lang");
const chosen = asked in site.languages ? asked : "";

const bar = /** @type {HTMLElement} */ (document.querySelector("body > .bar"));
const barHeight = () => bar.offsetHeight;

window.rnnvizHome = { addressOf, targetOf, bar: barHeight, ...(isEmbedded() ? { height: embeddedHeight } : {}) };
document.title = `${site.titles[language]} · rnnviz`;
remember();
const showEmbedding = embedding(strings);
if (isEmbedded()) embed(strings);
else {
  bar.append(ways(), searchButton(), embedButton(), languages());
  document.querySelector("main").after(whereTheRestIs());
}
// On a phone the bar has several lines; what sticks below it, or is scrolled to, has to know.
const writeBar = () => document.documentElement.style.setProperty("--bar", `${barHeight()}px`);
writeBar();
new ResizeObserver(writeBar).observe(bar);
begin();
// Who meets a view in another page has not asked to keep the whole edition.
if (!isEmbedded()) addEventListener("load", () => setTimeout(keepOffline, LATER, `${site.root}sw.js`, strings));

/** The address of a page of ours, such as "step?cell=gru", as seen from this one. */
function addressOf(target) {
  const [name, query] = target.split("?");
  const asks = new URLSearchParams(query);
  if (isEmbedded()) asks.set("embed", "1");
  const all = asks.toString();
  return `${site.root}${name ? `${name}/` : ""}${all ? `?${all}` : ""}`;
}

function targetOf(address) {
  const [path, query] = address.slice(site.root.length).split("?");
  return path.replace(/\/$/, "") + (query ? `?${query}` : "");
}

/** A language that was chosen holds on all pages, in this browser alone; where it may keep nothing, on this one. */
function remember() {
  if (!chosen) return;
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // The address says it.
  }
}

function ways() {
  const here = PLACES.some(([name]) => name === site.name) ? site.name : "course";
  const links = PLACES.map(([name, words]) => {
    const current = name === here ? { "aria-current": "page" } : {};
    return h("a", { href: addressOf(`${name}${chosen ? `?lang=${chosen}` : ""}`), ...current }, strings[words]);
  });
  return h("nav", { "aria-label": strings.pages }, ...links);
}

function searchButton() {
  const host = h("div", {});
  mountSearch(host, {
    strings,
    load: () => fetched(site.search[language]),
    hrefOf: (target) => addressOf(chosen ? `${target}${target.includes("?") ? "&" : "?"}lang=${chosen}` : target),
    go: (href) => location.assign(href),
  });
  return host;
}

function embedButton() {
  const button = h("button", { type: "button", class: "embed" }, strings.embed);
  button.addEventListener("click", showEmbedding);
  return button;
}

/** One sentence below each page. */
function whereTheRestIs() {
  const link = site.project ? [" ", h("a", { href: site.project }, site.project)] : [];
  return h("footer", { class: "elsewhere" }, strings.missing, ...link);
}

/** The same page in each language; what the address says of it stays. */
function languages() {
  const links = Object.entries(site.languages).map(([tag, name]) => {
    const link = h(
      "a",
      { href: `?lang=${tag}`, lang: tag, ...(tag === language ? { "aria-current": "true" } : {}) },
      name,
    );
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const url = new URL(location.href);
      url.searchParams.set("lang", tag);
      location.replace(url);
    });
    return link;
  });
  return h("nav", { class: "languages", "aria-label": strings.language }, ...links);
}

async function begin() {
  if (!site.module) return;
  const host = document.querySelector("main");
  try {
    const [view, told] = await Promise.all([import(pathOf(site.module)), dataOf()]);
    const inside = h("div", {});
    const page = view.mount(inside, isEmbedded() ? embeddedCss(view.css) : view.css);
    host.replaceChildren(inside);
    const pictures = () => import(pathOf(site.picture));
    const learner = told.learner && pathOf(told.learner);
    const isHome = site.name === "" && !isEmbedded();
    const given = {
      strings,
      ...told,
      isHome,
      notFetched,
      showEmbedding,
      chosen,
      pictures,
      language,
      fetched,
      pathOf,
      learner,
    };
    await page.show(given, (target) => location.assign(addressOf(target)));
    if (!host.querySelector("h1")) host.prepend(h("h1", { class: "unseen" }, site.titles[language]));
  } catch {
    host.prepend(h("p", { role: "alert" }, notFetched()));
  }
}

/** Why a file did not come, as far as the browser knows. */
function notFetched() {
  return navigator.onLine ? strings.notFetched : strings.offline;
}

/** What the view draws: its own file in this language, or what the document says of it. */
function dataOf() {
  const own = site.data[language];
  return own ? fetched(own) : site.data;
}

async function fetched(file) {
  const answer = await fetch(pathOf(file));
  if (!answer.ok) throw new Error(`${answer.status} ${file}`);
  const isPacked = file.endsWith(".packed");
  const body = isPacked ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  return new Response(body).json();
}

/** The whole address of a file of the edition. */
function pathOf(file) {
  return new URL(site.root + file, location.href).href;
}
