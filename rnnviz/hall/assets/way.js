// The way to a view of a lecture plan. It stays within one document, which alone may keep the full screen: the page
// that is there shows the view if it can, else Streamlit turns to the page that does.

/** @import {Arrival, Desk} from "../desk.d.ts" */

import { ANSWERS_KEPT, remember } from "../../web/tab.js";
import { freshView } from "./plans.js";

// Milliseconds after which a server that has not turned the page is asked for it as a whole.
const LOAD_AFTER = 10_000;

let loading = 0;

/**
 * Go to a view, which is fresh: nothing in it is answered yet. lands: "start", or "end" for who comes back to it.
 * send(target): asks Streamlit for a page.
 *
 * @param {string} view
 * @param {Arrival["lands"]} lands
 * @param {{desk: Desk, send: (target: string) => void}} by
 */
export function goTo(view, lands, { desk, send }) {
  // Of several views asked for in haste the last one counts; a page that is on its way would be shown over it.
  if (desk.isArriving()) {
    desk.afterArrival(() => goTo(view, lands, { desk, send }));
    return;
  }
  const target = freshView(view);
  remember(ANSWERS_KEPT, null);
  desk.arrive({ lands });
  desk.tools?.then((tools) => tools?.leave());
  clearTimeout(loading);
  if (window.rnnvizStage?.goTo?.(target) || window.rnnvizChapter?.goTo?.(target)) return;
  const language = new URLSearchParams(location.search).get("lang");
  const [name, asked = ""] = target.split("?");
  const whole = `${name}?${[asked, language && `lang=${encodeURIComponent(language)}`].filter(Boolean).join("&")}`;
  const before = location.href;
  send(whole);
  loading = setTimeout(() => location.href === before && location.assign(`/${whole}`), LOAD_AFTER);
}
