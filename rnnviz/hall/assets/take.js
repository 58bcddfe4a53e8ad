// Where another person takes a room over: the key is made here, and the server is shown the link's word.

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { keepRoom, keptRoom } from "./kept.js";
import { madeKey } from "./keptseries.js";
import { unpack } from "./parcel.js";
import { savePlan } from "./planfiles.js";

// Of the server: there is no such room, or no longer.
const GONE = 404;
// Until the server has answered, the key waits here: a second try, after a reload too, shows the same one.
const WAITING = "rnnviz key";

/** data: {code, language, strings, limits}. */
async function offerOf(host, { code, language, strings, limits }) {
  const word = location.hash.slice(1);
  const own = keptRoom();
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "name" });
  const take = h("button", { type: "submit" }, strings.take);
  const said = h("p", { role: "status" });
  const form = h(
    "form",
    {},
    h("p", {}, strings.takeMeans),
    h("p", {}, h("label", {}, strings.takeName, " ", name)),
    h("p", {}, take),
    said,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    take.disabled = true;
    write(said, "");
    const refusal = await taken(name.value);
    if (refusal) write(said, refusal);
    take.disabled = false;
  });

  /** Take the room over, and go to where it is; returns the sentence why not. */
  async function taken(driver) {
    const key = keyFor(word);
    // A browser that keeps nothing would lose the room's only key.
    if (key === "") return strings.takeUnkept;
    // A link that works once is no worse for a try that nobody heard.
    const words = { ...strings, noConnection: strings.takeOffline };
    const { told, refused } = await asked(`/hall/${code}/take`, { words, send: { word, key, driver } });
    if (refused) return refused;
    keepRoom({ code, key, links: told.links });
    localStorage.removeItem(WAITING);
    const plan = unpack(told.parcel, limits);
    if (plan === null) location.replace(`/${told.view}`);
    else showUnkept(plan, told.view);
    return "";
  }

  /** The room is taken, and this browser has no room for what came along. */
  function showUnkept(plan, view) {
    const save = h("button", { type: "button" }, strings.takeSave);
    save.addEventListener("click", () => savePlan(plan));
    host.replaceChildren(
      h("p", { role: "status" }, strings.takeNoRoom),
      h("p", {}, save),
      h("p", {}, h("a", { href: `/${view}` }, strings.takeGo)),
    );
  }

  if (own?.key && own.code === code) {
    const on = h("a", { href: `/step?lang=${language}` }, strings.takeGo);
    host.replaceChildren(h("p", {}, strings.takeYours), h("p", {}, on));
  } else if (own?.key && (await isThere(own.code, strings)))
    host.replaceChildren(h("p", {}, fill(strings.takeOther, { code: own.code })));
  else host.replaceChildren(form);
}

/** Whether a room is still open; a browser may have slept while it was closed. */
async function isThere(code, words) {
  const { status } = await asked(`/hall/${code}`, { words });
  return status !== GONE;
}

/** The key that is shown with a word, the same at each try; "" where the browser keeps none. */
function keyFor(word) {
  try {
    const waiting = JSON.parse(localStorage.getItem(WAITING));
    if (waiting?.word === word) return waiting.key;
    const key = madeKey();
    localStorage.setItem(WAITING, JSON.stringify({ word, key }));
    return key;
  } catch {
    return "";
  }
}

offerOf(document.getElementById("take"), JSON.parse(document.getElementById("data").textContent));
