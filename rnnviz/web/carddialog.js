// A dialog over a view: a card with a title and a way out, whose keys are not those of the view below.

import { h } from "./dom.js";

const STYLE = `
.card-dialog { box-sizing: border-box; max-width: calc(100vw - 1.5rem); max-height: calc(100dvh - 1.5rem);
  padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--line); border-radius: var(--corner); background: var(--page);
  color: var(--ink); font: var(--size-16)/1.4 var(--font); }
.card-dialog::backdrop { background: rgb(0 0 0 / 0.45); }
.card-dialog header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.card-dialog h2 { display: block; margin: 0; min-height: 0; font-size: var(--size-20); font-weight: 600; }
.card-dialog :is(select, button) { min-height: 2.25rem; padding: 0 0.9rem; border: 1px solid var(--line);
  border-radius: var(--corner); background: var(--page); color: inherit; font: inherit; cursor: pointer; }
.card-dialog :is(select, button):hover { border-color: var(--accent); }
.card-dialog :is(a, input, select, button, [tabindex]):focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
.card-dialog button.is-first { border-color: var(--accent); background: var(--accent); color: var(--page);
  font-weight: 600; }
.card-dialog button:disabled { opacity: 0.5; cursor: default; }
.card-dialog .close { position: static; margin-left: auto; }
`;

/**
 * Open one in `root`, in the place of one of its kind. name: its class. style: its own rules. title: its heading. head:
 * what stands beside that. onClose: before it is taken away.
 *
 * @param {HTMLElement} root
 * @param {Record<string, string>} strings
 * @param {{
 *   name: string, style: string, title: string, head?: HTMLElement[], body: (Node | null)[], onClose?: () => void,
 * }} card
 */
export function openCard(root, strings, { name, style, title, head = [], body, onClose = () => {} }) {
  root.querySelector(`.${name}`)?.remove();
  const close = h("button", { type: "button", class: "close", "aria-label": strings.close }, "×");
  const dialog = h(
    "dialog",
    { class: `card-dialog ${name}`, "aria-label": title },
    h("style", {}, STYLE + style),
    h("header", {}, h("h2", {}, title), ...head, close),
    ...body,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    onClose();
    dialog.remove();
  });
  root.append(dialog);
  dialog.showModal();
}
