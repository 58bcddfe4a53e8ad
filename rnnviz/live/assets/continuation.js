// The reader's own text, continued character by character: the network's prediction, and the choice of the next
// character.

import { h, write } from "../../web/dom.js";
import { panelHeading } from "../../web/heading.js";
import { fill, percent } from "../../web/numbers.js";
import { colon, semicolon } from "../../web/punctuation.js";

const WRITE_EVERY = 120;
const MOST = 400;

/** `look(query)` asks what comes next; heat: the slider of the temperature. Returns {element, update(view)}. */
export function continuation(context, look, heat) {
  const { strings } = context;
  const start = h("textarea", {
    class: "continue-start",
    rows: "2",
    maxlength: "500",
    placeholder: strings.typeFirst,
    "aria-label": strings.continueText,
    dir: "auto",
  });
  const grown = h("p", { class: "continue-text", dir: "auto", "aria-live": "off" });
  const unknown = h("p", { class: "hint" });
  const bars = h("div", { class: "expected" });
  const rest = h("p", { class: "hint" });
  const one = button(strings.draw, () => draw());
  const many = button(strings.drawMany, () => (writer ? stop() : writeOn()));
  const undo = button(strings.undo, () => take(chosen.slice(0, -1)));
  const element = h(
    "section",
    { class: "panel continue", "aria-label": strings.continue },
    panelHeading(strings.continue, [
      h("span", { class: "hint", title: strings.continueHint }, strings.continueHint),
      heat,
    ]),
    h(
      "div",
      { class: "continue-body" },
      h("div", {}, start, grown, unknown, h("div", { class: "continue-keys" }, one, many, undo)),
      h("div", {}, h("p", { class: "hint" }, strings.softmax), bars, rest),
    ),
  );
  let chosen = [];
  let answer = null;
  let run = null;
  let at = null;
  let temperature = null;
  let asked = 0;
  let writer = 0;
  let seed = 1;

  start.addEventListener("input", () => take([]));
  function button(title, act) {
    const made = h("button", { type: "button", class: "key" }, title);
    made.addEventListener("click", act);
    return made;
  }

  /** Set the characters chosen so far, one element each, and request the next prediction. */
  async function take(characters) {
    chosen = characters;
    show();
    if (run === null || at === null) return;
    asked += 1;
    const question = asked;
    const text = start.value + chosen.join("");
    if (!text) {
      answer = null;
      show();
      return;
    }
    const found = await look(run, { step: at, text, temperature, seed });
    if (question !== asked) return;
    // Without what comes next there is nothing to choose from.
    if (!found) stop();
    answer = found;
    show();
  }

  async function draw() {
    if (!answer || answer.drawn === null || chosen.length >= MOST) return stop();
    seed += 1;
    await take([...chosen, answer.expected[answer.drawn][0]]);
    return undefined;
  }

  function writeOn() {
    writer = setInterval(draw, WRITE_EVERY);
    write(many, strings.stopWriting);
  }

  function stop() {
    clearInterval(writer);
    writer = 0;
    write(many, strings.drawMany);
  }

  function update(view) {
    const now = view.runs[view.chosen];
    const step = now ? (view.at === null ? (now.now?.checkpoints.at(-1) ?? null) : now.checkpointAt(view.at)) : null;
    if (now?.id === run && step === at && view.temperature === temperature) return;
    // During training each checkpoint has its own prediction, so a new one is requested.
    run = now?.id ?? null;
    at = step;
    temperature = view.temperature;
    if (!start.value && chosen.length === 0 && now?.probe) start.value = [...now.probe.text].slice(0, 8).join("");
    take(chosen);
  }

  function show() {
    grown.replaceChildren(
      h("span", { class: "given" }, start.value),
      h("span", { class: "grown" }, chosen.join("")),
      h("span", { class: "caret" }),
    );
    write(
      unknown,
      answer?.unknown.length ? fill(strings.unknown, { characters: answer.unknown.slice(0, 12).join(" ") }) : "",
    );
    undo.disabled = chosen.length === 0;
    one.disabled = many.disabled = !answer || answer.drawn === null;
    const most = answer ? Math.max(...answer.expected.flatMap(([, , p, q]) => [p, q]), 1e-9) : 1;
    const lines = (answer?.expected ?? []).slice(0, 12).map(([character, visible, p, q]) => {
      const warm = `${fill(strings.atTemperature, { temperature })}${colon()}${percent(q)}`;
      const title = `${strings.asLearnt}${colon()}${percent(p)}${semicolon()}${warm}`;
      const line = h(
        "button",
        { type: "button", class: "expected-line", title },
        h("span", { class: "character" }, visible),
        h(
          "span",
          { class: "track" },
          h("span", { class: "plain-p", style: `--p:${p / most}` }),
          h("span", { class: "tempered-p", style: `--p:${q / most}` }),
        ),
        h("span", { class: "number" }, percent(q)),
      );
      line.addEventListener("click", () => {
        stop();
        take([...chosen, character]);
      });
      return line;
    });
    bars.replaceChildren(...lines);
    const left = answer ? answer.expected.length - lines.length + answer.rest : 0;
    write(rest, left > 0 ? fill(strings.rest, { count: context.count(left) }) : "");
  }
  return { element, update, remove: stop };
}
