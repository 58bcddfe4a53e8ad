// A room's wire: news from the server as they come, whatever happens to the connection.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
// After so many sockets that never opened, a network that lets none through is likely: then we ask.
const SOCKETS_TRIED = 2;
const ASK_EVERY = 1000;
// Of the server: there is no such room, or no longer; it is full; we were not understood.
const UNKNOWN = 4404;
const CLOSED = 4410;

/**
 * Listen to a room: {send(message), close()}.
 *
 * key: the driver's, "" for a follower. who: the name by which this browser has its vote; language: of what it is told.
 * onNews(news): {epoch, seq, view, drives, question} after each change, of a driver also {present, following, votes,
 * counted, paces}, and what this browser alone is told: {voted} or {refused}; never an older one after a newer one.
 * onState("open", "waiting" or "over"). A restarted server is found again by itself, by each browser a little earlier
 * or later.
 */
export function wire(code, { key = "", who = "", language = "en", onNews, onState }) {
  let socket = null;
  let isOver = false;
  let failures = 0;
  let timer = 0;
  let last = [0, 0];

  function connect() {
    clearTimeout(timer);
    if (isOver) return;
    if (failures >= SOCKETS_TRIED && !key) {
      ask();
      return;
    }
    const own = new WebSocket(`${location.origin.replace(/^http/, "ws")}/hall/${code}/live`);
    socket = own;
    let hasOpened = false;
    own.onopen = () => own.send(JSON.stringify({ key, who, language }));
    own.onmessage = ({ data }) => {
      if (!hasOpened) onState("open");
      hasOpened = true;
      failures = 0;
      take(JSON.parse(data));
    };
    own.onclose = ({ code: reason }) => {
      if (socket !== own) return;
      socket = null;
      if (reason === UNKNOWN || reason === CLOSED) end();
      else retry();
    };
  }

  async function ask() {
    try {
      const answer = await fetch(`/hall/${code}?who=${who}`, { cache: "no-store" });
      if (answer.status === 404) {
        end();
        return;
      }
      const news = await answer.json();
      onState("open");
      take(news);
    } catch {
      onState("waiting");
    }
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

  function retry() {
    if (isOver) return;
    onState("waiting");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    failures += 1;
    timer = setTimeout(connect, wait * (0.5 + Math.random()));
  }

  function end() {
    isOver = true;
    close();
    onState("over");
  }

  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else if (socket === null && message.vote) post(message.vote);
  }

  /** A vote where no socket gets through; one that fails is sent again by whoever waits for its answer. */
  async function post(vote) {
    const answer = await fetch(`/hall/${code}/vote`, {
      method: "POST",
      headers: { "Accept-Language": language },
      body: JSON.stringify({ who, ...vote }),
    }).catch(() => null);
    if (!answer) return;
    const told = await answer.json();
    onNews(answer.ok ? told : { refused: told.error });
  }

  function close() {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
    socket?.close();
    socket = null;
  }

  /** A computer that slept or was without a network tries at once. */
  function wake() {
    if (document.hidden || socket !== null) return;
    failures = 0;
    connect();
  }
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  connect();
  return { send, close };
}
