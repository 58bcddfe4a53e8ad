// The same beginnings gone on with twice: with the true text as input, and with what the network writes itself.

import { h, s, write } from "../../web/dom.js";
import { panelHeading } from "../../web/heading.js";
import { fill, percent } from "../../web/numbers.js";

const PLOT = { height: 210, left: 40, right: 14, top: 12, bottom: 42 };
const MOST_SHOWN = 4;

/** How many of the first choices are the true characters, before the first that is not. */
function agreeing(chosen, truth) {
  const first = chosen.findIndex((one, k) => one !== truth[k]);
  return first < 0 ? truth.length : first;
}

/** `look(run, query)` asks for both ways; heat: the temperature's slider. Returns {element, update(view), remove()}. */
export function feedingPanel(context, look, heat) {
  const { strings } = context;
  const other = h("button", { type: "button", class: "key" }, strings.otherPassage);
  const begins = h("p", { class: "feeding-begins", dir: "auto" });
  const strip = h("div", { class: "feeding-strip", role: "img", "aria-label": strings.feeding });
  const picture = s("svg", { class: "feeding-picture", role: "img", "aria-label": strings.feeding });
  const heats = h("table", { class: "feeding-heats" });
  const told = h("p", {});
  const element = h(
    "section",
    { class: "panel feeding", "aria-label": strings.feeding },
    panelHeading(strings.feeding, [heat]),
    h("p", { class: "hint" }, strings.feedingHint),
    begins,
    strip,
    h("div", { class: "feeding-keys" }, other),
    h(
      "div",
      { class: "feeding-body" },
      h("div", {}, picture, h("p", { class: "hint" }, strings.feedingLoss)),
      h("div", {}, heats, told),
    ),
  );
  let passage = 0;
  let isSeen = false;
  let isAsking = false;
  let wanted = null;
  let key = "";
  let answer = null;
  other.addEventListener("click", () => {
    passage += 1;
    ask();
  });
  // It takes the server a moment: only for a reader who looks at it.
  const eye = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1).isIntersecting;
    ask();
  });
  eye.observe(element);

  function update(view) {
    const now = view.runs[view.chosen];
    const step = now ? (view.at === null ? (now.now?.checkpoints.at(-1) ?? null) : now.checkpointAt(view.at)) : null;
    wanted = step === null ? null : { run: now.id, step, temperature: view.temperature };
    ask();
  }

  async function ask() {
    if (!isSeen || isAsking || wanted === null) return;
    const { run, ...query } = { ...wanted, passage };
    const question = JSON.stringify([run, query]);
    if (question === key) return;
    key = question;
    isAsking = true;
    const found = await look(run, query);
    isAsking = false;
    if (found) {
      answer = found;
      show();
    }
    ask();
  }

  function show() {
    const { beginning, truth, forced, own, temperatures, passages } = answer;
    const length = truth.length;
    write(begins, fill(strings.feedingBegins, { text: beginning.join("") }));
    strip.replaceChildren(
      feedingColumn(
        ["truth", strings.feedingTruth],
        ["", strings.feedingPredicts],
        ["", strings.feedingNats],
        ["", strings.feedingOwn],
        "names",
      ),
      ...truth.map((one, k) =>
        feedingColumn(
          ["truth", one],
          [forced.chosen[k] === one ? "is-right" : "is-wrong", forced.chosen[k]],
          ["number", natsOf(forced.loss[k])],
          [own.chosen[k] === one ? "is-right" : "is-wrong", own.chosen[k]],
          "",
        ),
      ),
    );
    const right = forced.chosen.filter((one, k) => one === truth[k]).length;
    strip.setAttribute(
      "aria-label",
      fill(strings.feedingAlt, { right, count: length, first: agreeing(own.chosen, truth) }),
    );
    drawLosses(forced.mean, own.mean);
    heats.replaceChildren(
      heatRow("th", strings.feedingInput, fill(strings.feedingAfter, { count: length - 1 }), strings.feedingAgree),
      heatRow("td", strings.feedingTruth, natsOf(forced.mean.at(-1)), percent(forced.right)),
      ...temperatures.map((one) =>
        heatRow(
          "td",
          `τ = ${one.temperature}`,
          natsOf(one.loss),
          percent(one.right),
          one.temperature === answer.temperature,
        ),
      ),
    );
    write(told, fill(answer.isUnseen ? strings.feedingUnseen : strings.feedingLearnt, { count: passages }));
  }

  function drawLosses(forced, own) {
    const width = picture.clientWidth || 560;
    const most = Math.max(MOST_SHOWN, ...forced, ...own) * 1.05;
    const x = (k) => PLOT.left + (k / Math.max(1, forced.length - 1)) * (width - PLOT.left - PLOT.right);
    const y = (loss) => PLOT.height - PLOT.bottom - (loss / most) * (PLOT.height - PLOT.top - PLOT.bottom);
    const words = (at, up, content, anchor) => s("text", { x: at, y: up, "text-anchor": anchor }, content);
    const line = (losses, name) =>
      s("path", {
        class: `feeding-line ${name}`,
        d: losses.map((loss, k) => `${k === 0 ? "M" : "L"}${x(k).toFixed(1)},${y(loss).toFixed(1)}`).join(""),
      });
    const every = most > 8 ? 4 : 2;
    const levels = Array.from({ length: Math.floor(most / every) + 1 }, (_, k) => k * every);
    const places = forced.map((_, k) => k).filter((k) => k % 8 === 0);
    picture.replaceChildren(
      ...levels.flatMap((loss) => [
        s("line", { class: "reach-grid", x1: PLOT.left, x2: width - PLOT.right, y1: y(loss), y2: y(loss) }),
        words(PLOT.left - 8, y(loss) + 5, String(loss), "end"),
      ]),
      ...places.map((k) => words(x(k), PLOT.height - 24, String(k), "middle")),
      words((PLOT.left + width) / 2, PLOT.height - 4, strings.feedingFedBack, "middle"),
      line(forced, "forced"),
      line(own, "own"),
    );
    picture.setAttribute(
      "aria-label",
      fill(strings.feedingPlot, { count: own.length - 1, forced: natsOf(forced.at(-1)), own: natsOf(own.at(-1)) }),
    );
  }

  function remove() {
    eye.disconnect();
  }
  return { element, update, remove };
}

function feedingColumn(truth, predicted, loss, own, name) {
  return h(
    "div",
    { class: `feeding-column ${name}` },
    ...[truth, predicted, loss, own].map(([kind, content]) => h("span", { class: kind }, content)),
  );
}

function heatRow(kind, input, loss, right, isChosen = false) {
  return h("tr", isChosen ? { class: "chosen" } : {}, ...[input, loss, right].map((one) => h(kind, {}, one)));
}

function natsOf(loss) {
  return loss.toFixed(loss < 9.95 ? 1 : 0);
}
