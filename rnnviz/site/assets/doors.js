// Below the river of the first page: a field for one's own line, and the doors to the other pages.

/** @import {Link, StageData, Values} from "../site.d.ts" */

import { h } from "../../web/dom.js";
import { home } from "../../web/home.js";

/**
 * @param {{data: StageData, link: Link, change: (values: Values) => string}} given
 * @returns {HTMLElement[]}
 */
export function doors({ data, link, change }) {
  const { own, pages } = data.doors;
  const field = h("input", { type: "text", value: link.text, title: own.help, autocomplete: "off" });
  field.addEventListener("change", () => change({ text: field.value }));
  const line = h("label", { class: "door" }, h("span", {}, own.title), field);
  const links = pages.map(({ name, title, help }) =>
    h(
      "a",
      { class: "door", href: home().addressOf(withLanguage(name)) },
      h("strong", {}, `${title} →`),
      h("span", {}, help),
    ),
  );
  return [line, ...links];
}

/** The address keeps the language that it names. */
function withLanguage(name) {
  const lang = new URLSearchParams(location.search).get("lang");
  return lang ? `${name}?${new URLSearchParams({ lang })}` : name;
}
