// The search: a button in the bar, and a dialog that shows what was found while a reader types.

/** @import {Found} from "../search.d.ts" */

import { h, write } from "../../web/dom.js";
import { KEYS_OF_THE_BAR, meaningOf } from "../../web/keytable.js";
import { fill } from "../../web/numbers.js";
import { signButton } from "../../web/signbutton.js";
import { isTyped } from "../../web/typed.js";
import { marksIn, searcher } from "./ranking.js";

const LENS = "M13 13 L18 18 M14.5 8.5 A6 6 0 1 1 2.5 8.5 A6 6 0 1 1 14.5 8.5";
// More are no answer.
const MOST = 12;
// Of what is typed or pasted; the rest is no question.
const LONGEST = 100;

/**
 * Put the button into `host`. strings: the words. load(): the index. hrefOf(target): a link's address; go(href,
 * target): goes there. Returns a function that takes it away.
 *
 * @param {HTMLElement} host
 * @param {{strings: Record<string, string>, load: () => Promise<import("../search.d.ts").Index>,
 *   hrefOf: (target: string) => string, go: (href: string, target: string) => void}} given
 */
export function mount(host, { strings, load, hrefOf, go }) {
  const button = signButton(LENS, strings.searchKey, "search-button", open);
  const field = h("input", {
    type: "search",
    maxlength: String(LONGEST),
    "aria-label": strings.search,
    autocomplete: "off",
    spellcheck: "false",
  });
  const close = h("button", { type: "button", class: "search-close", "aria-label": strings.searchClose }, "×");
  const told = h("p", { class: "search-told", role: "status" });
  const list = h("ul", { class: "search-list" });
  const hint = h("p", { class: "search-hint" }, strings.searchHint);
  const line = h("div", { class: "search-line" }, field, close);
  const dialog = h("dialog", { class: "search", "aria-label": strings.search }, line, told, list, hint);
  host.replaceChildren(button, dialog);
  let index = null;
  let find = null;
  // Enter may come before the index.
  let isWaitedFor = false;

  function open() {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    if (find === null) fetchIndex();
  }
  async function fetchIndex() {
    try {
      index = await load();
      find = searcher(index);
    } catch {
      write(told, strings.searchLost);
      return;
    }
    draw();
    if (isWaitedFor && dialog.open) followFirst();
  }
  function draw() {
    if (find === null) return;
    const query = field.value.trim();
    const found = query ? find(query) : [];
    list.replaceChildren(...found.slice(0, MOST).map(item));
    list.scrollTop = 0;
    hint.hidden = query !== "";
    const message = found.length > MOST ? strings.searchMost : strings.searchFound;
    const count = fill(message, { count: String(found.length), most: String(MOST) });
    const nothing = fill(strings.searchNothing, { query });
    write(told, query === "" ? "" : found.length > 0 ? count : nothing);
  }
  /** @param {Found} one */
  function item({ kind, title, where, target, name, sentence, words }) {
    const place = h("span", { class: "search-place" }, [index.kinds[kind], where].filter(Boolean).join(" · "));
    const head = h("span", { class: "search-title" }, ...marked(title, words));
    const named = name ? h("span", { class: "search-name" }, ...marked(name, words)) : null;
    const said = sentence ? h("span", { class: "search-said" }, ...marked(sentence, words)) : null;
    return h("li", {}, h("a", { href: hrefOf(target), "data-target": target }, head, named, place, said));
  }
  function followFirst() {
    const first = list.querySelector("a");
    isWaitedFor = find === null;
    if (first) follow(first);
  }
  function follow(link) {
    dialog.close();
    go(link.getAttribute("href"), link.dataset.target);
  }

  field.addEventListener("input", () => {
    isWaitedFor = false;
    draw();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  list.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(link);
  });
  // While the dialog is open, its keys are its own.
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const links = [...list.querySelectorAll("a")];
    const from = /** @type {HTMLAnchorElement} */ (event.composedPath()[0]);
    const at = links.indexOf(from);
    const isInField = event.target === field;
    // What an input method still composes is not asked for yet.
    if (event.isComposing) return;
    // A field for searches would be emptied by Escape, and stay.
    if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
    } else if (event.key === "Enter" && isInField) {
      event.preventDefault();
      followFirst();
    } else if (event.key === "ArrowDown" && (isInField || at >= 0)) {
      event.preventDefault();
      links[Math.min(links.length - 1, at + 1)]?.focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? field).focus();
    }
  });

  function onKey(event) {
    if (isTyped(event) || meaningOf(KEYS_OF_THE_BAR, event.key) !== "search") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }
  document.addEventListener("keydown", onKey, true);
  const keys = () => [["/", strings.keySearch]];
  window.rnnvizSearch = { keys };
  return () => {
    document.removeEventListener("keydown", onKey, true);
    if (window.rnnvizSearch?.keys === keys) window.rnnvizSearch = undefined;
    dialog.close();
  };
}

/** A text with the words of the query marked. */
function marked(text, words) {
  const marks = marksIn(text, words);
  const ends = [0, ...marks.map(([, to]) => to)];
  return [
    ...marks.flatMap(([from, to], k) => [text.slice(ends[k], from), h("mark", {}, text.slice(from, to))]),
    text.slice(ends.at(-1)),
  ];
}
