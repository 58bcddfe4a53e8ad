// What a chapter's reader can change: numbers with bounds, a few choices, short texts; as they stand in the address.
// Pure.

/** @import {ChoiceSetting, NumberSetting, TextSetting, Values} from "../definition.d.ts" */

/**
 * What was typed or came in a link, as {value} or {problem, text}: the message's name, for the reader.
 *
 * @param {NumberSetting} number
 * @param {string} text
 */
export function readNumber(number, text) {
  if (number.words) {
    const word = text.trim().toLowerCase();
    const value = number.words.indexOf(word);
    if (value >= number.least) return { value };
    return { problem: word ? "unknown" : "noWord", text: cut(word) };
  }
  const typed = text.trim().replace(/[−–]/g, "-").replace(",", ".");
  if (typed === "") return { problem: "empty" };
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed);
  const shown = cut(text.trim());
  if (!isNumber) return { problem: number.whole ? "steps" : "notNumber", text: shown };
  const value = Number(typed);
  if (number.whole && Number.isFinite(value) && !Number.isInteger(value)) return { problem: "steps", text: shown };
  if (!(value >= number.least && value <= number.most)) return { problem: "tooFar", text: shown };
  return { value };
}

const cut = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

/**
 * What was typed or came in a link, as {value} or {problem, text}. Without `of` anything fits.
 *
 * @param {TextSetting} text
 * @param {string} typed
 */
export function readText({ longest, of }, typed) {
  const letters = [...typed];
  const strange = of && letters.find((one) => !of.includes(one));
  if (strange !== undefined) return { problem: "strange", text: strange };
  if (letters.length > longest) return { problem: "tooLong", text: cut(typed) };
  return { value: typed };
}

/** The nearest value that fits: within the bounds, and on a step. */
export function fitted(number, value) {
  const stepped = number.least + Math.round((value - number.least) / number.step) * number.step;
  return Number(bounded(number, stepped).toPrecision(12));
}

/** The nearest value within the bounds. */
export function bounded({ least, most }, value) {
  return Math.min(most, Math.max(least, value));
}

/** A number as the prose writes it. */
export function written(number, value) {
  if (number.words) return number.words[value];
  if (number.format) return number.format(value);
  if (number.whole) return String(Math.round(value)).replace("-", "−");
  return value.toFixed(number.digits ?? 2).replace("-", "−");
}

/**
 * The values of an address. Parts that do not fit are left out: the usual values then stand.
 *
 * @param {Settings} settings
 * @param {URLSearchParams} query
 * @returns {Values}
 */
export function fromQuery({ numbers = {}, choices = {}, texts = {} }, query) {
  const values = {};
  for (const [name, number] of Object.entries(numbers)) {
    values[name] = number.usual;
    if (!query.has(name)) continue;
    const { value } = readNumber(number, query.get(name));
    if (value !== undefined) values[name] = value;
  }
  for (const [name, { usual, of }] of Object.entries(choices)) {
    values[name] = of.includes(query.get(name)) ? query.get(name) : usual;
  }
  for (const [name, text] of Object.entries(texts)) {
    values[name] = query.has(name) ? (readText(text, query.get(name)).value ?? text.usual) : text.usual;
  }
  return values;
}

/**
 * What of the values belongs into the address: those that are not the usual ones.
 *
 * @typedef {{
 *   numbers?: Record<string, NumberSetting>, choices?: Record<string, ChoiceSetting>,
 *   texts?: Record<string, TextSetting>,
 * }} Settings
 *
 * @param {Settings} settings
 * @param {Values} values
 * @returns {Record<string, string>}
 */
export function toQuery({ numbers = {}, choices = {}, texts = {} }, values) {
  const query = {};
  for (const [name, { usual }] of Object.entries({ ...numbers, ...choices, ...texts })) {
    if (values[name] !== usual) query[name] = String(values[name]);
  }
  return query;
}

/**
 * A whole number that a reader changes.
 *
 * @param {number} usual
 * @param {number} least
 * @param {number} most
 * @param {Partial<NumberSetting>} [more]
 * @returns {NumberSetting}
 */
export function integer(usual, least, most, more = {}) {
  return { usual, least, most, step: 1, whole: true, ...more };
}
