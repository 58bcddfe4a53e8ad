// The lecturer's side of a room: a button in the bar, the room's card with its QR code, and the wire that says where
// the lecturer is.

import { h, s, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { wire } from "./wire.js";

// The room stays this browser's own until it is closed; all tabs know it, and one of them drives.
const KEPT = "rnnviz room";
// Pages other than the stage say where they are in the address alone.
const LOOK_EVERY = 250;
// One for all pages that this tab shows, and for all versions of this file that it may have fetched.
const desk = (window.rnnvizDesk ??= lectern());

/** Where a lecturer's browser says where it is: {room, news, connection, open, connect, close, moved, draw}. */
function lectern() {
  let line = null;
  let isGreeted = false;
  const at = {
    room: kept(),
    news: { present: 0, following: 0, drives: true },
    connection: "waiting",
    view: viewOfAddress(),
    /** What to call after each change. */
    draw() {},
    open,
    connect,
    close: () => line?.send({ close: true }),
    moved,
  };

  /** Open a room; returns the server's sentence where it opens none. */
  async function open() {
    const answer = await fetch("/hall", { method: "POST", body: JSON.stringify({ view: at.view }) });
    const told = await answer.json();
    if (!answer.ok) return told.error;
    at.room = told;
    localStorage.setItem(KEPT, JSON.stringify(told));
    connect();
    return "";
  }
  function connect() {
    line?.close();
    isGreeted = false;
    line = wire(at.room.code, { key: at.room.key, onNews: take, onState: follow });
  }
  function take(told) {
    at.news = { ...at.news, ...told };
    // A room that has just been found, or found again, hears where its lecturer is now.
    if (at.news.drives && !isGreeted) line.send({ view: at.view });
    isGreeted = true;
    at.draw();
  }
  function follow(to) {
    at.connection = to;
    if (to === "waiting") isGreeted = false;
    if (to === "over") {
      localStorage.removeItem(KEPT);
      at.room = null;
      line = null;
    }
    at.draw();
  }
  function moved(view) {
    if (view === at.view) return;
    at.view = view;
    if (at.news.drives && isGreeted) line?.send({ view });
  }
  if (at.room !== null) connect();
  // A stage tells its place at once and the address a little later: only an address that has changed is news.
  let address = at.view;
  setInterval(() => {
    if (viewOfAddress() === address) return;
    address = viewOfAddress();
    moved(address);
  }, LOOK_EVERY);
  return at;
}

/** Put the button into `host`. strings: the words. Returns a function that takes it away. */
export function mount(host, strings) {
  const button = h("button", { type: "button", class: "teach", title: strings.teachHint });
  const dialog = h("dialog", { class: "card" });
  host.replaceChildren(button, dialog);
  button.addEventListener("click", async () => {
    const refusal = desk.room === null ? await desk.open() : "";
    if (refusal) dialog.replaceChildren(closing(), h("p", {}, refusal));
    else drawCard();
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  function draw() {
    const { room, news, connection } = desk;
    if (room === null && dialog.open) dialog.close();
    const counted = news.present ? fill(strings.present, news) : strings.nobody;
    const state = connection === "waiting" ? strings.offline : news.drives ? counted : strings.elsewhere;
    write(button, room === null ? strings.teach : `${fill(strings.room, room)} · ${news.present}`);
    button.toggleAttribute("data-open", room !== null);
    const said = dialog.querySelector(".state");
    if (said) write(said, state);
    const over = dialog.querySelector(".take-over");
    if (over) over.hidden = news.drives;
  }

  function drawCard() {
    const { room } = desk;
    const [link, ...further] = room.links;
    const isAlone = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link.url).hostname);
    const act = (words, onclick, name) => {
      const element = h("button", { type: "button", class: name }, words);
      element.addEventListener("click", onclick);
      return element;
    };
    const copy = act(strings.copy, () =>
      navigator.clipboard?.writeText(link.url).then(() => write(copy, strings.copied)),
    );
    const over = act(strings.takeOver, desk.connect, "take-over");
    const end = act(strings.closeRoom, desk.close);
    dialog.setAttribute("aria-label", fill(strings.room, room));
    dialog.replaceChildren(
      closing(),
      h("h2", {}, fill(strings.room, room)),
      qr(link),
      h("p", { class: "link" }, link.url),
      ...further.map(({ url }) => h("p", { class: "other" }, url)),
      h("p", {}, isAlone ? strings.alone : strings.scan),
      h("p", { class: "state", role: "status" }),
      h("p", { class: "acts" }, over, copy, end),
    );
    draw();
  }
  function closing() {
    const close = h("button", { type: "button", class: "close", "aria-label": strings.closeDialog }, "×");
    close.addEventListener("click", () => dialog.close());
    return close;
  }

  desk.draw = draw;
  draw();
  return () => dialog.close();
}

function viewOfAddress() {
  const name = location.pathname.split("/").pop() || "step";
  return `${name}${location.search}`;
}

function kept() {
  try {
    const room = JSON.parse(localStorage.getItem(KEPT));
    return room?.code && room.key && room.links?.length ? room : null;
  } catch {
    return null;
  }
}

/** A QR code as one path, dark on white whatever the theme: cameras want it so. */
function qr({ url, qr: rows }) {
  const cells = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const size = rows.length + 8;
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": url, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: cells.join(""), fill: "#000" }),
  );
}
