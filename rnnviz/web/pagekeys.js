// The keys of a view that fills a page: which are the browser's or a control's, and how they come back to the view.

import { isOfClicker } from "./onward.js";

const TEXT = "textarea, input:not([type]), input[type=text], input[type=number], input[type=search]";

/** Whether a key belongs to the browser, or to the control that has the focus. */
export function isTaken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.key === "Escape") return false;
  const from = event.composedPath()[0];
  if (from.matches(`select, ${TEXT}`)) return true;
  if (from.matches("button, a, summary")) return [" ", "Enter"].includes(event.key);
  return from.matches("input[type=range]") && !from.matches(".scrubber") && /^(Arrow|Page|Home|End)/.test(event.key);
}

/** Whether nothing has the focus, so that the page has the keys. */
export const isIdle = () => document.activeElement === document.body || document.activeElement === null;

/**
 * The keys of a view that fills a page: onKey(event) has those pressed in `root`; and with nothing focused, since they
 * would do nothing else and a lecturer need not click first; and a clicker's. Returns a function that stops it.
 *
 * @param {HTMLElement} root
 * @param {(event: KeyboardEvent) => void} onKey
 */
export function keysOfPage(root, onKey) {
  const onPageKey = (event) => (isIdle() || isOfClicker(event)) && onKey(event);
  root.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onPageKey);
  const stop = keysComeBack(root);
  return () => {
    stop();
    document.removeEventListener("keydown", onPageKey);
  };
}

/**
 * Gives the keys back to `root` once a control of the page around it has been used: after a choice,
 * after Enter in a field, and by Escape. What stands in an open popover keeps them.
 * Returns a function that stops it.
 */
function keysComeBack(root) {
  const isOurs = (event) => event.composedPath().includes(root);
  const isInPopover = (event) =>
    event.composedPath().some((one) => one.matches?.("[data-testid=stPopoverBody], [role=dialog], dialog"));
  const isNear = (event) => event.composedPath().some((one) => one.matches?.("[data-testid=stMain]"));
  const isOption = (event) => event.composedPath().some((one) => one.matches?.("[role=option]"));
  // The control handles the key or the click first.
  const back = () => setTimeout(() => root.isConnected && root.focus({ preventScroll: true }), 50);

  function onKey(event) {
    const from = event.composedPath()[0];
    if (isOurs(event) || isInPopover(event) || !isNear(event) || !from.matches?.("input, button")) return;
    const isChoice = event.key === "Enter" && from.matches("input") && from.getAttribute("aria-expanded") !== "false";
    if (event.key === "Escape" || isChoice) back();
  }
  function onClick(event) {
    // A click that a key made leaves the focus to that key's owner, who moves on by Tab.
    if (isOurs(event) || isInPopover(event) || event.detail === 0) return;
    const button = event
      .composedPath()
      .find((one) => one.matches?.("[role=radio], [data-testid^=stBaseButton-segmented]"));
    if (isOption(event) || (button && isNear(event))) back();
  }
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("click", onClick, true);
  return () => {
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("click", onClick, true);
  };
}
