// The series of lectures whose votes this browser can see: of each its name and its key, the last one first.

/** @import {KeptSeries} from "../series.d.ts" */

import { ownValue } from "../../web/own.js";

const SERIES = "rnnviz series";
const MOST_KEPT = 50;
const KEY_BYTES = 24;

/** @returns {KeptSeries[]} */
export function keptSeries() {
  try {
    const kept = JSON.parse(localStorage.getItem(SERIES));
    return Array.isArray(kept) ? kept.filter(isSeries) : [];
  } catch {
    return [];
  }
}

/** The one of this name, or a new one. @param {string} title */
export function seriesNamed(title) {
  const name = title.trim().replace(/\s+/g, " ");
  return keptSeries().find((one) => one.title === name) ?? { title: name, key: madeKey() };
}

/** Keep it; returns whether the browser does. @param {KeptSeries} series */
export function keepSeries(series) {
  const others = keptSeries().filter((one) => one.key !== series.key);
  try {
    localStorage.setItem(SERIES, JSON.stringify([series, ...others].slice(0, MOST_KEPT)));
    return true;
  } catch {
    return false;
  }
}

/** The page of its votes; what stands behind # reaches no server's log. @param {KeptSeries} series */
export function seriesLink({ key }) {
  return `/votes?lang=${encodeURIComponent(document.documentElement.lang || "en")}#${key}`;
}

/** A key as a browser makes one, for a server that knows its hash alone. */
export function madeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

const isSeries = (one) =>
  one !== null && typeof one === "object" && ["title", "key"].every((part) => typeof ownValue(one, part) === "string");
