// The ledger as a panel: a number of the memory as the river of what each character wrote and what is left of it, the
// score of the prediction as bars that add up, and the same for all units as a map.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Account} from "./balancelayout.js" */

import { h, s, set, write } from "../../../web/dom.js";
import { ledgerOf } from "../model/ledger.js";
import { hasRiver, riverOf } from "../model/river.js";
import { accountLayout, accountSizes, ledgerAt, ledgerParts, scoreAccount, unitAccount } from "./balancelayout.js";
import { entriesMap } from "./entriesmap.js";
import { riverLayers } from "./riverlayout.js";
import { textLine } from "./textline.js";

/**
 * The panel of the ledger; of a cell without one the reason why.
 *
 * @param {Context} context
 */
export function balance(context, width, height) {
  const { model, strings } = context;
  if (model.ledger.memory === null) return reasonOf(context);
  const { hasScores, gap, block, columns, bars, caveat } = ledgerParts(context, width, height);
  let river;
  const unitPart = accountPart(context, block, bars, (account, laid, sizes) => flow(river, account, laid, sizes));
  const scorePart = hasScores ? accountPart(context, block, bars, (_account, laid) => paint(laid)) : null;
  const map = entriesMap(context, block, bars);
  const element = h(
    "div",
    { class: "ledger", style: `column-gap:${gap}px;grid-template-columns:${columns}` },
    unitPart.element,
    scorePart?.element,
    map.element,
    h("p", { class: "ledger-note" }, caveat, " ", toRiver(context)),
  );
  let ledger;
  let version;
  let drawn = "";
  let drawnOrder = null;
  let sentence = "";

  /** @param {Place} state */
  function update(state) {
    if (version !== model.version) {
      ledger = ledgerOf(model);
      river = riverOf(model);
      version = model.version;
      drawn = "";
    }
    const asked = ledgerAt(context, state, hasScores, ledger.width);
    const key = [state.t, ...Object.values(asked)].join(" ");
    const order = context.order(state);
    if (key === drawn && order === drawnOrder) return;
    drawn = key;
    drawnOrder = order;
    const { t, unit, isScored } = asked;
    const entries = t < 0 ? [] : ledger.entries(t);
    sentence = t < 0 ? strings.notYet : strings.ledgerHint;
    if (t < 0) unitPart.clear(strings.notYet);
    else unitPart.update(unitAccount(context, ledger, entries, asked));
    map.update(t, entries, unit, t < 0 ? null : order, ledger.most);
    if (isScored) scorePart.update(scoreAccount(context, ledger, asked));
    else scorePart?.clear(strings.notYet);
  }
  return { element, update, words: () => sentence };
}

/**
 * One number as its entries, from left to right, under the text in its colours; draw(account, laid, sizes): what is
 * between the text and the numbers.
 *
 * @param {Context} context
 */
function accountPart(context, wide, tall, draw) {
  const sizes = accountSizes(context, wide, tall);
  const { ends, step, room, width, height } = sizes;
  const { T } = context.model.sizes;
  const title = h("span", { class: "account-title" });
  const text = textLine(context, step, { role: "img", tabindex: "0" });
  const numbers = textLine(context, step);
  const svg = s("svg", { class: "account", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  for (const line of [text, numbers]) line.element.style.marginLeft = `${ends}px`;
  numbers.element.classList.add("numbers");
  const head = h("div", { class: "account-head" }, title);
  const element = h("section", { class: "account-box" }, head, text.element, svg, room.number ? numbers.element : null);

  function clear(words) {
    write(title, words);
    title.dataset.full = "";
    title.className = "account-title muted";
    svg.replaceChildren();
    svg.setAttribute("aria-label", words);
    set(text.element, "aria-label", words);
    text.element.dataset.foremost = "";
    text.update(Array(T).fill(null));
    numbers.update(Array(T).fill({}));
  }

  function update(account) {
    const laid = accountLayout(context, account, sizes);
    write(title, laid.title.text);
    title.className = `account-title hue-${account.hue}`;
    title.dataset.full = laid.title.full;
    text.update(laid.text);
    numbers.update(laid.numbers);
    svg.replaceChildren(...draw(account, laid, sizes));
    svg.setAttribute("aria-label", laid.words);
    set(text.element, "aria-label", laid.brief);
    text.element.dataset.foremost = laid.most;
  }
  return { element, update, clear };
}

/**
 * The river of one unit up to its step, coloured by the sign of what is left, on one scale for all steps.
 *
 * @param {ReturnType<typeof riverOf>} river
 * @param {Account} account
 * @param {ReturnType<typeof accountLayout>} laid
 * @param {ReturnType<typeof accountSizes>} sizes
 */
function flow(river, { t, unit, entries }, { said }, { ends, step, height }) {
  const columns = { first: 0, column: step, x: (at) => ends + (at + 0.5) * step };
  const size = (k, at) => river.size(k, at, unit);
  const { layers } = riverLayers({ size, t, most: river.most(unit), height, columns });
  const ground = s("line", { class: "axis", x1: ends, x2: columns.x(t) + step / 2, y1: height, y2: height });
  const kind = (k) => (entries[k] < 0 ? "minus" : "plus");
  return [...layers.map(({ k, path }) => s("path", { class: kind(k), d: path, "data-full": said[k] })), ground];
}

/** @param {ReturnType<typeof accountLayout>} laid */
function paint({ axis, bars, total }) {
  const { full: all, ...end } = total;
  return [
    s("line", { class: "axis", ...axis }),
    ...bars.flatMap(({ thread, bar, isMinus, full }) => [
      s("line", { class: "thread", ...thread }),
      s("rect", { class: isMinus ? "minus" : "plus", ...bar, "data-full": full }),
    ]),
    s("rect", { class: "total-bar", ...end, "data-full": all }),
  ];
}

/** The way to the river of all units, at full size. */
function toRiver({ strings, act }) {
  const button = h("button", { type: "button", class: "in-text" }, strings.riverOfAll);
  button.addEventListener("click", () => act({ do: "river" }));
  return button;
}

/**
 * Why there is no ledger, and who can be asked instead.
 *
 * @param {Context} context
 */
function reasonOf(context) {
  const { model, strings, go } = context;
  const ask = h("button", { type: "button", class: "key" }, strings.witnessesAsk);
  ask.addEventListener("click", () => go({ view: "witnesses" }));
  const element = h(
    "div",
    { class: "no-ledger" },
    h("p", {}, model.ledger.reason),
    model.labels.length > 0 ? ask : null,
    hasRiver(model) ? h("p", { class: "ledger-note" }, toRiver(context)) : null,
  );
  return { element, update: () => {}, words: () => "" };
}
