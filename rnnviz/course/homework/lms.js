// What a learning platform (LMS) keeps of a homework: SCORM 1.2 and 2004 (4th edition), by the object that it puts into
// a window around ours or behind it. Where there is none, nothing is kept, and the homework says so.

/** @typedef {"1.2" | "2004"} Version */

/**
 * What one session has: who learns, whether he only looks, what was kept, and the best score so far, in percent.
 * most: characters that are kept; wait: milliseconds after which what was entered is sent at the latest; a task that is
 * done is sent at once. save(kept): returns whether the platform has taken it.
 *
 * @typedef {{
 *   learner: string, isReview: boolean, suspended: string, score: number, most: number, wait: number,
 *   save: (kept: Kept) => boolean, end: () => void,
 * }} Session
 */

/**
 * suspended: at most `most` characters; score: in percent; isDone: all is right; isThrough: nothing is left to do;
 * tasks: what was answered, in their order.
 *
 * @typedef {{suspended: string, score: number, isDone: boolean, isThrough: boolean, tasks: Answered[]}} Kept
 */

/** @typedef {{id: string, description: string, response: string, isRight: boolean}} Answered */

// A platform that is slow is not told of every key.
const WAIT = 30000;
// Windows above or behind ours that are looked at; a platform may have put several around us.
const FAR = 12;
/** Of 2004 alone. */
const SUCCESS = "cmi.success_status";
const SECONDS_A_MINUTE = 60;
/** What each version calls its object and the things that it keeps, and how much of ours it takes. */
const VERSIONS = {
  2004: {
    object: "API_1484_11",
    calls: { begin: "Initialize", get: "GetValue", set: "SetValue", commit: "Commit", end: "Terminate" },
    learner: "cmi.learner_id",
    mode: "cmi.mode",
    score: "cmi.score",
    status: "cmi.completion_status",
    exit: "cmi.exit",
    time: "cmi.session_time",
    most: 64000,
  },
  1.2: {
    object: "API",
    calls: { begin: "LMSInitialize", get: "LMSGetValue", set: "LMSSetValue", commit: "LMSCommit", end: "LMSFinish" },
    learner: "cmi.core.student_id",
    mode: "cmi.core.lesson_mode",
    score: "cmi.core.score",
    status: "cmi.core.lesson_status",
    exit: "cmi.core.exit",
    time: "cmi.core.session_time",
    most: 4096,
  },
};

/**
 * The session of the platform around this window; null where there is none.
 *
 * @param {Window} own
 * @param {() => number} now in milliseconds
 * @returns {Session | null}
 */
export function sessionOf(own, now = () => Date.now()) {
  for (const version of /** @type {Version[]} */ (["2004", "1.2"])) {
    const object = found(own, VERSIONS[version].object);
    const session = object && begun(object, version, now);
    if (session) return session;
  }
  return null;
}

/** An object of this name in a window above ours, or above the one that has opened it. @param {Window} own */
function found(own, name) {
  for (const start of [own, own.opener]) {
    let at = start;
    for (let k = 0; at && k < FAR; k += 1) {
      const object = read(at, name);
      if (object) return object;
      at = at.parent === at ? null : at.parent;
    }
  }
  return null;
}

/** A window of another origin shows nothing. */
function read(window, name) {
  try {
    return window[name] ?? null;
  } catch {
    return null;
  }
}

/** @param {Version} version @returns {Session | null} */
function begun(object, version, now) {
  const { calls, learner, mode, score, status, exit, time, most } = VERSIONS[version];
  const isTrue = (answer) => String(answer) === "true";
  /** A platform may throw, or answer with nothing. */
  function call(name, ...values) {
    try {
      return object[calls[name]](...values);
    } catch {
      return "";
    }
  }
  const get = (name) => String(call("get", name) ?? "");
  const set = (name, value) => isTrue(call("set", name, String(value)));
  const began = now();
  if (!isTrue(call("begin", ""))) return null;
  const isReview = get(mode) === "review";
  const suspended = get("cmi.suspend_data");
  const best = Number(get(`${score}.raw`)) || 0;
  const wasDone = ["completed", "passed"].includes(get(status));
  const wasPassed = version === "2004" && get(SUCCESS) === "passed";
  // Who only looks in keeps what was kept: without this a platform may throw it away.
  if (!isReview) set(exit, "suspend");
  let isOver = false;

  /** @param {Kept} kept */
  function save({ suspended, score: now_, isDone, isThrough, tasks }) {
    if (isOver || isReview) return false;
    const isKept = set("cmi.suspend_data", suspended);
    const isComplete = isThrough || wasDone;
    set(`${score}.min`, 0);
    set(`${score}.max`, 100);
    set(`${score}.raw`, now_);
    if (version === "2004") {
      set(`${score}.scaled`, now_ / 100);
      set(status, isComplete ? "completed" : "incomplete");
      set(SUCCESS, isDone || wasPassed ? "passed" : "unknown");
      for (const [k, one] of tasks.entries()) tell(k, one);
    } else {
      set(status, isComplete ? "completed" : "incomplete");
    }
    return isTrue(call("commit", "")) && isKept;
  }
  /** @param {number} k @param {Answered} answered */
  function tell(k, { id, description, response, isRight }) {
    const at = `cmi.interactions.${k}`;
    set(`${at}.id`, id);
    set(`${at}.type`, "other");
    set(`${at}.description`, description);
    set(`${at}.learner_response`, response);
    set(`${at}.result`, isRight ? "correct" : "incorrect");
  }
  function end() {
    if (isOver) return;
    if (!isReview) set(time, version === "2004" ? duration(now() - began) : clock(now() - began));
    call("end", "");
    isOver = true;
  }
  return { learner: get(learner), isReview, suspended, score: best, most, wait: WAIT, save, end };
}

/** As 2004 writes a time: PT1H2M3S. */
function duration(milliseconds) {
  const { hours, minutes, seconds } = parts(milliseconds);
  return `PT${hours}H${minutes}M${seconds}S`;
}

/** As 1.2 writes one: 0001:02:03. */
function clock(milliseconds) {
  const { hours, minutes, seconds } = parts(milliseconds);
  const two = (count) => String(count).padStart(2, "0");
  return `${String(hours).padStart(4, "0")}:${two(minutes)}:${two(seconds)}`;
}

function parts(milliseconds) {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(all / SECONDS_A_MINUTE);
  return {
    hours: Math.floor(minutes / SECONDS_A_MINUTE),
    minutes: minutes % SECONDS_A_MINUTE,
    seconds: all % SECONDS_A_MINUTE,
  };
}
