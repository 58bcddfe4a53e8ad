// What the page that grows shows: the trainings of the view, or before there is one the training that was recorded.

/** @import {GrowingPage} from "../../page.d.ts" */

/** @param {GrowingPage} page */
export const isBefore = ({ view }) => view.runs.length === 0;

/** The step to which the reader has gone back; null for now. @param {GrowingPage} page */
export const placeNow = (page) => (isBefore(page) ? null : page.view.at);

/** @param {GrowingPage} page */
export const shownRuns = (page) => (isBefore(page) ? (page.first ? [page.first] : []) : page.view.runs);
