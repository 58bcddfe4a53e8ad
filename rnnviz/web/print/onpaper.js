// A view as a sheet, wherever its page is printed: by the browser's menu, by its key, or as a file.

import { onPrint } from "./room.js";

// Milliseconds after which what takes the picture is fetched: by then all that a reader waits for is there.
const FETCH_AFTER = 1500;

/**
 * view(): as for `pictureOf`. pictures(): what takes its picture, or nothing where none is taken; fetched ahead,
 * because a browser that prints waits for nothing. isShown(): whether there is anything to print. Returns a function
 * that ends it.
 *
 * @param {() => object} view
 * @param {() => Promise<unknown> | undefined} pictures
 * @param {() => boolean} isShown
 */
export function onPaper(view, pictures, isShown) {
  /** @type {{sheetOf: (view: object, part: string) => HTMLElement}} */
  let module = null;
  let asked = null;
  const fetched = () => {
    asked ??= pictures()?.then(
      (found) => {
        module = /** @type {typeof module} */ (found);
      },
      () => {
        asked = null;
      },
    );
    return asked;
  };
  const ahead = setTimeout(() => isShown() && fetched(), FETCH_AFTER);
  const stop = onPrint(() => {
    if (!isShown()) return [];
    // Who prints that early has the page as it is, and the sheet the next time.
    if (!module) fetched();
    return module ? [module.sheetOf(view(), "whole")] : [];
  });

  /** Who is faster than that prints a moment later. */
  async function onKey(event) {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "p";
    if (!isPrint || event.shiftKey || event.defaultPrevented || module || !isShown() || !fetched()) return;
    event.preventDefault();
    await asked;
    window.print();
  }
  document.addEventListener("keydown", onKey);
  return () => {
    clearTimeout(ahead);
    stop();
    document.removeEventListener("keydown", onKey);
  };
}
