// A follower's page: it shows what the lecturer shows, until its reader looks around by himself.

import { isDark } from "../../web/colours.js";
import { endAbove } from "../../web/dock.js";
import { h, write } from "../../web/dom.js";
import { ownValue } from "../../web/own.js";
import { followedChapter } from "./chapter.js";
import { ballotSheet, paceButtons } from "./poll.js";
import { followedRuns } from "./runs.js";
import { followedStage } from "./stage.js";
import { followedUnits } from "./units.js";
import { wire } from "./wire.js";

// A vote is sent again until the server has said that it is kept.
const VOTE_AGAIN = 2000;
// The name by which this browser has one vote in a room, whatever is reloaded.
const OWN_NAME = "rnnviz who";

// What shows the pages that are no chapters.
const KINDS = { "": "stage", step: "stage", units: "units" };

/** data: {code, language, stage, strings, titles, chapters, themes}; stage: the address of the stage's module. */
async function begin(host, { code, language, stage, strings, titles, chapters, themes }) {
  const module = await import(stage).catch(() => null);
  if (module === null) {
    const again = h("button", { type: "button" }, strings.again);
    again.addEventListener("click", () => location.reload());
    wear(themes);
    host.replaceChildren(h("p", { class: "other", role: "alert" }, strings.noConnection, " ", again));
    return;
  }
  const said = h("strong", {});
  const back = h("button", { type: "button" }, strings.back);
  const state = h("p", { class: "state", role: "status" }, said, back);
  const other = h("p", { class: "other" });
  const places = {
    stage: h("div", { class: "room" }),
    chapter: h("div", {}),
    units: h("div", { class: "room" }),
    runs: h("div", { class: "runs" }),
  };
  const black = h("div", { class: "black", role: "status", hidden: true }, strings.isBlack);
  const sheet = ballotSheet(strings, (choice) => vote(choice));
  const paces = paceButtons(strings, (pace) => {
    felt = pace;
    own.pace = pace;
    line.send({ pace });
  });
  host.replaceChildren(
    h("header", {}, h("span", { class: "name" }, "rnnviz"), paces, state),
    other,
    ...Object.values(places),
    black,
    sheet.element,
  );
  new ResizeObserver(() => endAbove(sheet.element)).observe(sheet.element);
  wear(themes);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wear(themes));

  let latest = "";
  let hasShown = false;
  let isRoaming = false;
  // Whether what the lecturer shows could not be fetched.
  let isMissing = false;
  let connection = "waiting";
  let question = null;
  let pending = null;
  let refused = "";
  let felt = "";
  let spot = null;
  let lit = "";
  let over = { isBlack: false, lines: [] };
  let sheetOfInk = null;
  const own = { who: ownName(), language };
  const line = wire(code, {
    hello: () => own,
    asks: own,
    words: strings,
    onNews({ view, question: asked, voted, refused: sentence, runs, light, ink }) {
      if (light !== undefined) shine(light?.part ?? "");
      if (ink) lay(ink);
      if (runs) watched.show(runs);
      if (voted || sentence) pending = null;
      if (voted) refused = voted.isLate ? strings.tooLate : "";
      if (sentence) refused = sentence;
      if (asked !== undefined) {
        if (asked?.id !== question?.id) {
          pending = null;
          refused = "";
          // What is asked once more is to be answered once more.
          if (asked?.ofStage && !asked.isOver) staged.askAnew();
        }
        const isShownNow = asked?.isOver && !question?.isOver;
        question = asked;
        if (isShownNow) answerStage();
      }
      if (voted && question?.id === voted.question) question = { ...question, mine: voted.choice };
      drawQuestion();
      if (asked !== undefined || voted) askUnits();
      if (view === undefined || view === latest) return;
      latest = view;
      if (!isRoaming) follow();
    },
    onState(to) {
      // The server, which may have begun anew, knows nothing of these.
      if (to === "open" && connection !== "open") {
        if (pending !== null) line.send({ vote: pending });
        if (isRoaming) line.send({ roams: true });
        if (felt) line.send({ pace: felt });
        if (isMissing && !isRoaming) follow();
      }
      connection = to;
      tell();
    },
  });
  const onRoam = () => roam(true);
  const pictures = () => import(new URL("picture.js", new URL(stage, location.href)).href);
  const words = strings;
  const staged = followedStage(places.stage, { module, language, words, pictures, onRoam, intercepts });
  const read = followedChapter(places.chapter, { language, words, onRoam });
  const looked = followedUnits(places.units, { language, words, onRoam, onVote: vote });
  const watched = followedRuns(places.runs, strings);
  addEventListener("resize", watched.draw);
  back.addEventListener("click", () => {
    roam(false);
    follow();
    /** @type {HTMLElement | null} */
    const shown = places.stage.querySelector(".stage");
    shown?.focus({ preventScroll: true });
  });

  /** What the lecturer has laid over the page; a reader who has gone elsewhere sees nothing of it. */
  async function lay({ isDark: isBlack, first, lines }) {
    over = { isBlack, lines: [...over.lines.slice(0, first), ...lines] };
    if (over.lines.length > 0) await fetchOver();
    drawOver();
  }
  function drawOver() {
    black.hidden = !over.isBlack || isRoaming;
    sheetOfInk?.show(isRoaming ? [] : over.lines);
  }
  /** What draws over the page, fetched when it is wanted first. */
  async function fetchOver() {
    const light = await import(new URL("light.js", import.meta.url).href).catch(() => null);
    // Without a connection the page says so already.
    if (light === null || spot !== null) return;
    spot = light.spotlight(() => {}, true);
    sheetOfInk = light.followedInk();
    host.append(h("style", {}, light.css), spot.element, sheetOfInk.element);
  }

  /** Light the part that the lecturer speaks of, where the reader has not gone elsewhere. */
  async function shine(part) {
    lit = part;
    if (lit) await fetchOver();
    if (lit && !isRoaming) spot?.shine(lit);
    else spot?.off();
  }

  function vote(choice) {
    if (question === null || question.isOver) return;
    pending = { question: question.id, choice };
    question = { ...question, mine: choice };
    refused = "";
    line.send({ vote: pending });
    drawQuestion();
    askUnits();
  }
  /** The Units page asks what the lecturer's page asks the class, and marks this reader's answer. */
  function askUnits() {
    looked.ask(question?.ofStage ? question : null);
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
    if (isRoaming || !staged.asks()) return;
    const { mine } = question;
    staged.send(mine === null ? { do: "reveal" } : { do: "answer", choice: mine });
  }

  /** Show what the lecturer shows: a stage, a chapter, trainings, or the way to another page. */
  async function follow() {
    const view = latest;
    const [name, query = ""] = view.split("?");
    const kind = chapters.includes(name) ? "chapter" : (KINDS[name] ?? "runs");
    if (kind !== "chapter") read.end();
    if (kind !== "units") looked.end();
    for (const [one, place] of Object.entries(places)) place.hidden = one !== kind;
    let shown = { isThere: kind === "runs" && name === "train" && query.includes("run="), refused: "" };
    if (kind === "stage") shown = await staged.show(query);
    if (kind === "chapter") shown = await read.show(name, query);
    if (kind === "units") shown = await looked.show(query);
    if (latest !== view) return;
    const { isThere, refused: why } = shown;
    isMissing = !isThere;
    hasShown ||= isThere;
    const link = h("a", { href: `/${view}`, target: "_blank" }, ownValue(titles, name) ?? name);
    const again = h("button", { type: "button" }, strings.again);
    again.addEventListener("click", follow);
    other.replaceChildren(...(isThere ? [] : why ? [why, " ", again] : [strings.page, " ", link]));
    tell();
  }

  function roam(to) {
    if (isRoaming === to) return;
    isRoaming = to;
    line.send({ roams: to });
    shine(lit);
    drawOver();
    tell();
  }

  function tell() {
    const words = {
      waiting: strings.reconnecting,
      barred: strings.barred,
      over: strings.over,
      open: isRoaming ? strings.roaming : hasShown || other.firstChild ? strings.following : strings.waiting,
    };
    write(said, words[connection]);
    back.hidden = !isRoaming || connection === "over";
    paces.hidden = connection === "over" || connection === "barred";
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
    // Where nothing may be kept, as in some private windows, the tab's own name outlives a reload.
    if (!window.name.startsWith(OWN_NAME)) window.name = `${OWN_NAME} ${made}`;
    return window.name.slice(OWN_NAME.length + 1);
  }
}

/** The app's theme, as the stage reads it. */
function wear(themes) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = themes[dark ? "dark" : "light"];
  const root = document.documentElement;
  for (const [name, value] of Object.entries(theme)) root.style.setProperty(`--st-${name}`, value);
  root.dataset.theme = isDark(theme["background-color"]) ? "dark" : "light";
  // A stage reads its colours when it is drawn.
  dispatchEvent(new Event("resize"));
}

const data = JSON.parse(document.getElementById("data").textContent);
begin(document.getElementById("hall"), data);
