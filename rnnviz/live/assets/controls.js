// The bar: the training's commands, its progress, and the unit of its loss.

import { h, s, set, write } from "../../web/dom.js";
import { barOf, paceWords } from "./barwords.js";
import { UNITS } from "./curves/lines.js";

const CORNERS = "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5";

/** acts: {train, oneStep, reset, slower, faster, presenter, help, unit(name)}. Returns {element, update(view)}. */
export function controls(context, acts) {
  const { strings, guest } = context;
  const train = button("train", "␣", acts.train, "primary");
  const oneStep = button("oneStep", "N", acts.oneStep);
  const reset = button("reset", "⌫", acts.reset);
  const slower = sign("slower", "−", acts.slower);
  const faster = sign("faster", "+", acts.faster);
  const tempo = h("output", { class: "tempo number" });
  const tempos = h(
    "div",
    { class: "tempos", role: "group", "aria-label": strings.tempo, title: strings.tempoHint },
    slower,
    tempo,
    faster,
  );
  const screen = sign(
    "presenter",
    s(
      "svg",
      { viewBox: "0 0 20 20", width: "16", height: "16", "aria-hidden": "true" },
      s("path", { d: CORNERS, fill: "none", stroke: "currentColor", "stroke-width": "2" }),
    ),
    acts.presenter,
  );
  const about = sign("help", "?", acts.help);
  const status = h("strong", { class: "status" });
  const where = h("span", { class: "where-now number" });
  const pace = h("span", { class: "muted number pace" });
  const done = h("progress", { max: "1", value: "0", "aria-label": strings.gradientSteps });
  const units = h(
    "div",
    { class: "units", role: "group", "aria-label": strings.loss },
    h("span", { class: "units-title hint", title: strings.lossHint }, strings.loss),
    ...Object.keys(UNITS).map((name) => {
      const made = h(
        "button",
        { type: "button", class: "tab", "data-unit": name, title: strings[`${name}Title`] },
        strings[name],
      );
      made.addEventListener("click", () => acts.unit(name));
      return made;
    }),
  );
  const steering = h("div", { class: "keys" }, train, oneStep, reset);
  const element = h(
    "header",
    { class: "bar live-bar" },
    steering,
    h("div", { class: "progress" }, h("div", { class: "progress-words" }, status, where, pace), done),
    tempos,
    units,
    h("div", { class: "keys" }, screen, about),
  );

  function button(name, key, act, extra = "") {
    const made = h(
      "button",
      { type: "button", class: `key act ${extra}`, "data-act": name },
      h("span", { class: "act-title" }, strings[name]),
      h("kbd", { "aria-hidden": "true" }, key),
    );
    made.addEventListener("click", act);
    return made;
  }

  function sign(name, face, act) {
    const made = h("button", { type: "button", class: "key", title: strings[name], "aria-label": strings[name] }, face);
    made.addEventListener("click", act);
    return made;
  }

  function update(view) {
    const shown = barOf(view, context);
    write(train.firstChild, shown.train);
    for (const one of [train, oneStep]) {
      one.hidden = !shown.isSteered;
      one.title = shown.isLocked ? strings.watching : "";
    }
    reset.hidden = guest !== null;
    steering.hidden = train.hidden && reset.hidden;
    train.disabled = shown.isLocked;
    oneStep.disabled = !shown.canStep;
    oneStep.setAttribute("aria-disabled", String(!shown.canStepNow));
    reset.disabled = view.runs.length === 0;
    write(status, view.statusWords);
    status.dataset.mode = view.mode;
    write(where, shown.where);
    writePace(view.isTelling ? [] : paceWords(view, context));
    done.value = shown.share ?? 0;
    done.hidden = shown.share === null;
    tempos.hidden = shown.tempo === null;
    slower.disabled = view.pace === 1;
    faster.disabled = view.pace === 0;
    write(tempo, shown.tempo ?? "");
    for (const name of ["title", "aria-label"])
      set(screen, name, view.isPresenting ? strings.leavePresenter : strings.presenter);
    for (const tab of units.querySelectorAll(".tab"))
      tab.setAttribute("aria-pressed", String(tab.getAttribute("data-unit") === view.unit));
  }

  /** A line has as many of the words, each whole, as there is room for; all of them are told. */
  function writePace(words) {
    while (pace.childElementCount < words.length) pace.append(h("span", {}));
    for (const [k, part] of [...pace.children].entries()) write(part, words[k] ?? "");
    set(pace, "title", words.join(" · "));
  }
  return { element, update };
}
