// Saving a picture: at once, or from a dialog that shows it first.

import { openCard } from "../carddialog.js";
import { h } from "../dom.js";
import { hand } from "../hand.js";
import { printSheets } from "../print/room.js";
import { fileOf, pictureOf } from "./picture.js";
import { pictureSheet } from "./pictureprint.js";

const FORMS = ["svg", "png"];
const STYLE = `
.picture-dialog { width: min(56rem, calc(100vw - 1.5rem)); }
.picture-dialog select { flex: 1 1 12rem; min-width: 0; }
.picture-dialog .sample { display: grid; place-items: center; height: min(26rem, 48dvh); margin: 0.75rem 0;
  padding: 0.5rem; border: 1px solid var(--line); border-radius: var(--corner); background: #fff; }
.picture-dialog img { display: block; min-width: 0; min-height: 0; max-width: 100%; max-height: 100%; }
.picture-dialog .sample > img { max-height: calc(min(26rem, 48dvh) - 1rem); }
.picture-dialog footer { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.picture-dialog p { flex: 1 1 16rem; margin: 0; color: var(--muted); font-size: var(--size-14); }
`;

/** Saves the picture of a part of a view. view: as for `pictureOf`, and fileName(part), without its ending. */
export async function savePicture(view, part, form) {
  const name = view.fileName(part);
  hand(await fileOf(pictureOf(view, part), form), `${name}.${form}`);
}

/** The sheet of paper of a part of a view; see `pictureSheet`. */
export const sheetOf = pictureSheet;

/**
 * A dialog with the picture of a part of a view, and the choice of another one. view: as for `savePicture`, and
 * strings, parts(): [{name, title}].
 */
export function showPictures(view, part) {
  const { root, strings } = view;
  const parts = view.parts();
  const choice = h(
    "select",
    { "aria-label": strings.pictureOf },
    ...parts.map(({ name, title }) => h("option", { value: name }, title)),
  );
  choice.value = parts.some(({ name }) => name === part) ? part : parts[0].name;
  const image = h("img", {});
  const told = h("p", { role: "status" }, strings.pictureHint);
  const saves = FORMS.map((form) => {
    const label = form.toUpperCase();
    const button = h("button", { type: "button", class: form === "svg" ? "is-first" : "", "data-form": form }, label);
    button.addEventListener("click", async () => {
      hand(await fileOf(picture, form), `${view.fileName(choice.value)}.${form}`);
    });
    return button;
  });
  const paper = h("button", { type: "button", title: strings.printHint }, strings.print);
  paper.addEventListener("click", () => printSheets([pictureSheet(view, choice.value)]));
  let picture;

  /** The picture goes into the clipboard where the browser lets it. */
  function copyButton() {
    if (!navigator.clipboard?.write || !window.ClipboardItem) return null;
    const button = h("button", { type: "button" }, strings.pictureCopy);
    button.addEventListener("click", async () => {
      const item = new ClipboardItem({ "image/png": fileOf(picture, "png") });
      const isDone = await navigator.clipboard.write([item]).then(
        () => true,
        () => false,
      );
      told.textContent = isDone ? strings.pictureCopied : strings.pictureNotCopied;
    });
    return button;
  }
  async function show() {
    picture = pictureOf(view, choice.value);
    const before = image.src;
    image.src = URL.createObjectURL(await fileOf(picture, "svg"));
    const { title } = parts.find(({ name }) => name === choice.value);
    image.alt = [title, picture.words].filter(Boolean).join("\n");
    if (before) URL.revokeObjectURL(before);
  }
  choice.addEventListener("change", show);
  show();
  openCard(root, strings, {
    name: "picture-dialog",
    style: STYLE,
    title: strings.picture,
    head: [choice],
    body: [h("div", { class: "sample" }, image), h("footer", {}, told, copyButton(), paper, ...saves)],
    onClose: () => URL.revokeObjectURL(image.src),
  });
  saves[0].focus();
}
