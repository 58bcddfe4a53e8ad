// A follower's page: it shows what the lecturer shows, until its reader looks around by himself.

import { endAbove } from "../../web/dock.js";
import { h, write } from "../../web/dom.js";
import { act } from "./buttons.js";
import { ballotAfter, ballotWith, ballotWords, NO_BALLOT } from "./ballot.js";
import { overPage } from "./overpage.js";
import { sentenceLine } from "./sentence.js";
import { ballotSheet, paceButtons } from "./poll.js";
import { shownPage } from "./shownpage.js";
import { wear } from "./wear.js";
import { wire } from "./wire.js";

// A vote is sent again until the server has said that it is kept.
const VOTE_AGAIN = 2000;
// The name by which this browser has one vote in a room, whatever is reloaded.
const OWN_NAME = "rnnviz who";

/** data: {code, language, stage, strings, titles, chapters, themes}; stage: the address of the stage's module. */
async function begin(host, { code, language, stage, strings, titles, chapters, themes }) {
  const module = await import(stage).catch(() => null);
  if (module === null) {
    wear(themes);
    const again = act(strings.again, () => location.reload());
    host.replaceChildren(h("p", { class: "other", role: "alert" }, strings.noConnection, " ", again));
    return;
  }
  const said = h("strong", {});
  const back = act(strings.back, comeBack);
  const state = h("p", { class: "state", role: "status" }, said, back);
  const over = overPage(host, strings);
  const sheet = ballotSheet(strings, vote);
  const paces = paceButtons(strings, (pace) => {
    own.pace = pace;
    line.send({ pace });
  });
  const pictures = () => import(new URL("picture.js", new URL(stage, location.href)).href);
  const shown = shownPage(
    { module, language, strings, titles, chapters, pictures },
    { onRoam: () => roam(true), onVote: vote, onShown: tell, intercepts },
  );
  const sentence = sentenceLine();
  sentence.element.hidden = true;
  const foot = h("div", { class: "foot" }, sentence.element, sheet.element);
  host.replaceChildren(
    h("header", {}, h("span", { class: "name" }, "rnnviz"), paces, state),
    ...shown.elements,
    over.element,
    foot,
  );
  new ResizeObserver(() => endAbove(foot)).observe(foot);
  wear(themes);

  let latest = "";
  let isRoaming = false;
  let connection = "waiting";
  let ballot = NO_BALLOT;
  // The plan's, for the class.
  let plansWords = "";
  /** @type {{who: string, language: string, pace?: string}} */
  const own = { who: ownName(), language };
  const line = wire(code, {
    hello: () => own,
    asks: own,
    words: strings,
    onNews(news) {
      const { view, runs, light, ink } = news;
      if (news.sentence !== undefined) {
        plansWords = news.sentence;
        tellSentence();
      }
      if (light !== undefined) over.shine(light?.part ?? "");
      if (ink) over.lay(ink);
      if (runs) shown.runs(runs);
      take(ballotAfter(ballot, news, strings));
      if (view === undefined || view === latest) return;
      latest = view;
      if (!isRoaming) shown.show(view);
    },
    onState(to) {
      // The server, which may have begun anew, knows nothing of these.
      if (to === "open" && connection !== "open") {
        sendVote();
        if (isRoaming) line.send({ roams: true });
        if (own.pace) line.send({ pace: own.pace });
        if (shown.isMissing() && !isRoaming) shown.show(latest);
      }
      connection = to;
      tell();
    },
  });
  setInterval(sendVote, VOTE_AGAIN);

  /** @param {import("./ballot.js").Ballot} next */
  function take(next) {
    const [before, now] = [ballot.question, next.question];
    ballot = next;
    // What is asked once more is to be answered once more.
    if (now && now.id !== before?.id && now.ofStage && !now.isOver) shown.askAnew();
    // The class's question was the stage's own: it now has this reader's answer, right or wrong.
    if (now?.isOver && !before?.isOver && !isRoaming) shown.answer(now.mine);
    sheet.show(now, ballotWords(ballot, strings));
    tellSentence();
    if (now !== before) shown.ask(now?.ofStage ? now : null);
  }
  function vote(choice) {
    const next = ballotWith(ballot, choice);
    if (next === ballot) return;
    take(next);
    sendVote();
  }
  function sendVote() {
    if (ballot.pending !== null) line.send({ vote: ballot.pending });
  }
  /** While the room is asked, the stage's own question is answered by a vote, and shown when the lecturer shows it. */
  function intercepts(action) {
    const isAsked = ballot.question !== null && !ballot.question.isOver;
    if (!isAsked || !["answer", "reveal"].includes(action.do)) return false;
    if (action.do === "answer") vote(action.choice);
    return true;
  }

  function comeBack() {
    roam(false);
    shown.show(latest);
    shown.focus();
  }
  function roam(to) {
    if (isRoaming === to) return;
    isRoaming = to;
    line.send({ roams: to });
    over.hide(to);
    tell();
    tellSentence();
  }
  /** A question has words of its own, and who looks around has left the view that the sentence is about. */
  function tellSentence() {
    sentence.element.hidden = plansWords === "" || isRoaming || ballot.question !== null;
    sentence.show(plansWords);
  }
  function tell() {
    const there = { none: strings.waiting, shown: strings.following, elsewhere: strings.inRoom };
    const words = {
      waiting: strings.reconnecting,
      barred: strings.barred,
      over: strings.over,
      open: isRoaming ? strings.roaming : there[shown.state()],
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

const data = JSON.parse(document.getElementById("data").textContent);
begin(document.getElementById("hall"), data);
