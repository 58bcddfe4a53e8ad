// Where a lecturer writes questions to the class, and keeps some for later.

import { h, write } from "../../web/dom.js";

// Questions that a lecturer has prepared, and how many.
const PREPARED = "rnnviz questions";
const MOST_PREPARED = 50;

/** Where a free question is written: its first line asks, the others answer; * marks the right one. */
export function askingForm(strings, desk) {
  const field = h("textarea", { rows: "4", "aria-label": strings.askLabel, placeholder: strings.askExample });
  const refused = h("p", { class: "refused", role: "alert" });
  const list = h("ul", { class: "prepared" });
  const button = (words, onclick) => {
    const made = h("button", { type: "button" }, words);
    made.addEventListener("click", onclick);
    return made;
  };
  const drawList = () =>
    list.replaceChildren(
      ...prepared().map((text) =>
        h(
          "li",
          {},
          button(text.split("\n")[0], () => {
            field.value = text;
          }),
          button("×", () => {
            prepare(prepared().filter((one) => one !== text));
            drawList();
          }),
        ),
      ),
    );
  const ask = button(strings.ask, () => {
    write(refused, "");
    desk.ask(questionOf(field.value));
  });
  const keep = button(strings.keep, () => {
    if (!field.value.trim()) return;
    prepare([...new Set([...prepared(), field.value])].slice(-MOST_PREPARED));
    drawList();
  });
  const save = button(strings.saveVotes, () => saveVotes(desk.room));
  drawList();
  return h("div", { class: "asking" }, field, refused, h("p", { class: "acts" }, ask, keep, save), list);
}

/** The votes so far as a file, of a room {code, key}. */
async function saveVotes({ code, key }) {
  const answer = await fetch(`/hall/${code}/votes`, { headers: { "x-rnnviz-key": key } });
  if (!answer.ok) return;
  const url = URL.createObjectURL(await answer.blob());
  h("a", { href: url, download: `rnnviz-${code}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A question as it is written, {text, choices, truth}. */
function questionOf(written) {
  const [text = "", ...lines] = written
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const truth = lines.findIndex((line) => line.startsWith("*"));
  return { text, choices: lines.map((line) => line.replace(/^\*\s*/, "")), truth: truth < 0 ? null : truth };
}

function prepared() {
  try {
    const found = JSON.parse(localStorage.getItem(PREPARED)) ?? [];
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function prepare(questions) {
  localStorage.setItem(PREPARED, JSON.stringify(questions));
}
