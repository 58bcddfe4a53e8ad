// A stage that goes where the lecturer's is.

// The server keeps what the lecturer sees; it may come a moment after the news of it.
const ASK_AGAIN = 700;
const TRIES = 12;
// Of the page above the stage: its bar and an edge.
const BAR = 56;

/**
 * A stage in `host`: {show(query), send(action), asks(), askAnew()}. module: the stage's own; pictures: as for its
 * `mount`.
 * onRoam(): its reader has gone elsewhere. intercepts: as for `mount`. show returns whether it shows that place: a
 * later one may have come, or the server has none.
 */
export function followedStage(host, { module, language, pictures, onRoam, intercepts }) {
  const { bring, css, mount, send } = module;
  let shown = { key: null, data: null, where: "" };
  let wanted = "";
  let isOurs = false;

  async function show(query) {
    wanted = query;
    const asked = new URLSearchParams(query);
    asked.set("lang", language);
    const key = sceneOf(asked, shown.data);
    const data = key === shown.key ? shown.data : await fetched(asked, () => wanted === query);
    if (data === null || wanted !== query) return false;
    const place = Object.fromEntries([...asked].filter(([one]) => data.placeNames.includes(one)).sort());
    const where = JSON.stringify(place);
    const linkOf = (to) => new URL(`/step?${new URLSearchParams({ ...data.query, ...to })}`, location.href).href;
    const offers = { moments: data.moments, onPlace, onMoment, intercepts, pictures, linkOf };
    isOurs = true;
    if (data !== shown.data) mount(host, { scene: data.scene, place, above: BAR, css, ...offers });
    else if (where !== shown.where) bring(host, place);
    isOurs = false;
    shown = { key: sceneOf(asked, data), data, where };
    return true;
  }
  function onPlace() {
    if (isOurs) return;
    shown.where = "";
    onRoam();
  }
  async function onMoment(steps, track) {
    const answer = await fetch(`/weights?${new URLSearchParams({ ...shown.data.query, track: track + 1, steps })}`);
    return answer.ok ? answer.json() : null;
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
function sceneOf(asked, data) {
  if (data === null) return "";
  const kept = [...asked].filter(([name]) => data.names.includes(name) && !data.placeNames.includes(name));
  return JSON.stringify(kept.sort());
}

/** The scene of a link, or null where the server has none, or somebody has gone on meanwhile. */
async function fetched(asked, isWanted) {
  for (let k = 0; k < TRIES && isWanted(); k += 1) {
    const answer = await fetch(`/hall-scene?${asked}`).catch(() => null);
    if (answer?.status === 200) return answer.json();
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN * (1 + Math.random())));
  }
  return null;
}
