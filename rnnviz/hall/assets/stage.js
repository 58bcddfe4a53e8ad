// A stage that goes where the lecturer's is.

import { asked } from "../../web/asked.js";

// The server keeps what the lecturer sees; it may come a moment after the news of it.
const ASK_AGAIN = 700;
const TRIES = 12;
// The server learns the weights of a moment for one reader after another.
const PATIENCE = 5;
// Of the page above the stage: its bar and an edge.
const BAR = 56;

/**
 * A stage in `host`: {show(query), send(action), asks(), askAnew()}. module: the stage's own; pictures: as for its
 * `mount`.
 * words: as for `asked`. onRoam(): its reader has gone elsewhere. intercepts: as for `mount`. show returns {isThere,
 * refused}, whether it shows that place, else a sentence why not: a later one may have come, or the server has none.
 */
export function followedStage(host, { module, language, words, pictures, onRoam, intercepts }) {
  const { bring, css, mount, send } = module;
  let shown = { key: null, data: null, where: "" };
  let wanted = "";
  let isOurs = false;

  async function show(query) {
    wanted = query;
    const link = new URLSearchParams(query);
    link.set("lang", language);
    const key = sceneOf(link, shown.data);
    const { told: data, refused } =
      key === shown.key ? { told: shown.data } : await fetched(link, words, () => wanted === query);
    if (data === null || wanted !== query) return { isThere: false, refused };
    const place = Object.fromEntries([...link].filter(([one]) => data.placeNames.includes(one)).sort());
    const where = JSON.stringify(place);
    const linkOf = (to) => new URL(`/step?${new URLSearchParams({ ...data.query, ...to })}`, location.href).href;
    const offers = { moments: data.moments, onPlace, onMoment, intercepts, pictures, linkOf, prints: false };
    isOurs = true;
    if (data !== shown.data) mount(host, { scene: data.scene, place, above: BAR, css, ...offers });
    else if (where !== shown.where) bring(host, place);
    isOurs = false;
    shown = { key: sceneOf(link, data), data, where };
    return { isThere: true, refused: "" };
  }
  function onPlace() {
    if (isOurs) return;
    shown.where = "";
    onRoam();
  }
  function onMoment(steps, track) {
    const link = new URLSearchParams({ ...shown.data.query, track: track + 1, steps });
    return asked(`/weights?${link}`, { words, patience: PATIENCE });
  }
  /** Send the stage an action that is none of its reader's. */
  function act(action) {
    isOurs = true;
    send(host, action);
    isOurs = false;
  }
  return {
    show,
    asks: () => host.querySelector(".stage[data-asks]") !== null,
    send: act,
    /** Of the questions that were answered each may be asked again. */
    askAnew: () => act({ do: "anew" }),
  };
}

/** What a link says of the scene: all but the place in it. */
function sceneOf(link, data) {
  if (data === null) return "";
  const kept = [...link].filter(([name]) => data.names.includes(name) && !data.placeNames.includes(name));
  return JSON.stringify(kept.sort());
}

/** The scene of a link, as `asked` tells it; null where the server has none, or somebody has gone on meanwhile. */
async function fetched(link, words, isWanted) {
  let answer = { told: null, refused: words.noAnswer };
  for (let k = 0; k < TRIES && isWanted(); k += 1) {
    answer = await asked(`/hall-scene?${link}`, { words });
    if (answer.told !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN * (1 + Math.random())));
  }
  return { told: null, refused: answer.refused || words.noAnswer };
}
