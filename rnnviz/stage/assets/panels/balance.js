// The ledger as a panel: a number of the memory, and the score of the prediction, as what each character wrote and what
// is left of it; and the same for all units as a map.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { ledgerOf } from "../model/ledger.js";
import { accountLayout, accountSizes, ledgerAt, ledgerParts, scoreAccount, unitAccount } from "./balancelayout.js";
import { entriesMap } from "./entriesmap.js";
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
  const unitPart = accountPart(context, block, bars);
  const scorePart = hasScores ? accountPart(context, block, bars) : null;
  const map = entriesMap(context, block, bars);
  const element = h(
    "div",
    { class: "ledger", style: `column-gap:${gap}px;grid-template-columns:${columns}` },
    unitPart.element,
    scorePart?.element,
    map.element,
    h("p", { class: "ledger-note" }, caveat),
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
    map.update(t, entries, unit, t < 0 ? null : order);
    if (isScored) scorePart.update(scoreAccount(context, ledger, asked));
    else scorePart?.clear(strings.notYet);
  }
  return { element, update, words: () => sentence };
}

/**
 * One number as a bar that adds up, from left to right, under the text in its colours.
 *
 * @param {Context} context
 */
function accountPart(context, wide, tall) {
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
    svg.replaceChildren(...paint(laid));
    svg.setAttribute("aria-label", laid.words);
    set(text.element, "aria-label", laid.brief);
    text.element.dataset.foremost = laid.most;
  }
  return { element, update, clear };
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

/** Why there is no ledger, and who can be asked instead. */
function reasonOf({ model, strings, go }) {
  const ask = h("button", { type: "button", class: "key" }, strings.witnessesAsk);
  ask.addEventListener("click", () => go({ view: "witnesses" }));
  const element = h(
    "div",
    { class: "no-ledger" },
    h("p", {}, model.ledger.reason),
    model.labels.length > 0 ? ask : null,
  );
  return { element, update: () => {}, words: () => "" };
}
