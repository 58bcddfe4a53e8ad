// What a lecturer shows, on a follower's page: a stage, a chapter, the Units page, trainings, or a link to another.

import { h } from "../../web/dom.js";
import { ownValue } from "../../web/own.js";
import { act } from "./buttons.js";
import { followedChapter } from "./chapter.js";
import { followedRuns } from "./runs.js";
import { followedStage } from "./stage.js";
import { followedUnits } from "./units.js";

// What shows the pages that are no chapters.
const KINDS = { "": "stage", step: "stage", units: "units" };

/**
 * given: {module, language, strings, titles, chapters, pictures}; module: the stage's. acts: {onRoam, onVote(choice),
 * onShown, intercepts(action)}. Returns {elements, show(view), isMissing, state, focus, runs(told), ask(question),
 * askAnew, answer(choice)}.
 */
export function shownPage({ module, language, strings, titles, chapters, pictures }, acts) {
  const { onRoam, onVote, onShown, intercepts } = acts;
  const words = strings;
  const other = h("p", { class: "other" });
  const places = {
    stage: h("div", { class: "room" }),
    chapter: h("div", {}),
    units: h("div", { class: "room" }),
    runs: h("div", { class: "runs" }),
  };
  const stage = followedStage(places.stage, { module, language, words, pictures, onRoam, intercepts });
  const chapter = followedChapter(places.chapter, { language, words, onRoam });
  const units = followedUnits(places.units, { language, words, onRoam, onVote });
  const runs = followedRuns(places.runs, strings);
  let latest = "";
  let hasShown = false;
  // Whether what the lecturer shows could not be fetched.
  let isMissing = false;
  addEventListener("resize", runs.draw);

  async function show(view) {
    latest = view;
    const [name, query = ""] = view.split("?");
    const kind = chapters.includes(name) ? "chapter" : (KINDS[name] ?? "runs");
    if (kind !== "chapter") chapter.end();
    if (kind !== "units") units.end();
    for (const [one, place] of Object.entries(places)) place.hidden = one !== kind;
    let shown = { isThere: kind === "runs" && name === "train" && query.includes("run="), refused: "" };
    if (kind === "stage") shown = await stage.show(query);
    if (kind === "chapter") shown = await chapter.show(name, query);
    if (kind === "units") shown = await units.show(query);
    if (latest !== view) return;
    const { isThere, refused: why } = shown;
    isMissing = !isThere;
    hasShown ||= isThere;
    const link = h("a", { href: `/${view}`, target: "_blank" }, ownValue(titles, name) ?? name);
    const again = act(strings.again, () => show(view));
    other.replaceChildren(...(isThere ? [] : why ? [why, " ", again] : [strings.page, " ", link]));
    if (kind === "runs") runs.draw();
    onShown();
  }
  return {
    elements: [other, ...Object.values(places)],
    show,
    isMissing: () => isMissing,
    /** "none" before there is anything, "elsewhere" while the lecturer shows what is not shown here, else "shown". */
    state: () => (other.firstChild !== null ? "elsewhere" : hasShown ? "shown" : "none"),
    focus() {
      /** @type {HTMLElement | null} */
      const shown = places.stage.querySelector(".stage");
      shown?.focus({ preventScroll: true });
    },
    runs: runs.show,
    ask: units.ask,
    askAnew: stage.askAnew,
    /** Answer the question that the stage asks, or show its answer where there is no choice. */
    answer(choice) {
      if (stage.asks()) stage.send(choice === null ? { do: "reveal" } : { do: "answer", choice });
    },
  };
}
