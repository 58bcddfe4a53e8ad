// The room that this browser drives, or drove before it was handed over. All tabs know it.

/** @import {KeptRoom} from "../desk.d.ts" */

export const KEPT_ROOM = "rnnviz room";

/**
 * {code, key, links, was}, or null. key: "" where another person drives now, and then was: the key of before.
 *
 * @returns {KeptRoom | null}
 */
export function keptRoom() {
  try {
    const room = JSON.parse(localStorage.getItem(KEPT_ROOM));
    return room?.code && typeof room.key === "string" && room.links?.length ? room : null;
  } catch {
    return null;
  }
}

/**
 * Keep a room, or with null none; returns whether the browser does.
 *
 * @param {KeptRoom | null} room
 */
export function keepRoom(room) {
  try {
    if (room === null) localStorage.removeItem(KEPT_ROOM);
    else localStorage.setItem(KEPT_ROOM, JSON.stringify(room));
    return true;
  } catch {
    return false;
  }
}
