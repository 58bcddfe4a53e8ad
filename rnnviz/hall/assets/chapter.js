// A chapter that goes where the lecturer's is: its values, its answers, its section.

import { asked } from "../../web/asked.js";
import { h } from "../../web/dom.js";

// What a reader does by himself.
const OWN_ACTS = ["pointerdown", "keydown", "wheel", "touchmove"];

/** Chapters in `host`: {show(name, query), end()}. words: as for `asked`. onRoam(): its reader does something. */
export function followedChapter(host, { language, words, onRoam }) {
  let now = { name: "", page: null };
  let wanted = "";
  for (const kind of OWN_ACTS) host.addEventListener(kind, () => now.page && onRoam(), { passive: true });

  /** Show a chapter in the state of a query; returns {isThere, refused}, as a followed stage does. */
  async function show(name, query) {
    wanted = `${name}?${query}`;
    if (now.name === name) {
      now.page.goTo(query);
      return { isThere: true, refused: "" };
    }
    const link = new URLSearchParams({ name, lang: language });
    const { told: data, refused } = await asked(`/hall-chapter?${link}`, { words });
    if (refused) return { isThere: false, refused };
    const view = await import(`${data.base}/${data.view}.js`).catch(() => null);
    if (view === null) return { isThere: false, refused: words.noConnection };
    if (wanted !== `${name}?${query}`) return { isThere: false, refused: "" };
    end();
    // A chapter reads its first state from the address.
    history.replaceState(null, "", `${location.pathname}?${query}`);
    const inside = h("div", {});
    host.replaceChildren(inside);
    const root = inside.attachShadow({ mode: "open" });
    const place = h("div", {});
    root.append(place);
    const page = view.mount(place, view.css);
    page.show(data, (target) => open(`/${target}`, "_blank", "noopener"));
    now = { name, page };
    return { isThere: true, refused: "" };
  }
  function end() {
    now.page?.end();
    now = { name: "", page: null };
    host.replaceChildren();
    history.replaceState(null, "", location.pathname);
  }
  return { show, end };
}
