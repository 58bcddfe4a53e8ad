// A follower's page: the stage, which goes where the lecturer's is, until its reader looks around by himself.

import { isDark } from "../../web/colours.js";
import { h, write } from "../../web/dom.js";
import { ballotSheet, paceButtons } from "./poll.js";
import { wire } from "./wire.js";

// The server keeps what the lecturer sees; it may come a moment after the news of it.
const ASK_AGAIN = 700;
const TRIES = 12;
const BAR = 52;
// A vote is sent again until the server has said that it is kept.
const VOTE_AGAIN = 2000;
// The name by which this browser has one vote in a room, whatever is reloaded.
const OWN_NAME = "rnnviz who";

/** data: {code, language, stage, strings, titles, themes}; stage: the address of the stage's module. */
async function begin(host, { code, language, stage, strings, titles, themes }) {
  const { bring, css, mount, send } = await import(stage);
  const said = h("strong", {});
  const back = h("button", { type: "button" }, strings.back);
  const state = h("p", { class: "state", role: "status" }, said, back);
  const other = h("p", { class: "other" });
  const room = h("div", { class: "room" });
  const sheet = ballotSheet(strings, (choice) => vote(choice));
  const paces = paceButtons(strings, (pace) => line.send({ pace }));
  host.replaceChildren(
    h("header", {}, h("span", { class: "name" }, "rnnviz"), paces, state),
    other,
    room,
    sheet.element,
  );
  wear(themes, room);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wear(themes, room));

  let latest = "";
  let shown = { key: null, data: null, where: "" };
  let isRoaming = false;
  let isOurs = false;
  let connection = "waiting";
  let question = null;
  let pending = null;
  let refused = "";
  let spot = null;
  let lit = "";
  const line = wire(code, {
    who: ownName(),
    language,
    onNews({ view, question: asked, voted, refused: sentence, light }) {
      if (light !== undefined) shine(light?.part ?? "");
      if (voted || sentence) pending = null;
      if (voted) refused = voted.isLate ? strings.tooLate : "";
      if (sentence) refused = sentence;
      if (asked !== undefined) {
        if (asked?.id !== question?.id) {
          pending = null;
          refused = "";
        }
        const isShownNow = asked?.isOver && !question?.isOver;
        question = asked;
        if (isShownNow) answerStage();
      }
      if (voted && question?.id === voted.question) question = { ...question, mine: voted.choice };
      drawQuestion();
      if (view === undefined || view === latest) return;
      latest = view;
      if (!isRoaming) follow();
    },
    onState(to) {
      connection = to;
      if (to === "open" && pending !== null) line.send({ vote: pending });
      tell();
    },
  });
  back.addEventListener("click", () => {
    roam(false);
    follow();
    room.querySelector(".stage")?.focus({ preventScroll: true });
  });

  /** Light the part that the lecturer speaks of, where the reader has not gone elsewhere. */
  async function shine(part) {
    lit = part;
    if (lit && spot === null) {
      const { css, spotlight } = await import(new URL("light.js", import.meta.url).href);
      spot ??= spotlight(() => {});
      host.append(h("style", {}, css), spot.element);
    }
    if (lit && !isRoaming) spot.shine(lit);
    else spot?.off();
  }

  function vote(choice) {
    if (question === null || question.isOver) return;
    pending = { question: question.id, choice };
    question = { ...question, mine: choice };
    refused = "";
    line.send({ vote: pending });
    drawQuestion();
  }
  setInterval(() => pending !== null && line.send({ vote: pending }), VOTE_AGAIN);

  function drawQuestion() {
    const { mine, isOver } = question ?? {};
    const given = mine === null || mine === undefined ? strings.choose : strings.given;
    const sentence = isOver ? refused || strings.isOver : pending ? strings.sending : refused || given;
    sheet.show(question, sentence);
  }

  /** While the room is asked, the stage's own question is answered by a vote, and shown when the lecturer shows it. */
  function intercepts(action) {
    if (question === null || question.isOver || !["answer", "reveal"].includes(action.do)) return false;
    if (action.do === "answer") vote(action.choice);
    return true;
  }

  /** The class's question was the stage's own: it now has this reader's answer, right or wrong. */
  function answerStage() {
    if (isRoaming || !room.querySelector(".stage[data-asks]")) return;
    const { mine } = question;
    isOurs = true;
    send(room, mine === null ? { do: "reveal" } : { do: "answer", choice: mine });
    isOurs = false;
  }

  /** Show the lecturer's place; the latest one, if several come while a stage is fetched. */
  async function follow() {
    const view = latest;
    const [name, query = ""] = view.split("?");
    if (name !== "" && name !== "step") {
      showPage(name, view);
      return;
    }
    const asked = new URLSearchParams(query);
    asked.set("lang", language);
    const key = sceneOf(asked, shown.data);
    const data = key === shown.key ? shown.data : await fetched(asked, () => latest === view);
    if (data === null || latest !== view || isRoaming) return;
    const place = Object.fromEntries([...asked].filter(([one]) => data.placeNames.includes(one)).sort());
    const where = JSON.stringify(place);
    const isThere = data === shown.data;
    other.replaceChildren();
    isOurs = true;
    if (!isThere)
      mount(room, { scene: data.scene, place, above: BAR, css, moments: data.moments, onPlace, onMoment, intercepts });
    else if (where !== shown.where) bring(room, place);
    isOurs = false;
    shown = { key: sceneOf(asked, data), data, where };
    tell();
  }

  function onPlace() {
    if (isOurs) return;
    shown.where = "";
    roam(true);
  }
  async function onMoment(steps, track) {
    const answer = await fetch(`/weights?${new URLSearchParams({ ...shown.data.query, track: track + 1, steps })}`);
    return answer.ok ? answer.json() : null;
  }

  function roam(to) {
    if (isRoaming === to) return;
    isRoaming = to;
    line.send({ roams: to });
    shine(lit);
    tell();
  }

  function showPage(name, view) {
    const link = h("a", { href: `/${view}`, target: "_blank" }, titles[name] ?? name);
    other.replaceChildren(strings.page, " ", link);
    tell();
  }

  function tell() {
    const words = {
      waiting: strings.reconnecting,
      over: strings.over,
      open: isRoaming ? strings.roaming : shown.data || other.firstChild ? strings.following : strings.waiting,
    };
    write(said, words[connection]);
    back.hidden = !isRoaming || connection === "over";
    state.dataset.state = isRoaming ? "roaming" : connection;
  }
}

function ownName() {
  const made = crypto.getRandomValues(new Uint32Array(2)).join("");
  try {
    const kept = localStorage.getItem(OWN_NAME) ?? made;
    localStorage.setItem(OWN_NAME, kept);
    return kept;
  } catch {
    return made;
  }
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

/** The app's theme, as the stage reads it. */
function wear(themes, room) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = themes[dark ? "dark" : "light"];
  const root = document.documentElement;
  for (const [name, value] of Object.entries(theme)) root.style.setProperty(`--st-${name}`, value);
  root.dataset.theme = isDark(theme["background-color"]) ? "dark" : "light";
  // A stage reads its colours when it is drawn.
  if (room.firstChild) dispatchEvent(new Event("resize"));
}

const data = JSON.parse(document.getElementById("data").textContent);
begin(document.getElementById("hall"), data);
