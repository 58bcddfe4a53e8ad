// The ways on from a text page that Streamlit draws, and how far its reader has come.

import { isDark } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { aroundElement, goOnClick } from "../assets/around.js";
import { remain } from "../assets/progress.js";

const SCROLLER = '[data-testid="stMain"]';

export const mount = (host, css) => {
  const root = h("div", { class: "course" });
  host.replaceChildren(h("style", {}, css), root);
  const scroller = document.querySelector(SCROLLER);
  let data = null;
  function onScroll() {
    const most = scroller.scrollHeight - scroller.clientHeight;
    remain(data.name, most < 40 ? 1 : (scroller.scrollTop + 40) / most, location.search);
  }
  return {
    show(given, send) {
      const isNew = data === null;
      data = given;
      root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
      root.replaceChildren(aroundElement(data));
      goOnClick(root, send);
      if (!isNew) return;
      remain(data.name, 0, location.search);
      scroller.addEventListener("scroll", onScroll, { passive: true });
    },
    end: () => scroller.removeEventListener("scroll", onScroll),
  };
};
