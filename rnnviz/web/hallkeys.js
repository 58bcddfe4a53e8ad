// The keys of the bar and of the lecture hall, in the helps of all views.

import { h } from "./dom.js";

/** A help whose list of keys ends with those of the bar and of the lecture hall; a saved stage has none of them. */
export function withHallKeys(help) {
  const list = help.querySelector("dl");
  for (const row of list.querySelectorAll(".of-hall")) row.remove();
  for (const [keys, words] of [...(window.rnnvizSearch?.keys() ?? []), ...(window.rnnvizDesk?.keys() ?? [])]) {
    const signs = keys.split(" ").map((key) => h("kbd", {}, key));
    list.append(h("dt", { class: "of-hall" }, ...signs), h("dd", { class: "of-hall" }, words));
  }
  return help;
}
