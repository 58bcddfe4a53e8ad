// The clipboard.

/** Whether a text could be put where it can be pasted from; only a page that came by HTTPS may do so itself. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
