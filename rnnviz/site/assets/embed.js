// A view in a frame of another page: without the bar, and as high as it needs to be.

import { h } from "../../web/dom.js";

const NAME = "embed";
// The window's height, in pixels, as views see it in a frame: the frame becomes as high as its view, so that a view
// which becomes as high as its frame would grow for ever.
const HEIGHT = 720;

/** Whether the address asks for a view without its surroundings. */
export const isEmbedded = () => new URLSearchParams(location.search).has(NAME);

/** That height; that of the screen for a view which fills it. */
export const embeddedHeight = () => (document.documentElement.dataset.presenting === undefined ? HEIGHT : innerHeight);

/** A style sheet whose shares of the window's height are those of that height. */
export const embeddedCss = (css) => css.replace(/(?<![\w.-])([\d.]+)[sld]?vh\b/g, `calc($1 * ${HEIGHT / 100}px)`);

/** The section of a chapter that the address names, "" for all. */
const sectionOf = (address) => address.searchParams.get("section") ?? "";

/** A style sheet that leaves of a chapter one section, with its figure. */
function sectionAlone(section) {
  const [chapter, own] = ['[data-testid="chapter"]', `[data-section="${CSS.escape(section)}"]`];
  const around = `${chapter} > :not(section, .opening, dialog, .unseen)`;
  return h("style", {}, `${around}, ${chapter} section[data-section]:not(${own}) { display: none; }`);
}

/**
 * Tell the page around the frame how high the view is: {rnnviz: "height", height}, in pixels. Below it stands the way
 * to the whole page.
 *
 * @param {Record<string, string>} strings
 */
export function embed(strings) {
  document.documentElement.dataset.embedded = "";
  const whole = new URL(location.href);
  if (sectionOf(whole)) document.head.append(sectionAlone(sectionOf(whole)));
  whole.searchParams.delete(NAME);
  const link = h("a", { href: whole.href, target: "_blank", rel: "noopener" }, strings.open);
  document.body.append(h("p", { class: "whole" }, link));
  link.addEventListener("click", () => {
    const now = new URL(location.href);
    now.searchParams.delete(NAME);
    link.setAttribute("href", now.href);
  });
  const tell = () => parent.postMessage({ rnnviz: "height", height: document.documentElement.offsetHeight }, "*");
  new ResizeObserver(tell).observe(document.body);
}

/**
 * Shows the line for a page of one's own, at the place where the reader is.
 *
 * @param {Record<string, string>} strings
 * @returns {() => void}
 */
export function embedding(strings) {
  const line = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { readonly: "", rows: 4, "aria-label": strings.embedLine })
  );
  const close = h("button", { type: "button" }, strings.close);
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "embedding" }, h("p", {}, strings.embedMeans), line, close)
  );
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return () => {
    const here = new URL(location.href);
    const part = document.querySelector(`[data-section="${CSS.escape(sectionOf(here))}"] h2`)?.textContent;
    line.value = frameOf(here, part ? `${part} · ${document.title}` : document.title);
    dialog.showModal();
    line.select();
  };
}

// What a page needs to make the frames of views as high as they ask to be; of other frames it takes no message.
const LISTENER = [
  "<script>",
  'addEventListener("message", ({ data, source }) => {',
  'if (data?.rnnviz === "height") for (const one of document.querySelectorAll("iframe")) ',
  'if (one.contentWindow === source) one.style.height = Number(data.height) + "px"; });',
  "</script>",
].join("");

/**
 * The line of HTML that shows a view in another page.
 *
 * @param {URL} address
 */
function frameOf(address, title) {
  address.searchParams.set(NAME, "1");
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = title;
  frame.loading = "lazy";
  frame.setAttribute("style", `width:100%;height:${HEIGHT}px;border:0`);
  frame.setAttribute("allow", "fullscreen");
  return frame.outerHTML + LISTENER;
}
