// The page, out of sight of a lecture plan's card, in which its views are drawn small: each when it is asked for.

/** @import {Thumbnail} from "../plans.d.ts" */

import { likenessOf, smallOf } from "../../web/picture/picture.js";
import { drawersOfPlan } from "./drawnplan.js";
import { viewSheets } from "./viewsheets.js";
import { dress } from "./wear.js";

// Pixels of a small picture: twice what a card shows.
const WIDTH = 480;
const HEIGHT = 360;

function begin(data) {
  dress(data.themes[new URLSearchParams(location.search).get("theme") === "dark" ? "dark" : "light"]);
  /** @type {Window["rnnvizThumbnail"]} */
  window.rnnvizThumbnail = (view) => drawn(view, data);
}

/**
 * One view, small.
 *
 * @param {string} view
 * @returns {Promise<Thumbnail>}
 */
async function drawn(view, data) {
  const { told, makers, refused } = await drawersOfPlan("", [{ view, ask: "" }], { ...data, words: data.strings });
  if (refused) return { image: null, isLasting: false };
  if (told.views[0].kind === "missing") return { image: null, isLasting: false };
  let made = null;
  // A likeness is taken while the view is there.
  const sheetOf = (motifs, part) => likenessOf(motifs, part);
  const pictures = { ...makers.pictures, sheetOf };
  await viewSheets(
    told,
    { ...makers, pictures },
    () => "",
    (picture) => {
      made = picture;
    },
  );
  // A training goes on.
  return { image: await smallOf(made, WIDTH, HEIGHT), isLasting: told.views[0].kind !== "training" };
}

begin(JSON.parse(document.getElementById("data").textContent));
