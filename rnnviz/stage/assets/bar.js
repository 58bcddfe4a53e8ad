// The bar above the stage: its network, the place, and the keys as buttons.

import { h, s, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { visible } from "./cursor.js";
import { SPEEDS } from "./playback.js";

const CORNERS = "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5";
const HIDDEN = "…";

/**
 * acts: what each button does, by name, and `act` for the cursor. networks: {now, all} to choose
 * from, or nothing. offersScreen: whether full screen ended with a reload and is offered again.
 * Returns {element, update(state), showPlaying({isPlaying, speed})}.
 */
export function bar({ model, notation, go }, acts, { isPresenting, networks, offersScreen }) {
  const { strings, cell, sizes } = model;
  const where = h("strong", { class: "where" });
  const phase = h("span", { class: "phase" });
  const play = button("play", "▶");
  const speed = choice(
    "speed",
    SPEEDS.map((times) => [times, `${times}×`]),
    (value) => acts.setSpeed(Number(value)),
  );
  const written = model.notations.map((one, k) => [k, one.title]);
  const notations = choice("notation", written, (value) => go({ notation: Number(value) }));
  notations.value = String(model.notations.indexOf(notation));
  const ask = h("button", { type: "button", class: "key word", title: strings.askHint }, strings.ask);
  ask.addEventListener("click", () => acts.act({ do: "ask" }));

  const next = model.targets && !model.tags ? model.labels[model.targets.at(-1)] : "";
  const characters = [...model.inputs, next].map((one) => one.replaceAll("␣", " "));
  const text = h("span", { class: "text" });
  // From the back row, readers need the network's name, not its origin.
  const about = [cell.size, isPresenting ? "" : model.caption].filter(Boolean).join(" · ");
  const screen = button("presenter", corners(), null, isPresenting ? strings.leavePresenter : strings.presenter);
  const steps = isPresenting
    ? []
    : [
        button("first", "«", { do: "first" }),
        button("back", "‹", { do: "step", by: -1 }),
        button("forward", "›", { do: "step", by: 1 }),
        button("last", "»", { do: "last" }),
        button("phaseBack", "↑", { do: "phase", by: -1 }),
        button("phaseForward", "↓", { do: "phase", by: 1 }),
      ];
  const element = h(
    "header",
    { class: "bar" },
    h("div", { class: "what" }, name(), text, h("span", { class: "muted", title: about }, about)),
    h("div", { class: "place" }, where, phase),
    offersScreen ? offer() : null,
    h(
      "div",
      { class: "keys", role: "toolbar", "aria-label": strings.help },
      ...steps,
      play,
      // On a projector + and − do it, and the key says which speed it is.
      isPresenting ? null : speed,
      ask,
      button("hands", "✎"),
      notations,
      screen,
      button("help", "?"),
    ),
  );

  /** The network's name; where the page can show another one, the choice between them. */
  function name() {
    if (!networks) return h("strong", {}, cell.title);
    const select = choice(
      "network",
      networks.all.map((one) => [one.name, one.title]),
      acts.network,
    );
    select.value = networks.now;
    return select;
  }

  function offer() {
    const made = h("button", { type: "button", class: "key word offer" }, strings.fullAgain);
    made.addEventListener("click", acts.presenter);
    return made;
  }

  function button(key, sign, action, title = strings[key]) {
    const made = h("button", { type: "button", class: "key", title, "aria-label": title }, sign);
    made.addEventListener("click", action ? () => acts.act(action) : acts[key]);
    return made;
  }

  function choice(key, options, onChange) {
    const all = options.map(([value, title]) => h("option", { value }, title));
    const select = h("select", { class: `choice ${key}`, "aria-label": strings[key], title: strings[key] }, ...all);
    select.addEventListener("change", () => onChange(select.value));
    return select;
  }

  function showPlaying({ isPlaying, speed: times }) {
    const faster = isPresenting && times !== 1 ? ` ${times}×` : "";
    write(play, `${isPlaying ? "⏸" : "▶"}${faster}`);
    play.title = isPlaying ? strings.pause : strings.play;
    play.setAttribute("aria-label", play.title);
    speed.value = String(times);
  }

  function update(state) {
    write(where, fill(strings.stepOf, { t: state.t + 1, T: sizes.T }));
    const { title } = model.phases[state.phase];
    write(phase, fill(strings.phaseOf, { phase: state.phase + 1, phases: model.phases.length, title }));
    const seen = characters.filter((_, t) => visible(state, model.quantity("X"), t));
    write(text, [...seen, ...(seen.length < characters.length ? [HIDDEN] : [])].join(""));
    text.title = text.textContent;
    set(ask, "aria-pressed", state.cover !== null);
  }
  return { element, update, showPlaying };
}

function corners() {
  return s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: CORNERS }));
}
