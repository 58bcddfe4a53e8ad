// Streamlit's own words, which are English, in the language of the page: what is written around our pages, on hover, in
// empty fields, and for those who hear the page. Our views, in shadow trees, have words of their own.

import { ownValue } from "../../rnnviz/web/own.js";

const SPOKEN = ["aria-label", "title", "placeholder", "alt"];
// What a reader wrote, or a text of ours; and an early stage, which changes with each key.
const NOT_STREAMLITS = '[role="option"], textarea, pre, code, script, style, .stage';
const OURS = '[data-testid="stMarkdownContainer"]';
const UPLOADER = '[data-testid="stFileUploader"]';

/**
 * A function (text, language) to the same in that language; a text that is none of Streamlit's stays. words:
 * {source: {language: message}}, where a source may have one {name}, which stays as it is.
 */
export function translation(words) {
  const whole = new Map();
  const patterns = [];
  for (const [source, messages] of Object.entries(words)) {
    for (const form of new Set([source, ...Object.values(messages)])) {
      const [before, after] = form.split(/\{\w+\}/);
      if (after === undefined) whole.set(form, messages);
      else patterns.push({ before, after, messages });
    }
  }
  return (text, language) => {
    const found = whole.get(text);
    if (found) return ownValue(found, language) ?? text;
    for (const { before, after, messages } of patterns) {
      if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) continue;
      const name = text.slice(before.length, text.length - after.length);
      return ownValue(messages, language)?.replace(/\{\w+\}/, () => name) ?? text;
    }
    return text;
  };
}

/** Keep Streamlit's words in the language of the page, whatever it draws, before it is painted. */
export function speakStreamlit(words) {
  const root = document.documentElement;
  const said = translation(words);

  function speak(element) {
    for (const name of SPOKEN) {
      const text = element.getAttribute(name);
      if (text) change(text, (to) => element.setAttribute(name, to));
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) write(node);
  }
  function write(node) {
    const element = node.parentElement;
    if (node.data.trim() === "" || !element || element.closest(NOT_STREAMLITS)) return;
    if (element.closest(OURS) && !element.closest(UPLOADER)) return;
    change(node.data, (to) => {
      node.data = to;
    });
  }
  /** What is the same already is left alone: a change would be heard here again. */
  function change(text, set) {
    const to = said(text, root.lang);
    if (to !== text) set(to);
  }
  function speakWithin(element) {
    if (element.closest(".stage")) return;
    speak(element);
    for (const one of element.querySelectorAll("*")) speak(one);
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === "characterData") write(target);
      else if (type === "childList") {
        for (const node of addedNodes) {
          if (node.nodeType === Node.ELEMENT_NODE) speakWithin(node);
          else if (node.nodeType === Node.TEXT_NODE) write(node);
        }
      } else if (attributeName !== "lang") speak(target);
      else if (target === root) speakWithin(root);
    }
  });
  const attributeFilter = [...SPOKEN, "lang"];
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter,
  });
}
