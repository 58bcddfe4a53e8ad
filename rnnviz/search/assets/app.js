// The search in the app: its index comes from the server, and Streamlit turns to what is chosen.

import { hrefOf } from "../../course/reader/around.js";
import { mount as mountSearch } from "./search.js";

// Milliseconds after which a server that has not turned the page is asked for it as a whole.
const LOAD_AFTER = 5000;

/** index: its address; chosen: the language that the address names, or ""; send(target): asks Streamlit for a page. */
export function mount(host, { strings, index, chosen, send }) {
  async function load() {
    const answer = await fetch(index);
    if (!answer.ok) throw new Error(`${answer.status} ${index}`);
    return answer.json();
  }

  /** The way there without a new start of the page. */
  function go(href, target) {
    if (window.rnnvizChapter?.find(target)) return;
    const before = location.href;
    // Any other page is not told that another place of it is asked for.
    if (new URL(href, before).pathname === location.pathname) location.assign(href);
    else send(href.slice(1));
    setTimeout(() => location.href === before && location.assign(href), LOAD_AFTER);
  }
  return mountSearch(host, { strings, load, hrefOf: (target) => hrefOf(target, chosen), go });
}
