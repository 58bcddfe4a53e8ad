// The view's talk with the server: looks at the runs for as long as they may change, and commands to them.

import { isEnded } from "./status.js";

// Milliseconds until the next look, by how the training stands.
const LOOK_AFTER = { waiting: 300, paused: 1000 };
const RETRY = 2000;
// Of the server: it is busy; it, or what stands before it, has failed.
const BUSY = 429;
const FAILED = 500;

/**
 * onAnswer(run, present, before): a run as it stands, and its status before; onRefusal(message): a look or command that
 * the server refuses; draw(): shows what is new. Returns {look, command, start, isOffline, stop}.
 */
export function observation(server, runs, { onAnswer, onRefusal, draw }) {
  const timers = new Map();
  let isOffline = false;
  let isOver = false;
  let commanding = Promise.resolve();

  async function look(run, what, query) {
    const { told, refused } = await server.ask(run, what, query);
    if (refused) onRefusal(refused);
    return told;
  }

  /** One after another: each changes what the one before has left. */
  function command(what, body) {
    commanding = commanding.then(() => send(what, body));
    return commanding;
  }

  async function send(what, body) {
    const answers = await Promise.all(runs.map((run) => server.command(run.id, what, body)));
    const refused = answers.map((answer) => answer.refused).find(Boolean);
    if (refused) onRefusal(refused);
    start();
  }

  function start() {
    runs.forEach(watch);
  }

  /** Look at a run, now and then again, as long as it may change. */
  async function watch(run) {
    clearTimeout(timers.get(run));
    const turn = {};
    run.turn = turn;
    let wait = RETRY;
    const { told: present, refused, status } = await server.ask(run.id, "present", run.asked());
    if (isOver || run.turn !== turn) return;
    isOffline = status === 0 || status >= FAILED;
    if (present !== null) {
      const before = run.now?.status;
      run.receive(present);
      wait = isEnded(present.status) ? null : (LOOK_AFTER[present.status] ?? 1000 * present.wait);
      onAnswer(run, present, before);
    } else if (status === BUSY) onRefusal(refused);
    else if (!isOffline) {
      run.error = refused;
      wait = null;
    }
    draw();
    if (wait !== null)
      timers.set(
        run,
        setTimeout(() => whenSeen(() => watch(run)), wait),
      );
  }

  /** Nobody looks at a tab in the background. */
  function whenSeen(then) {
    if (!document.hidden) then();
    else document.addEventListener("visibilitychange", () => whenSeen(then), { once: true });
  }

  function stop() {
    isOver = true;
    for (const timer of timers.values()) clearTimeout(timer);
  }
  return { look, command, start, stop, isOffline: () => isOffline };
}
