// What of a chapter a picture can show: a figure, with the formula of its section.

import { colon, fullStop } from "../../web/punctuation.js";

// On a slide nobody can click.
const LEFT_OUT = "style, .quiet-key, .grip, .unseen, .picture a";
// What a part is called that is no figure.
const SECTION = "section ";

/**
 * The view that pictures are taken of, as the module of the pictures wants it. figures(): [{element, sentence, title}],
 * the chapter's own in their order. about(): {name, title, strings}.
 */
export function chapterMotifs(root, { figures, about }) {
  const at = (part) => figures()[Number(part) - 1];

  function subject(part) {
    if (part.startsWith(SECTION)) return proseOf(part.slice(SECTION.length));
    const { element, sentence, title } = at(part);
    const section = element.closest("section");
    const formula = formulaOf(section);
    const name = about().title;
    const words = title === name ? name : `${name} · ${title}`;
    const link = new URL(location.href);
    link.searchParams.set("section", section.dataset.section);
    return {
      elements: [element.querySelector(".picture")],
      equations: formula ? [formula] : [],
      lines: [words],
      title: `rnnviz${colon()}${words}${fullStop()}${sentence()}`,
      link: link.href,
    };
  }

  /** A section without a figure. */
  function proseOf(name) {
    const section = sectionOf(root, name);
    const { title } = about();
    return { elements: [section.querySelector(".text")], equations: [], lines: [title], title, link: location.href };
  }
  /** What stands for a section on paper: its figure, or the chapter's first one for none, or else its words. */
  function partOf(name) {
    const { section } = sectionOf(root, name).dataset;
    const isKnown = section === name;
    const k = figures().findIndex(({ element }) => !isKnown || element.closest("section")?.dataset.section === name);
    return k >= 0 ? String(k + 1) : `${SECTION}${section}`;
  }

  return {
    root,
    partOf,
    leftOut: LEFT_OUT,
    recolour() {},
    parts: () => figures().map(({ title }, k) => ({ name: String(k + 1), title })),
    subject,
    fileName: (part) => `rnnviz-${about().name.replaceAll("_", "-")}-${part}`,
    inSight: () => String(figureInSight(figures()) + 1),
    get strings() {
      return about().strings;
    },
  };
}

/** A section by its name, or the first one. @returns {HTMLElement} */
function sectionOf(root, name) {
  const all = [...root.querySelectorAll("section[data-section]")];
  return all.find((one) => one.dataset.section === name) ?? all[0];
}

/** The place of the figure that one sees most of; −1 where there is none. */
export function figureInSight(figures) {
  const seen = figures.map(({ element }) => {
    // What is folded away has a place all the same.
    if (!element.checkVisibility()) return Number.NEGATIVE_INFINITY;
    const { top, bottom } = element.getBoundingClientRect();
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  });
  return seen.indexOf(Math.max(...seen));
}

/** The first formula of a section that stands by itself, else the longest equation in its sentences, with its words. */
function formulaOf(section) {
  const seen = (selector) => [...section.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  const length = (one) => one.textContent.length;
  // What ends in its sign has a number beside it, to be dragged.
  const inside = seen(".text math").filter((one) => /=.*\S/.test(one.textContent));
  return seen(".formula")[0] ?? inside.sort((one, other) => length(other) - length(one))[0]?.parentElement;
}
