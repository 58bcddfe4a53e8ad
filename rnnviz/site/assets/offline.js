// After one visit the edition opens without a network. A newer one is offered, and never forced.

import { h } from "../../web/dom.js";

/**
 * Let the browser keep the edition, where it can and its reader has no reason to save data.
 *
 * @param {string} address of the service worker
 * @param {Record<string, string>} strings
 */
export async function keepOffline(address, strings) {
  const connection = /** @type {{saveData?: boolean} | undefined} */ (Reflect.get(navigator, "connection"));
  const workers = workersHere();
  if (!workers || connection?.saveData) return;
  const registered = await workers.register(address).catch(() => null);
  if (!registered) return;
  const offer = () => registered.waiting && workers.controller && offerUpdate(registered.waiting, strings);
  offer();
  registered.addEventListener("updatefound", () => registered.installing.addEventListener("statechange", offer));
}

/** A browser that may keep nothing refuses the very question. */
function workersHere() {
  try {
    return navigator.serviceWorker;
  } catch {
    return null;
  }
}

function offerUpdate(waiting, strings) {
  const update = h("button", { type: "button" }, strings.update);
  update.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("update");
  });
  document.querySelector(".notice")?.remove();
  document.querySelector("header").after(h("p", { class: "notice", role: "status" }, strings.isNew, " ", update));
}
