// A chapter that goes where the lecturer's is: its values, its answers, its section.

import { h } from "../../web/dom.js";

// What a reader does by himself.
const OWN_ACTS = ["pointerdown", "keydown", "wheel", "touchmove"];

/** Chapters in `host`: {show(name, query), end()}. onRoam(): the reader does something himself. */
export function followedChapter(host, { language, onRoam }) {
  let now = { name: "", page: null };
  let wanted = "";
  for (const kind of OWN_ACTS) host.addEventListener(kind, () => now.page && onRoam(), { passive: true });

  /** Show a chapter in the state of a query; returns whether it is there. */
  async function show(name, query) {
    wanted = `${name}?${query}`;
    if (now.name === name) {
      now.page.goTo(query);
      return true;
    }
    const answer = await fetch(`/hall-chapter?name=${encodeURIComponent(name)}&lang=${language}`).catch(() => null);
    if (!answer?.ok) return false;
    const data = await answer.json();
    const { css, mount } = await import(`${data.base}/${data.view}.js`);
    if (wanted !== `${name}?${query}`) return false;
    end();
    // A chapter reads its first state from the address.
    history.replaceState(null, "", `${location.pathname}?${query}`);
    const inside = h("div", {});
    host.replaceChildren(inside);
    const root = inside.attachShadow({ mode: "open" });
    const place = h("div", {});
    root.append(place);
    const page = mount(place, css);
    page.show(data, (target) => open(`/${target}`, "_blank", "noopener"));
    now = { name, page };
    return true;
  }
  function end() {
    now.page?.end();
    now = { name: "", page: null };
    host.replaceChildren();
    history.replaceState(null, "", location.pathname);
  }
  return { show, end };
}
