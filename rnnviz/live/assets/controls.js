// The bar: the training's commands, its progress, and the unit of its loss.

import { h, s, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
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
    const { runs, mode, isOwner, isPresenting } = view;
    const isRunning = mode === "training" || mode === "waiting";
    const isOpen = isRunning || mode === "paused";
    write(
      train.firstChild,
      isRunning ? strings.pause : mode === "paused" ? strings.goOn : mode === "none" ? strings.train : strings.again,
    );
    const locked = isOpen && !isOwner;
    // In another program's page nothing is begun or put away.
    train.hidden = guest !== null && !(guest.steers && isOpen);
    oneStep.hidden = train.hidden;
    reset.hidden = guest !== null;
    steering.hidden = [train, oneStep, reset].every((one) => one.hidden);
    train.disabled = locked;
    oneStep.disabled = mode === "gone" || locked;
    oneStep.setAttribute("aria-disabled", String(mode !== "none" && mode !== "paused"));
    reset.disabled = runs.length === 0;
    for (const one of [train, oneStep]) one.title = locked ? strings.watching : "";
    write(status, view.statusWords);
    status.dataset.mode = mode;
    const [first] = runs;
    write(
      where,
      first?.now && !view.isTelling
        ? fill(first.now.steps === null ? strings.atStep : strings.stepOf, {
            step: context.count(Math.max(...runs.map((run) => run.now?.step ?? 0))),
            steps: context.count(first.now.steps ?? 0),
          })
        : "",
    );
    writePace(view.isTelling ? [] : paceWords(view));
    const hasEnd = first?.now && first.now.steps !== null;
    const share = hasEnd
      ? runs.reduce((sum, run) => sum + (run.now ? run.now.step / run.now.steps : 0), 0) / runs.length
      : 0;
    done.value = share;
    done.hidden = runs.length === 0 || first.now?.steps === null;
    const tempoNow = view.pace;
    tempos.hidden = !isOpen || !isOwner || tempoNow === undefined;
    slower.disabled = tempoNow === 1;
    faster.disabled = tempoNow === 0;
    write(tempo, tempoNow === 0 ? strings.fullSpeed : fill(strings.stepsASecond, { count: tempoNow ?? "" }));
    for (const name of ["title", "aria-label"])
      set(screen, name, isPresenting ? strings.leavePresenter : strings.presenter);
    for (const tab of units.querySelectorAll(".tab"))
      tab.setAttribute("aria-pressed", String(tab.getAttribute("data-unit") === view.unit));
  }

  /** A line has as many of the words, each whole, as there is room for; all of them are told. */
  function writePace(words) {
    while (pace.childElementCount < words.length) pace.append(h("span", {}));
    for (const [k, part] of [...pace.children].entries()) write(part, words[k] ?? "");
    set(pace, "title", words.join(" · "));
  }
  /** What one wants to know most comes first. */
  function paceWords({ runs, mode }) {
    const words = [];
    const left = runs.reduce((sum, run) => sum + (run.now?.remaining ?? 0), 0);
    if (mode === "training" && left > 0)
      words.push(
        left > 90
          ? fill(strings.minutes, { minutes: Math.round(left / 60) })
          : fill(strings.remaining, { seconds: Math.ceil(left) }),
      );
    const speeds = runs.map((run) => run.now?.speed).filter(Boolean);
    const seconds = Math.max(0, ...runs.map((run) => run.metrics.seconds.at(-1) ?? 0));
    if (speeds.length > 0)
      words.push(
        fill(strings.speed, {
          speed: context.count(Number((speeds.reduce((a, b) => a + b, 0) / speeds.length).toPrecision(2))),
        }),
      );
    if (seconds > 0) words.push(fill(strings.seconds, { seconds: seconds.toFixed(1) }));
    return words;
  }
  return { element, update };
}
