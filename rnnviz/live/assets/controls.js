// The bar: what is wanted of the training, how far it is, and in which unit its loss is told.

import { h, write } from "../../stage/assets/dom.js";
import { fill } from "../../stage/assets/numbers.js";
import { UNITS } from "./curves.js";

/** acts: {train, oneStep, reset, unit(name)}. Returns {element, update(view)}. */
export function controls(context, acts) {
  const { strings } = context;
  const train = button("train", "␣", acts.train, "primary");
  const oneStep = button("oneStep", ".", acts.oneStep);
  const reset = button("reset", "0", acts.reset);
  const status = h("strong", { class: "status" });
  const where = h("span", { class: "where-now number" });
  const pace = h("span", { class: "muted number pace" });
  const done = h("progress", { max: "1", value: "0" });
  const units = h(
    "div",
    { class: "units", role: "group", "aria-label": strings.loss },
    h("span", { class: "units-title hint", title: strings.lossHint }, strings.loss),
    ...Object.keys(UNITS).map((name) => {
      const made = h("button", { type: "button", class: "tab", "data-unit": name, title: strings[`${name}Title`] }, strings[name]);
      made.addEventListener("click", () => acts.unit(name));
      return made;
    }),
  );
  const element = h("header", { class: "bar live-bar" }, h("div", { class: "keys" }, train, oneStep, reset), h("div", { class: "progress" }, h("div", { class: "progress-words" }, status, where, pace), done), units);

  function button(name, key, act, extra = "") {
    const made = h("button", { type: "button", class: `key act ${extra}`, "data-act": name }, h("span", { class: "act-title" }, strings[name]), h("kbd", { "aria-hidden": "true" }, key));
    made.addEventListener("click", act);
    return made;
  }

  function update(view) {
    const { runs, mode, isOwner } = view;
    const isRunning = mode === "training" || mode === "waiting";
    const isOpen = isRunning || mode === "paused";
    write(train.firstChild, isRunning ? strings.pause : mode === "paused" ? strings.goOn : mode === "none" ? strings.train : strings.again);
    const locked = isOpen && !isOwner;
    train.disabled = locked;
    oneStep.disabled = mode !== "none" && (locked || mode !== "paused");
    reset.disabled = runs.length === 0;
    for (const one of [train, oneStep]) one.title = locked ? strings.watching : "";
    write(status, view.statusWords);
    status.dataset.mode = mode;
    const [first] = runs;
    write(where, first?.now ? fill(strings.stepOf, { step: context.count(Math.max(...runs.map((run) => run.now?.step ?? 0))), steps: context.count(first.now.steps) }) : "");
    write(pace, paceWords(view));
    const share = first?.now ? runs.reduce((sum, run) => sum + (run.now ? run.now.step / run.now.steps : 0), 0) / runs.length : 0;
    done.value = share;
    done.hidden = runs.length === 0;
    for (const tab of units.querySelectorAll(".tab")) tab.setAttribute("aria-pressed", String(tab.dataset.unit === view.unit));
  }

  function paceWords({ runs, mode }) {
    const words = [];
    const speeds = runs.map((run) => run.now?.speed).filter(Boolean);
    const seconds = Math.max(0, ...runs.map((run) => run.metrics.seconds.at(-1) ?? 0));
    if (speeds.length > 0) words.push(fill(strings.speed, { speed: context.count(Number((speeds.reduce((a, b) => a + b, 0) / speeds.length).toPrecision(2))) }));
    if (seconds > 0) words.push(fill(strings.seconds, { seconds: seconds.toFixed(1) }));
    const left = runs.reduce((sum, run) => sum + (run.now?.remaining ?? 0), 0);
    if (mode === "training" && left > 0) words.push(left > 90 ? fill(strings.minutes, { minutes: Math.round(left / 60) }) : fill(strings.remaining, { seconds: Math.ceil(left) }));
    return words.join(" · ");
  }
  return { element, update };
}
