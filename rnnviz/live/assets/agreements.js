// The rules of a made language, one row each: how often each sample followed the rule, one cell for each sample in
// order, and how often the latest ones did. Below stands what is counted.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";

const LAST = 5;

/** How often it was right, of how many times, in the last few samples: [right, of]. */
export function recently(samples, name) {
  return samples.slice(-LAST).reduce(
    ([right, of], sample) => {
      const [more, outOf] = sample.agreements?.[name] ?? [0, 0];
      return [right + more, of + outOf];
    },
    [0, 0],
  );
}

/** Of one run. Returns {element, update(demanded, samples)}; demanded as {name, title, hint}. */
export function agreements({ strings }) {
  const table = h("div", { class: "agreements" });
  const what = h("div", {});
  const scale = h("p", {}, fill(strings.agreementScale, { count: LAST }));
  const counted = h("details", { class: "agreements-what" }, h("summary", {}, strings.agreementWhat), what, scale);
  const element = h("div", { hidden: true }, table, counted);
  let rows = [];
  let drawn = "";

  function update(demanded, samples) {
    element.hidden = demanded.length === 0;
    const key = JSON.stringify([demanded, samples.length, samples.at(-1)?.step]);
    if (key === drawn) return;
    drawn = key;
    if (rows.length !== demanded.length) {
      rows = demanded.map(() => ({
        title: h("span", { class: "agreement-title", tabindex: "0" }),
        cells: h("span", { class: "agreement-cells", "aria-hidden": "true" }),
        share: h("span", { class: "number" }),
      }));
      table.replaceChildren(...rows.flatMap(({ title, cells, share }) => [title, cells, share]));
      what.replaceChildren(...demanded.map(({ title, hint }) => h("p", {}, h("strong", {}, title), ` ${hint}`)));
      // A single rule needs no click.
      counted.open = demanded.length === 1;
    }
    demanded.forEach(({ name, title, hint }, k) => {
      const row = rows[k];
      const [right, of] = recently(samples, name);
      write(row.title, title);
      row.title.title = hint;
      row.cells.replaceChildren(...samples.map((sample) => cell(sample.agreements?.[name])));
      write(row.share, of > 0 ? `${right}/${of}` : "–");
      row.share.title = hint;
    });
  }

  function cell(count) {
    const [right, of] = count ?? [0, 0];
    return of > 0 ? h("i", { style: `--share:${right / of}` }) : h("i", { class: "none" });
  }
  return { element, update };
}
