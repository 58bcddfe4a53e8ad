// A room's wire: news from the server as they come, whatever happens to the connection.

/** @import {Desk} from "../desk.d.ts" */
/** @import {Hello, News, Said} from "../messages.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

import { asked } from "../../web/asked.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
// After this number of sockets that never opened, a network that lets none through is likely: then we ask.
const SOCKETS_TRIED = 2;
const ASK_EVERY = 1000;
// A network may vanish without a word: the server is asked again and again whether it is there, and by the next time
// something must have come. A computer that wakes up gives it less. In milliseconds.
const PROBE_EVERY = 10_000;
const PROBE_AWAKE = 2000;
// A whole hall is online again at once.
const SPREAD = 800;
// Of the server: there is no such room, or no longer; its lecturer lets in nobody new.
const UNKNOWN = 4404;
const CLOSED = 4410;
const BARRED = 4403;
// The same, said to who asks without a socket.
const NO_ROOM = 404;
// From here on nobody has decided anything: a server is away, or a room on its way to another one.
const NOT_NOW = 500;
const NOBODY_NEW = 403;

/**
 * Listen to a room: {send(message), close()}. send returns whether the message left.
 *
 * hello(): what the browser says of itself at each connection; who is the name by which it has its vote. asks: who may
 * ask instead, where no socket gets through; null for a lecturer. words: as for `asked`, where there is `asks`. onNews
 * is called after each change, never with an older one after a newer one. A restarted server is found again by itself,
 * by each browser a little earlier or later.
 *
 * @param {string} code
 * @param {{
 *   hello: () => Hello, asks?: {who: string, language: string, pace?: string} | null, words?: Strings | null,
 *   onNews: (news: News) => void, onState: (state: Desk["connection"]) => void,
 * }} listener
 */
export function wire(code, { hello, asks = null, words = null, onNews, onState }) {
  let socket = null;
  let isOver = false;
  let failures = 0;
  let timer = 0;
  let last = [0, 0];
  // Whether anything has come since the server was last asked.
  let isHeard = true;
  let probing = setInterval(probe, PROBE_EVERY);

  function connect() {
    clearTimeout(timer);
    if (isOver) return;
    if (failures >= SOCKETS_TRIED && asks) {
      ask();
      return;
    }
    const own = new WebSocket(`${location.origin.replace(/^http/, "ws")}/hall/${code}/live`);
    socket = own;
    let hasOpened = false;
    own.onopen = () => own.send(JSON.stringify(hello()));
    own.onmessage = ({ data }) => {
      if (!hasOpened) onState("open");
      hasOpened = true;
      failures = 0;
      isHeard = true;
      take(JSON.parse(data));
    };
    own.onclose = ({ code: reason }) => {
      if (socket !== own) return;
      socket = null;
      if (reason === UNKNOWN || reason === CLOSED) end();
      else retry(reason === BARRED ? "barred" : "waiting");
    };
  }

  /** What a browser without a socket says as it asks: who it is, its language, how it feels the pace. */
  const said = () => ({ who: asks.who, lang: asks.language, pace: asks.pace ?? "" });
  async function ask() {
    const address = `/hall/${code}?${new URLSearchParams(said())}`;
    const { told, status } = await asked(address, { words, cache: "no-store" });
    if (isOver) return;
    if (status === NO_ROOM) {
      end();
      return;
    }
    if (told) {
      onState("open");
      take(told);
    } else onState(status === NOBODY_NEW ? "barred" : "waiting");
    // Now and then a socket is tried again.
    failures = failures > 30 ? 0 : failures + 1;
    timer = setTimeout(connect, ASK_EVERY * (0.75 + Math.random() / 2));
  }

  function take(news) {
    const { epoch, seq } = news;
    if (epoch !== undefined) {
      if (epoch < last[0] || (epoch === last[0] && seq < last[1])) return;
      last = [epoch, seq];
    }
    onNews(news);
  }

  /** @param {Desk["connection"]} [state] */
  function retry(state = "waiting") {
    if (isOver) return;
    onState(state);
    // The network lets sockets through where the lecturer does not.
    const wait = state === "barred" ? LONGEST_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    if (state !== "barred") failures += 1;
    timer = setTimeout(connect, wait * (0.5 + Math.random()));
  }

  function end() {
    isOver = true;
    close();
    onState("over");
  }

  /** @param {Said} message */
  function send(message) {
    const isOpen = socket?.readyState === WebSocket.OPEN;
    if (isOpen) socket.send(JSON.stringify(message));
    else if (socket === null && "vote" in message && asks) post(message.vote);
    return isOpen;
  }

  /** A vote where no socket gets through; one that nobody heard is sent again by whoever waits for its answer. */
  async function post(vote) {
    const { told, refused, status } = await asked(`/hall/${code}/vote`, { words, send: { who: asks.who, ...vote } });
    if (told) onNews(told);
    else if (status > 0 && status < NOT_NOW) onNews({ refused });
  }

  function close() {
    isOver = true;
    clearTimeout(timer);
    clearInterval(probing);
    removeEventListener("online", goOnline);
    removeEventListener("offline", drop);
    document.removeEventListener("visibilitychange", wake);
    socket?.close();
    socket = null;
  }

  /** Ask whether the server is still there; a socket that has been silent since the last time is given up. */
  function probe() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!isHeard) drop();
    else {
      isHeard = false;
      send({ here: true });
    }
  }
  /** Give up a socket that may never say that it is closed. */
  function drop() {
    if (socket === null) return;
    const own = socket;
    socket = null;
    own.close();
    isHeard = true;
    retry();
  }
  /** A computer that slept asks at once whether its socket is still one. */
  function wake() {
    if (document.hidden || isOver) return;
    if (socket === null) goOnline();
    else {
      probe();
      clearInterval(probing);
      setTimeout(probe, PROBE_AWAKE);
      probing = setInterval(probe, PROBE_EVERY);
    }
  }
  function goOnline() {
    if (isOver) return;
    if (socket !== null) drop();
    clearTimeout(timer);
    failures = 0;
    timer = setTimeout(connect, Math.random() * SPREAD);
  }
  addEventListener("online", goOnline);
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", wake);
  connect();
  return { send, close };
}
