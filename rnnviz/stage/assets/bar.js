// The bar above the stage: its network and its text, and what one may do with them.

/** @import {Place} from "../place.d.ts" */
/** @import {Context} from "../context.d.ts" */

import { h, s, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { colon } from "../../web/punctuation.js";
import { isComputed } from "./place/cursor.js";
import { textWidth } from "./panels/geometry.js";
import { countOfReadings } from "./words/readings.js";
import { withSpaces } from "./words/spaces.js";

const CORNERS = "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5";
const HIDDEN = "…";
// Where a text that is longer than its place goes on.
const GOES_ON = "…";
// Widths are given as whole pixels.
const ROUNDED = 1;

/**
 * acts: what each button does, by name, and `act` for the cursor. networks: {now, all} to choose
 * from, or nothing; samples: the same of a batch, {now, names}. offersScreen: whether full screen ended with a reload
 * and is offered again. losses: as a place has them. hindrance: why one cannot turn round here, or "". fold: {isOpen},
 * whether a phone shows all buttons; it outlives the bar.
 * Returns {element, turn, update(state), fit()}, where `turn` is the button that turns round, and `fit` shortens the
 * text to the room that it has once it stands on the page.
 *
 * @param {Context} context
 */
export function bar(context, acts, { isPresenting, networks, samples, offersScreen, losses, hindrance: whyNot, fold }) {
  const { model, forward, isBack, notation, go } = context;
  const { strings, cell } = model;
  const written = model.notations.map((one, k) => [k, one.title]);
  const notations = choice("notation", written, (value) => go({ notation: Number(value) }));
  notations.value = String(model.notations.indexOf(notation));
  const ask = h("button", { type: "button", class: "key word", title: strings.askHint }, strings.ask);
  ask.addEventListener("click", () => acts.act({ do: "ask" }));

  const turn = button(
    "turn",
    h("span", { class: "partial" }, "← ∂L"),
    null,
    whyNot || (isBack ? strings.turnForward : strings.turn),
  );
  turn.classList.add("word", "turn");
  turn.setAttribute("aria-label", `← ∂L${colon()}${turn.title}`);
  set(turn, "aria-pressed", isBack);
  if (whyNot) set(turn, "aria-disabled", true);
  const source = isBack && !forward.arriving ? lossChoice(strings, losses, acts.act) : null;

  const characters = charactersOf(model);
  const text = h("span", { class: "text" });
  // From the back row, readers need the network's name, not its origin.
  // On the way back their place is taken by the choice of the losses.
  const about = isBack ? "" : [cell.size, isPresenting ? "" : model.caption].filter(Boolean).join(" · ");
  const screen = button("presenter", corners(), null, isPresenting ? strings.leavePresenter : strings.presenter);
  const others = [
    samples ? sample() : null,
    source?.element,
    turn,
    // On the way back nothing is asked.
    isBack ? null : ask,
    button("hands", "✎"),
    notations,
    screen,
    button("help", "?"),
  ];
  const folds = context.narrow && !isPresenting;
  const element = h(
    "header",
    { class: "bar" },
    h("div", { class: "what" }, name(), text, h("span", { class: "muted", title: about }, about)),
    offersScreen ? offer() : null,
    h("div", { class: "keys", role: "toolbar", "aria-label": strings.help }, ...(folds ? folded(others) : others)),
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

  /** The choice between the samples of a batch. */
  function sample() {
    const select = choice("sample", [...samples.names.entries()], acts.sample);
    select.value = String(samples.now);
    return select;
  }

  /** On a phone one row of buttons leads through the text, and opens the others below it. */
  function folded(inside) {
    const all = h("div", { class: "more-keys" }, ...inside);
    const more = h("button", { type: "button", class: "key", title: strings.more, "aria-label": strings.more }, "⋯");
    const show = (isOpen) => {
      fold.isOpen = isOpen;
      all.hidden = !isOpen;
      set(more, "aria-expanded", isOpen);
    };
    more.addEventListener("click", () => show(!fold.isOpen));
    show(fold.isOpen);
    return [more, all];
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

  // The room of the text in the bar, in letters' heights.
  let room = Infinity;
  let last;
  /** @param {Place} state */
  function update(state) {
    source?.update(state);
    last = state;
    const seen = characters.filter((_, t) => isComputed(state, forward.quantity("X"), t));
    const whole = [...seen, ...(seen.length < characters.length ? [HIDDEN] : [])];
    const part = partAround(whole, state.t, room);
    write(text, part);
    // A hover or a tap says what is left out.
    set(text, "data-full", part === whole.join("") ? "" : whole.join(""));
    set(ask, "aria-pressed", state.cover !== null);
  }

  /** Of a text that is longer than its place, the part around the step is shown. It costs a layout. */
  function fit() {
    if (context.narrow) return;
    write(text, characters.join(""));
    const isWhole = text.scrollWidth <= text.clientWidth + ROUNDED;
    room = isWhole ? Infinity : text.clientWidth / fontSize(text);
    update(last);
  }
  return { element, turn, update, fit };
}

/** @param {Element} element */
const fontSize = (element) => parseFloat(getComputedStyle(element).fontSize);

/** The part of a text around its step t that has a width, in letters' heights; "…" where it goes on. */
function partAround(characters, t, room) {
  const wide = characters.map((one) => textWidth(one, 1));
  const whole = wide.reduce((sum, one) => sum + one, 0);
  if (whole <= room) return characters.join("");
  let [from, to] = [Math.min(t, characters.length - 1), Math.min(t, characters.length - 1) + 1];
  let free = room - 2 - wide[from];
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    if (from > 0 && wide[from - 1] <= free) {
      from -= 1;
      free -= wide[from];
      isMoving = true;
    }
    if (to < characters.length && wide[to] <= free) {
      free -= wide[to];
      to += 1;
      isMoving = true;
    }
  }
  const part = characters.slice(from, to).join("");
  return `${from > 0 ? GOES_ON : ""}${part}${to < characters.length ? GOES_ON : ""}`;
}

/** What is read, piece by piece; of a sensor, whose readings are curves below, how many there are. */
function charactersOf(model) {
  const { inputs, labels, readings, tags, targets, vocabulary } = model;
  if (readings) return [countOfReadings(model)];
  // Numbers and words that touch would be one.
  if (vocabulary.length === 0) return inputs.map((one, t) => (t === 0 ? one : ` ${one}`));
  const next = targets && !tags ? labels[targets.at(-1)] : "";
  return withSpaces([...inputs, next].map((one) => one.replaceAll("␣", " ")));
}

/** Which losses L is the mean of: all of them, that of this step, or those chosen in the ribbon. */
function lossChoice(strings, losses, act) {
  const here = h("option", { value: "here" });
  const some = losses && fill(strings.lossSome, { steps: losses.map((t) => t + 1).join(", ") });
  const all = [
    h("option", { value: "all" }, strings.lossAll),
    some && h("option", { value: "some" }, some),
    losses?.length === 1 ? null : here,
  ];
  const attributes = { class: "choice losses-of", "aria-label": strings.lossOf, title: strings.lossOf };
  const element = h("select", attributes, ...all);
  element.value = losses ? "some" : "all";
  let step = 0;
  element.addEventListener("change", () => {
    if (element.value === "all") act({ do: "losses", losses: null });
    if (element.value === "here") act({ do: "losses", losses: [step] });
  });
  function update({ t }) {
    step = t;
    write(here, fill(strings.lossHere, { t: t + 1 }));
  }
  return { element, update };
}

function corners() {
  return s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: CORNERS }));
}
