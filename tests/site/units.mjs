// Takes {data, files, asks}: what the Units page of the static edition is told, the files that were written for it, and
// what it asks, [name, query] each. Gives its answers; `unrounded` has the numbers that travel in base64.

import { recordedLooks } from "../../rnnviz/site/assets/looks.js";
import { floatsOf } from "../../rnnviz/web/bytes.js";

/** A worker that runs here. */
class Here {
  constructor() {
    this.listeners = [];
    Here.last = this;
  }
  addEventListener(type, listener) {
    if (type === "message") this.listeners.push(listener);
  }
  postMessage(data) {
    globalThis.worker({ data: structuredClone(data) });
  }
  terminate() {}
}
globalThis.Worker = Here;
globalThis.addEventListener = (_type, listener) => {
  globalThis.worker = listener;
};
globalThis.postMessage = (data) => Here.last.listeners.forEach((listener) => listener({ data: structuredClone(data) }));
await import("../../rnnviz/site/assets/reader.js");

const BASE64 = ["loss", "values"];

export default async function answer({ data, files, asks }) {
  const fetched = (name) => Promise.resolve(JSON.parse(files[name]));
  const { ask } = recordedLooks({ ...data, offline: "offline", fetched, pathOf: (file) => file });
  const answers = [];
  for (const [name, query] of asks) {
    const { told, refused } = await ask(name, query);
    const own = told && { ...told };
    for (const key of BASE64) if (typeof own?.[key] === "string") own[key] = [...floatsOf(own[key])];
    answers.push({ told: own, refused });
  }
  return answers;
}
