// A homework that came by a link: no platform is around it, so that the browser keeps it, and the learner hands in a
// file.

/** @import {Session} from "./lms.js" */

import { isObject } from "../../web/results/results.js";

export const KEY = "rnnviz.homework";
/** Characters of a learner's name. */
export const LONGEST_NAME = 60;
const MOST = 64000;
// Homeworks of learners that are kept; the newest.
const MOST_KEPT = 12;

/** @typedef {{id: string, learner: string, suspended: string, score: number}} Worked */

/** @returns {Worked[]} from the oldest to the newest */
function records() {
  try {
    const given = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(given) ? given.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(one) {
  if (!isObject(one)) return false;
  const areTexts = [one.id, one.learner, one.suspended].every(
    (text) => typeof text === "string" && text.length <= MOST,
  );
  return areTexts && one.learner.length <= LONGEST_NAME && Number.isFinite(one.score);
}

/** Who has worked at it last in this browser, or "". @param {string} id of the homework */
export const learnerOf = (id) => records().findLast((one) => one.id === id)?.learner ?? "";

/**
 * What this browser keeps of a learner's homework.
 *
 * @param {string} id @param {string} learner @returns {Session}
 */
export function ownSession(id, learner) {
  const isOurs = (one) => one.id === id && one.learner === learner;
  const kept = records().find(isOurs) ?? { id, learner, suspended: "", score: 0 };
  function save({ suspended, score }) {
    const others = records().filter((one) => !isOurs(one));
    try {
      localStorage.setItem(KEY, JSON.stringify([...others, { id, learner, suspended, score }].slice(-MOST_KEPT)));
      return true;
    } catch {
      return false;
    }
  }
  return {
    learner,
    isReview: false,
    suspended: kept.suspended,
    score: kept.score,
    most: MOST,
    wait: 0,
    save,
    end() {},
  };
}
