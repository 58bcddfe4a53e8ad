// Elements, made safely: text always enters as text.

/** @import {Attributes, Child} from "./elements.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
const MATH = "http://www.w3.org/1998/Math/MathML";

/**
 * An HTML element with attributes and children; strings become text.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** A MathML element. */
export function m(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(MATH, tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set an attribute only if it changes: a step touches only the elements that it moves. */
export function set(element, name, value) {
  const text = String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Hide or show an element only if it is not so yet: an attribute that is set again costs a style. */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Disable or enable a control only if it is not so yet. */
export function disable(element, isDisabled) {
  if (element.disabled !== isDisabled) element.disabled = isDisabled;
}

/**
 * Set an element's text only if it changes; returns whether it did. A text node that is there already is kept: a new
 * one costs a style.
 */
export function write(element, text) {
  const [only] = element.childNodes;
  const isText = only?.nodeType === Node.TEXT_NODE && only === element.lastChild;
  const isOther = (isText ? only.data : element.textContent) !== text;
  if (isOther && isText) only.data = text;
  else if (isOther) element.textContent = text;
  return isOther;
}
