// The Units page that goes where the lecturer's is: its network, its text, its unit, what is asked.

import { asked } from "../../web/asked.js";
import { h } from "../../web/dom.js";

// What a reader does by himself.
const OWN_ACTS = ["pointerdown", "keydown", "wheel", "touchmove"];
const ANSWERS = ["a", "b", "c", "d", "A", "B", "C", "D", "Enter"];

/**
 * The page in `host`: {show(query), ask(question), end()}. words: as for `asked`. onRoam(): its reader does something.
 * onVote(k): he answers on the page. ask: the class is asked for the verdict, {isOver, mine}, or no longer, null.
 */
export function followedUnits(host, { language, words, onRoam, onVote }) {
  let view = null;
  let end = () => {};
  let wanted = "";
  let question = null;
  // Caught on their way down: the page keeps its keys to itself. Who answers is still with the lecturer.
  const isAnswer = (event) => question?.isOver === false && (isOfQuestion(event) || ANSWERS.includes(event.key));
  const onAct = (event) => view && !isAnswer(event) && onRoam();
  for (const kind of OWN_ACTS) host.addEventListener(kind, onAct, { passive: true, capture: true });

  /** Bring the page to a link; returns {isThere, refused}, as a followed stage does. */
  async function show(query) {
    wanted = query;
    if (view) {
      view.module.bring(view.place, query);
      return { isThere: true, refused: "" };
    }
    const { told: data, refused } = await asked(`/hall-units?lang=${language}`, { words });
    if (refused) return { isThere: false, refused };
    const module = await import(`${data.base}/units.js`).catch(() => null);
    if (module === null) return { isThere: false, refused: words.noConnection };
    if (wanted !== query) return { isThere: false, refused: "" };
    const inside = h("div", {});
    host.replaceChildren(inside);
    const root = inside.attachShadow({ mode: "open" });
    const place = h("div", {});
    root.append(place);
    end = module.mount(place, { ...data, css: module.css, search: query, question, onAnswer: onVote });
    view = { module, place };
    return { isThere: true, refused: "" };
  }
  function ask(standing) {
    question = standing;
    view?.module.askOn(view.place, question);
  }
  function leave() {
    end();
    end = () => {};
    view = null;
    host.replaceChildren();
  }
  return { show, ask, end: leave };
}

const isOfQuestion = (event) => event.composedPath().some((one) => one instanceof Element && one.matches(".question"));
