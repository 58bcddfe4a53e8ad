// Plotly, fetched with the first cloud of states that a reader looks at.

/** @import {Plotly} from "../states.d.ts" */

/** @type {Promise<Plotly | null> | null} */
let fetched = null;

/**
 * Plotly, or null where it does not come; it is asked for again then.
 *
 * @param {string} address
 * @returns {Promise<Plotly | null>}
 */
export async function plotly(address) {
  // As a module the script leaves its functions where any script does: with the window.
  fetched ??= import(address).then(
    () => window.Plotly,
    () => null,
  );
  const found = await fetched;
  if (!found) fetched = null;
  return found;
}

/**
 * Plotly writes its rules into the document; a view within a shadow root needs them there.
 *
 * @param {Node} element
 */
export function bringRules(element) {
  const root = element.getRootNode();
  const written = document.querySelector('style[id="plotly.js-style-global"]');
  if (!(root instanceof ShadowRoot) || !(written instanceof HTMLStyleElement)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...written.sheet.cssRules].map((rule) => rule.cssText).join("\n"));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
