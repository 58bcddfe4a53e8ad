// When it was learnt: what the unit tells at each checkpoint of the training, over the loss. A click opens a moment.

/** @import {Learnt, Page, Place} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { widthOf } from "../../../course/plot/plot.js";
import { h, s, write } from "../../../web/dom.js";
import { fill, full, short } from "../../../web/numbers.js";
import { drawLearnt, layoutLearnt } from "./learntplot.js";
import { lookPanel } from "./lookpanel.js";
import { keyOf, questionOf } from "./question.js";
import { sized } from "./sizes.js";
import { unitWords } from "./symbols.js";
import { learntTable } from "./tables.js";
import { gapOf, term, withTerms } from "./term.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/** @param {Page} page */
export function learntPanel(page) {
  const { strings, source } = page;
  const hint = h("span", { class: "hint" });
  hint.append(...withTerms(strings.learntHint, { nats: term(strings.nats, strings.natsHint) }));
  const picture = s("svg", { class: "plot", role: "group", "aria-label": strings.learnt });
  const frame = h("div", { class: "learnt-frame" }, picture);
  const words = h("p", { class: "units-words" });
  const here = source.at ?? source.steps.at(-1) ?? null;
  const panel = lookPanel(
    page,
    "learnt",
    { hint, body: [frame, words] },
    {
      questionAt(at) {
        const question = questionOf(at);
        const why = question === null ? strings.findNothing : source.steps.length < 2 ? strings.noMoments : "";
        // It is the same from every moment of the training.
        return { key: keyAt(at), query: { ...question, quantity: at.quantity, at: "" }, reason: why };
      },
      onTold({ steps }) {
        focus = Math.max(0, steps.indexOf(here));
        draw();
      },
    },
  );
  let focus = 0;
  let place = page.place();

  /** @param {Place} next */
  function show(next) {
    place = next;
    panel.show(place);
    draw();
  }
  const keyAt = (at) => keyOf([questionOf(at), at.quantity]);
  /** Another quantity's curves stay until its own have come. @returns {Learnt | null} */
  const toldHere = () => (panel.isOf(keyAt(place)) ? panel.told() : null);

  function draw() {
    const told = toldHere();
    if (told === null) return;
    const symbol = unitWords(place.quantity, place.unit);
    const last = told.bestUnits.at(-1);
    const names = {
      chosen: symbol,
      best: fill(strings.bestUnit, { symbol: unitWords(last[0], last[1]) }),
      probe: strings.probeAll,
      chance: strings.chanceLine,
    };
    const box = sized(picture, frame);
    const wide = Math.max(...Object.values(names).map((name) => widthOf(name, box.u)));
    const nothing = page.constants.nothing[told.measure];
    const layout = layoutLearnt(told, place.unit, { ...box, names: Math.ceil(wide) + 16, nothing });
    const hue = page.quantity(place.quantity).hue;
    const measure = told.measure === "auc" ? strings.auc : strings.rho;
    const titles = { steps: strings.steps, loss: strings.loss, measure, nats: strings.nats };
    const since = told.since[place.unit];
    paint(
      picture,
      drawLearnt(layout, { hue, here, since, focus, names, said: (k) => said(told, k, symbol), ...titles }),
    );
    drawWords(told, symbol);
  }

  function said(told, k, symbol) {
    return fill(strings.moment, {
      step: told.steps[k],
      symbol,
      chosen: full(told.units[k][place.unit]),
      bestSymbol: unitWords(told.bestUnits[k][0], told.bestUnits[k][1]),
      best: full(told.best[k]),
      probe: full(told.probe[k]),
      chance: full(told.chance[k]),
      loss: full(told.loss[k]),
    });
  }

  function drawWords(told, symbol) {
    const [first, last] = [0, told.steps.length - 1];
    const sentence = told.steps[0] === 0 ? strings.learntUntrained : strings.learntFirst;
    const best = told.bestUnits[first];
    const since = told.since[place.unit];
    write(
      words,
      fill(`${since === null ? strings.learntNot : strings.learntSince}${gapOf(page.language)}${sentence}`, {
        since,
        step: told.steps[first],
        symbol,
        before: short(told.units[first][place.unit]),
        after: short(told.units[last][place.unit]),
        bestSymbol: unitWords(best[0], best[1]),
        best: short(told.best[first]),
        chance: short(told.chance[first]),
        count: told.units[0].length,
      }),
    );
  }

  function momentAt(event) {
    return /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(".moment"));
  }
  function openMoment(moment) {
    const step = Number(moment.dataset.step);
    if (step !== here) page.open({ at: step });
  }
  picture.addEventListener("click", (event) => {
    const moment = momentAt(event);
    if (moment) openMoment(moment);
  });
  picture.addEventListener("keydown", (event) => {
    const moment = momentAt(event);
    const told = toldHere();
    if (moment === null || told === null) return;
    const by = KEYS[event.key];
    if (by) {
      focus = Math.min(told.steps.length - 1, Math.max(0, Number(moment.dataset.number) + by));
      draw();
      /** @type {SVGElement} */ (picture.querySelector(`[data-number="${focus}"]`)).focus();
    } else if (["Enter", " "].includes(event.key)) openMoment(moment);
    else return;
    event.preventDefault();
  });
  function tables() {
    const told = toldHere();
    if (told === null || told.measure === null) return [];
    const chosen = { unit: place.unit, symbol: unitWords(place.quantity, place.unit) };
    return [{ name: "learnt", title: strings.learnt, make: () => learntTable(told, chosen, strings) }];
  }
  return { element: panel.element, show, fit: draw, tables, remove: panel.stop };
}
