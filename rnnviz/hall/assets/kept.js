// The room that this browser drives, or drove before it was handed over. All tabs know it.

export const KEPT_ROOM = "rnnviz room";

/** {code, key, links, was}, or null. key: "" where another person drives now, and then was: the key of before. */
export function keptRoom() {
  try {
    const room = JSON.parse(localStorage.getItem(KEPT_ROOM));
    return room?.code && typeof room.key === "string" && room.links?.length ? room : null;
  } catch {
    return null;
  }
}

/** Keep a room, or with null none; returns whether the browser does. */
export function keepRoom(room) {
  try {
    if (room === null) localStorage.removeItem(KEPT_ROOM);
    else localStorage.setItem(KEPT_ROOM, JSON.stringify(room));
    return true;
  } catch {
    return false;
  }
}
