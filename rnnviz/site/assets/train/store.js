// What a browser keeps of trainings, in its own database: parts by a run's id and their names.

const [NAME, PARTS, ABOUT] = ["rnnviz.trainings", "parts", "about"];

/** The database; null where the browser lets a page keep nothing. */
export async function openStore() {
  const database = await opened().catch(() => null);
  if (database === null) return null;

  /**
   * What the request gives: any, because each part has its own shape.
   *
   * @returns {Promise<any>}
   */
  function asked(mode, ask) {
    return new Promise((resolve, reject) => {
      const turn = database.transaction(PARTS, mode);
      const request = ask(turn.objectStore(PARTS));
      turn.oncomplete = () => resolve(request.result);
      turn.onerror = turn.onabort = () => reject(turn.error);
    });
  }
  const ofRun = (id) => IDBKeyRange.bound([id], [id, []]);

  return {
    /** Keep parts, each as [name, part], all of them or none: a page may be left at any moment. */
    keep: (id, parts) => asked("readwrite", (all) => parts.map(([name, part]) => all.put(part, [id, name])).at(-1)),
    /** All parts of a run by their names; null if there is none. */
    async read(id) {
      const [keys, parts] = await Promise.all([
        asked("readonly", (all) => all.getAllKeys(ofRun(id))),
        asked("readonly", (all) => all.getAll(ofRun(id))),
      ]);
      const found = new Map(keys.map(([, name], k) => [name, parts[k]]));
      return found.has(ABOUT) ? found : null;
    },
    part: (id, name) => asked("readonly", (all) => all.get([id, name])),
    /** The names of a run's parts. @returns {Promise<string[]>} */
    names: async (id) => (await asked("readonly", (all) => all.getAllKeys(ofRun(id)))).map(([, name]) => name),
    /** The ids of all runs, the newest first. */
    async list() {
      const keys = await asked("readonly", (all) => all.getAllKeys());
      const ids = keys.filter(([, name]) => name === ABOUT).map(([id]) => id);
      const parts = await Promise.all(ids.map((id) => asked("readonly", (all) => all.get([id, ABOUT]))));
      return ids
        .map((id, k) => ({ id, when: parts[k].when }))
        .sort((a, b) => b.when - a.when)
        .map(({ id }) => id);
    },
    remove: (id) => asked("readwrite", (all) => all.delete(ofRun(id))),
    empty: () => asked("readwrite", (all) => all.clear()),
  };
}

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(PARTS);
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}
