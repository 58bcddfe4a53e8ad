// The ways from one page of the course to another. They are links, so that they can be opened beside, and copied.

import { h } from "../../web/dom.js";
import { home } from "../../web/home.js";
import { fill } from "../../web/numbers.js";

/** The address of a page of ours, "step?cell=gru", in the reader's language. */
export function hrefOf(target, language) {
  const url = new URL(`/${target}`, "http://page");
  if (language) url.searchParams.set("lang", language);
  return home().addressOf((url.pathname + url.search).slice(1));
}

/** The ways on: to the chapter before, and to the next. */
export function aroundElement({ previous, next, chosen, strings }) {
  const way = (one, message, name) =>
    one ? h("a", { href: hrefOf(one.address, chosen), class: name }, fill(message, { title: one.title })) : h("span");
  const ways = [way(previous, strings.previous, "back"), way(next, strings.next, "on")];
  return h("nav", { class: "around", "aria-label": strings.around }, ...ways);
}

/** The tasks that go with this chapter, in a line; null where there are none. */
export function practiceElement({ practice, chosen, strings }) {
  const links = (practice ?? []).flatMap(({ address, title }, k) => [
    k > 0 ? " · " : "",
    h("a", { href: hrefOf(address, chosen) }, title),
  ]);
  return links.length === 0 ? null : h("p", { class: "practise" }, strings.practise, " ", ...links);
}

/** The chapters that this one builds on, in a line; null where there are none. */
export function needsElement({ needs, chosen, strings }) {
  const links = needs.flatMap(({ address, title }, k) => [
    k > 0 ? " · " : strings.needs.endsWith(":") ? " " : "",
    h("a", { href: hrefOf(address, chosen) }, title),
  ]);
  return needs.length === 0 ? null : h("p", { class: "needs" }, strings.needs, ...links);
}

/** Let links within `root` be followed without a new start of the page: send(target), such as "step?cell=gru". */
export function goOnClick(root, send) {
  root.onclick = (event) => {
    const anchor = event.target.closest?.("a[href]");
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send(home().targetOf(anchor.getAttribute("href")));
  };
}

/** A title whose words with a hyphen stay in one line. */
export function unbroken(title) {
  return title
    .split(/(\p{Script=Latin}+-\p{Script=Latin}+)/u)
    .map((part, k) => (k % 2 === 1 ? h("span", { class: "unbroken" }, part) : part));
}
