// The votes of a series of lectures over weeks, for whoever has its link: as a table, as a picture and as a file.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Series} from "../series.d.ts" */

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { showPictures } from "../../web/picture/save.js";
import { act } from "./buttons.js";
import { keepSeries } from "./keptseries.js";
import { lecturesTable, questionsTable } from "./seriestable.js";
import { wear } from "./wear.js";

/** data: {language, strings, themes}. */
async function begin(host, { language, strings, themes }) {
  wear(themes);
  const key = location.hash.slice(1);
  const headers = { "x-rnnviz-series": key };
  const root = h("main", { class: "course series" });
  const shade = () => {
    root.dataset.theme = document.documentElement.dataset.theme;
  };
  shade();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", shade);
  host.replaceChildren(root);
  const said = h("p", { class: "said", role: "status" }, strings.votesComing);
  root.append(said);
  const { told, refused } = await asked(`/votes/told?lang=${language}`, { words: strings, headers });
  if (refused) {
    write(said, refused);
    return;
  }
  /** @type {Series} */
  const series = told;
  keepSeries({ title: series.title, key });
  document.title = `${series.title} · ${strings.overWeeks}`;
  const lectures = lecturesTable(series, strings, language);
  const questions = questionsTable(series, strings, language);
  const save = act(strings.votesSave, async () => write(said, await savedTable()));
  const view = {
    ...{ root, recolour: () => {}, leftOut: "button" },
    strings: { ...strings, pictureHint: strings.votesPicture },
    parts: () => [{ name: "votes", title: strings.overWeeks }],
    fileName: () => "rnnviz-votes",
    subject: () => ({
      elements: [lectures, questions],
      equations: [],
      lines: [series.title],
      title: series.title,
      link: "",
    }),
  };
  const picture = act(strings.picture, () => showPictures(view, "votes"));
  const none = h("p", { class: "none" }, strings.votesNone);
  write(said, "");
  root.replaceChildren(
    h("h1", {}, series.title),
    h("p", { class: "means" }, strings.votesMeans),
    h("p", { class: "acts" }, save, picture),
    said,
    lectures,
    series.questions.length > 0 ? questions : none,
  );

  /** Give the reader the file; returns why there is none, or "". */
  async function savedTable() {
    const zone = new URLSearchParams({ lang: language, minutes: String(-new Date().getTimezoneOffset()) });
    const file = await asked(`/votes/file?${zone}`, { words: strings, as: "blob", headers });
    if (!file.refused) hand(file.told, "rnnviz-votes.csv");
    return file.refused;
  }
}

begin(document.getElementById("series"), JSON.parse(document.getElementById("data").textContent));
