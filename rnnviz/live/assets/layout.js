// The places of the panels: what a lecture needs lies within the window, what one studies lies below.

import { dockHeight } from "../../web/dock.js";
import { h, write } from "../../web/dom.js";
import { panelHeading } from "../../web/heading.js";
import { fill } from "../../web/numbers.js";
import { largePanel } from "./large.js";
import { planPanel } from "./plan.js";
import { remarks } from "./remarks.js";

const NARROW = 760;
// The pixels of what stands below the first screen that are seen on it: a heading says that there is more.
const PEEK = 32;

/**
 * Puts `panels` into `root`. heat: the temperature's slider over the samples. onProbe(text): a probe sentence that
 * the reader typed; onRun(k): the run to look at, where several race; onLarge(name): the page or the curves;
 * onPicture(part); onSound(); onTable(from).
 * Returns {elements, update(view), fit(isPresenting)}.
 */
export function layout(
  context,
  root,
  { runs, plans, panels, heat, onProbe, onRun, onLarge, onPicture, onSound, onTable, onEnter },
) {
  const { strings, guest } = context;
  const lacks = guest?.lacks ?? { states: "", samples: "", checkpoints: false };
  const steers = guest === null || guest.steers;
  const below = h("p", { class: "remark", hidden: true }, strings.belowTraining);
  const nearZero = h("p", { class: "remark", hidden: true }, strings.nearZero);
  const differs = h("p", { class: "remark", role: "status", hidden: true });
  const whose = h("div", { class: "whose", role: "group", "aria-label": strings.whose, hidden: runs.length < 2 });
  runs.forEach((_, k) => {
    const tab = h("button", { type: "button", class: "tab" });
    tab.addEventListener("click", () => onRun(k));
    whose.append(tab);
  });
  const large = largePanel(context, panels, [below, differs], { onLarge, onPicture, onSound, onTable });
  const grid = h("div", { class: "live-grid" }, large.element, h("div", { class: "live-right" }, ...rightPanels()));
  const ofCheckpoints = [whose, panels.replay.element, panels.continuation.element, panels.feeding.element];
  const lower = h("div", { class: "live-lower" }, panels.reach.element, ...(lacks.checkpoints ? [] : ofCheckpoints));
  const elements = [panels.controls.element, grid, ...(runs.length > 0 ? [panels.machine.element, lower] : [])];

  function rightPanels() {
    if (runs.length === 0) return [planPanel(context, plans)];
    return lacks.states ? [lackingPanel(lacks.states)] : [panels.outcome.element, samplesPanel(), probePanel()];
  }

  /** What would be here, and why it is not. */
  function lackingPanel(sentence) {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, h("span", {}, strings.probe)),
      h("p", { class: "remark" }, sentence),
    );
  }

  function samplesPanel() {
    return h(
      "section",
      { class: "panel samples-panel" },
      panelHeading(strings.samples, [steers ? heat : null], { title: strings.samplesHint }),
      nearZero,
      lacks.samples ? h("p", { class: "remark" }, lacks.samples) : panels.samples.element,
    );
  }

  function probePanel() {
    const field = h("input", {
      type: "text",
      class: "probe-text",
      maxlength: "100",
      "aria-label": strings.probeText,
      placeholder: strings.probeText,
      dir: "auto",
    });
    field.addEventListener("change", () => field.value && onProbe(field.value));
    field.addEventListener("keydown", (event) => event.key === "Enter" && onEnter());
    return h(
      "section",
      { class: "panel probe-panel" },
      panelHeading(strings.probe, [steers ? field : null], { title: strings.probeHint }),
      panels.probe.element,
    );
  }

  function update({ chosen, large: shown, isPaged }) {
    large.update(shown, isPaged);
    const seen = runs.length === 1 ? remarks(runs[0].metrics, runs[0].now) : {};
    below.hidden = shown !== "curves" || !seen.isBelowTraining;
    nearZero.hidden = !seen.isNearZero;
    differs.hidden = !seen.differing;
    if (seen.differing) write(differs, fill(strings.differs, seen.differing));
    [...whose.children].forEach((tab, k) => {
      write(tab, runs[k].title);
      tab.setAttribute("aria-pressed", String(k === chosen));
    });
  }

  function fit(isPresenting) {
    const bars = panels.controls.element.offsetHeight + panels.machine.element.offsetHeight;
    const room = guest && !isPresenting ? guest.height - bars : windowRoom(bars, isPresenting);
    root.classList.toggle("stacked", root.clientWidth < NARROW);
    root.style.setProperty("--grid", `${Math.min(isPresenting ? 2000 : 760, Math.max(360, room))}px`);
  }

  /** What the window leaves below what stands above the view, and above the boards of a lecturer. */
  function windowRoom(bars, isPresenting) {
    const above = isPresenting ? 0 : Math.min(160, root.getBoundingClientRect().top + scrollY);
    const next = isPresenting || runs.length === 0 ? 0 : PEEK;
    return innerHeight - dockHeight() - above - bars - next - (isPresenting ? 60 : 36);
  }
  return { elements, update, fit };
}
