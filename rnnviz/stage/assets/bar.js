// The bar above the stage: what is shown, where one stands, and the keys as buttons.

import { h, s, write } from "./dom.js";
import { fill } from "./numbers.js";

const CORNERS = "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5";

/** acts: what each button does, by name. Returns {element, update(state), showPlaying(on)}. */
export function bar({ model, notation, go }, acts, isPresenting) {
  const { strings, cell, sizes } = model;
  const where = h("strong", { class: "where" });
  const phase = h("span", { class: "phase" });
  const play = button("play", "▶");
  const select = h(
    "select",
    { class: "notation", "aria-label": strings.notation, title: strings.notation },
    ...model.notations.map((one, k) => h("option", { value: k }, one.title)),
  );
  select.value = String(model.notations.indexOf(notation));
  select.addEventListener("change", () => go({ notation: Number(select.value) }));

  const next = model.targets && !model.tags ? model.labels[model.targets.at(-1)] : "";
  const text = [...model.inputs, next].join("").replaceAll("␣", " ");
  const about = [cell.size, model.caption].filter(Boolean).join(" · ");
  const element = h(
    "header",
    { class: "bar" },
    h("div", { class: "what" }, h("strong", {}, cell.title), h("span", { class: "text", title: text }, text), h("span", { class: "muted", title: about }, about)),
    h("div", { class: "place" }, where, phase),
    h(
      "div",
      { class: "keys", role: "toolbar", "aria-label": strings.help },
      button("first", "«"),
      button("back", "‹"),
      button("forward", "›"),
      button("last", "»"),
      button("phaseBack", "↑"),
      button("phaseForward", "↓"),
      play,
      select,
      button("presenter", corners(), isPresenting ? strings.leavePresenter : strings.presenter),
      button("help", "?"),
    ),
  );

  function button(name, sign, title = strings[name]) {
    const made = h("button", { type: "button", class: "key", title, "aria-label": title }, sign);
    made.addEventListener("click", acts[name]);
    return made;
  }

  function showPlaying(on) {
    write(play, on ? "⏸" : "▶");
    play.title = on ? strings.pause : strings.play;
    play.setAttribute("aria-label", play.title);
  }

  function update(state) {
    write(where, fill(strings.stepOf, { t: state.t + 1, T: sizes.T }));
    const { title } = model.phases[state.phase];
    write(phase, fill(strings.phaseOf, { phase: state.phase + 1, phases: model.phases.length, title }));
  }
  return { element, update, showPlaying };
}

function corners() {
  return s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: CORNERS }));
}
