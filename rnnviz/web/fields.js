// Fields of an address: each reads, checks and writes its values by what Python tells of it, as `rnnviz/fields.py` and
// the links in `rnnviz/address` do, and refuses in the same sentences. Pure.

/** @import {Field} from "./field.d.ts" */

import { characters, visible } from "./characters.js";
import { fill, TYPED_NUMBER } from "./numbers.js";

// The value of a field is any: each field has a type of its own.
/** @typedef {any} Value */

const OFF = "off";
const WHOLE_NUMBER = /^-?[0-9]{1,9}$/;
const MOST_LOOKED_AT = 1000;
const MOST_CHARACTERS = 24;
// Code points of one character: marks can be heaped on a letter without end.
const MOST_OF_ONE = 8;

/** Any value as a sentence quotes it: shortened, and made visible. */
export function quoted(value) {
  const shown = characters(wellFormed([...String(value)].slice(0, MOST_LOOKED_AT).join(""))).map(visible);
  const short = shown.slice(0, MOST_CHARACTERS).map((one) => [...one].slice(0, MOST_OF_ONE).join(""));
  return `"${short.join("")}${shown.length > MOST_CHARACTERS ? "…" : ""}"`;
}

/**
 * The value that a word of an address means; the word itself if it means none.
 *
 * @param {Field} field
 * @param {string} word
 * @returns {Value}
 */
export function readWord(field, word) {
  const { kind, first = 0, empty = false, off = false } = field;
  if ((kind === "whole" && empty && word === "") || (kind === "number" && off && word === OFF)) return null;
  if (kind === "switch") return word === "on" || (word === OFF ? false : word);
  if (kind === "whole") return WHOLE_NUMBER.test(word) ? Number(word) - first : word;
  // One that does not fit is quoted as it was typed.
  if (kind === "number") return TYPED_NUMBER.test(word) && isWithin(field, Number(word)) ? Number(word) : word;
  if (kind !== "sizes") return word;
  const sizes = word.split("x");
  if (!sizes.every((one) => WHOLE_NUMBER.test(one))) return word;
  return sizes.length === 1 ? Number(word) : sizes.map(Number);
}

/** The word that means a value. @param {Field} field */
export function wordOf({ kind, first = 0, off }, value) {
  if (kind === "switch" && typeof value === "boolean") return value ? "on" : OFF;
  if (value === null) return off ? OFF : "";
  if (kind === "sizes") return [value].flat().join("x");
  if (kind === "number" && typeof value === "number") return String(Number(value.toPrecision(12)));
  return String(first && Number.isInteger(value) ? value + first : value);
}

/**
 * The sentence why a value does not fit; "" if it does.
 *
 * @param {Field} field
 * @returns {string}
 */
export function misfit(field, value) {
  const isNothing = value === null && (field.empty || field.off);
  return isNothing ? "" : (MISFITS[field.kind]?.(field, value) ?? "");
}

/**
 * The value in the words that an address gives for a field, or the sentence why they mean none.
 *
 * @param {Field} field
 * @param {string[]} given
 * @returns {{value: Value, refused: string}}
 */
export function taken(field, given) {
  const often = givenOften(field, given);
  const value = readWord(field, given[0]);
  return { value, refused: often || misfit(field, value) };
}

/** The sentence where an address gives several words for a field; "" for one. @param {Field} field */
export function givenOften({ name, sentences }, given) {
  return given.length > 1 ? fill(sentences.often, { name, count: given.length }) : "";
}

/** What was refused, and the word for what is shown instead, if any. @param {Field} field */
export function shownInstead({ sentences }, reason, word) {
  return word ? fill(sentences.instead, { reason, value: word }) : reason;
}

/** By the kind of the field. @type {Partial<Record<Field["kind"], (field: Field, value: Value) => string>>} */
const MISFITS = {
  choice: (field, value) =>
    field.choices.includes(value) || (field.empty && value === "") ? "" : said(field, "unfit", value),
  switch: (field, value) => (typeof value === "boolean" ? "" : said(field, "unfit", value)),
  whole(field, value) {
    const counted = Number.isInteger(value) ? value + (field.first ?? 0) : value;
    return Number.isInteger(value) && isWithin(field, counted) ? "" : said(field, "unfit", counted);
  },
  number: (field, value) => (typeof value === "number" && isWithin(field, value) ? "" : said(field, "unfit", value)),
  sizes(field, value) {
    const sizes = [value].flat();
    const isStack = Array.isArray(value);
    const areWhole = sizes.every((size) => Number.isInteger(size) && size >= 1);
    const isFar = isStack && (sizes.length < 2 || sizes.length > field.layers);
    if (!areWhole || isFar || sizes.reduce((all, size) => all + size, 0) > field.most) {
      return said(field, "unfit", wordOf(field, value));
    }
    const isMore = field.eachWay && (isStack || value > field.eachWay);
    return isMore ? said(field, "eachWay", wordOf(field, value), { most: field.eachWay }) : "";
  },
  shaped: (field, value) =>
    value === "" || new RegExp(`^(?:${field.shape})$`, "su").test(value) ? "" : said(field, "unfit", value),
  short(field, value) {
    if (bytesOf(wellFormed(value)) > field.bytes) return said(field, "long", "");
    const count = characters(value).length;
    return count > field.most ? said(field, "many", "", { count }) : "";
  },
  text(field, value) {
    if (!value) return said(field, "empty", "");
    const count = bytesOf(value);
    const tokens = count <= field.countedBytes ? characters(value) : [];
    if (tokens.length > field.characters) {
      return said(field, "long", "", { count: tokens.length, most: field.characters });
    }
    if (count > field.bytes) return said(field, "manyBytes", "", { count, most: field.bytes });
    const strange = /(?![\t\n])[\p{Cc}\p{Cs}]/u.exec(value);
    if (strange) return said(field, "notShown", "", { code: codeOf(strange[0]) });
    const large = tokens.find((token) => bytesOf(token) > field.characterBytes);
    if (large) {
      const token = visible(String.fromCodePoint(large.codePointAt(0)));
      return said(field, "large", "", { token, size: bytesOf(large), most: field.characterBytes });
    }
    return field.choices.length > 0 ? MISFITS.choice(field, value) : "";
  },
};

/** @param {Field} field @param {number} value */
const isWithin = ({ least, most }, value) => value >= least && value <= most;
const bytesOf = (text) => new TextEncoder().encode(text).length;
const codeOf = (sign) => `U+${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
/** A text without halves of characters. */
const wellFormed = (text) => text.replace(/\p{Cs}/gu, "?");

/** @param {Field} field @param {object} [more] what else the sentence names */
function said(field, key, value, more) {
  const choices = field.choices?.join(", ");
  return fill(field.sentences[key], { ...field, name: field.title, choices, value: quoted(value), ...more });
}
