// The large panel: the page that grows, or loss and gradient as curves, and the names that choose between them.

import { h } from "../../web/dom.js";
import { pictureKey } from "../../web/picturekey.js";
import { soundKey } from "../../web/sound/sound.js";
import { tableKey } from "../../web/table.js";

/** What it shows, the first unless the address says otherwise. */
export const LARGE = ["page", "curves"];

/**
 * remarks: what stands below the curves. onLarge(name) chooses; onPicture(part), onSound(), onTable(from): the keys in
 * its corner. Returns {element, update(name, isPaged)}; isPaged: whether there is a page to choose.
 */
export function largePanel({ strings }, panels, remarks, { onLarge, onPicture, onSound, onTable }) {
  const tabs = LARGE.map((name) => {
    const title = strings[`${name}Title`];
    const tab = h("button", { type: "button", class: "tab", "data-large": name, title: strings[`${name}Hint`] }, title);
    tab.addEventListener("click", () => onLarge(name));
    return tab;
  });
  const choice = h("div", { class: "large-choice", role: "group", "aria-label": strings.large }, ...tabs);
  const element = h(
    "section",
    { class: "panel curves-panel" },
    soundKey(onSound, strings),
    tableKey(() => onTable(), strings),
    pictureKey(() => onPicture("whole"), strings),
    choice,
    panels.page.element,
    panels.curves.element,
    ...remarks,
  );

  function update(name, isPaged) {
    choice.hidden = !isPaged;
    panels.page.element.hidden = name !== "page";
    panels.curves.element.hidden = name !== "curves";
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.large === name));
  }
  return { element, update };
}
