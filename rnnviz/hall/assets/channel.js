// How the hall's window and the lecturer's notes talk to each other: within the browser, whatever becomes of the
// server. The notes ask every second; the hall answers what it shows, and does what they say.

const CHANNEL = "rnnviz lecture";

/** {send(message), end()}; onMessage(message). A browser without channels has no second window. */
export function lectureChannel(onMessage) {
  if (!window.BroadcastChannel) return { send() {}, end() {} };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => onMessage(data ?? {});
  return { send: (message) => channel.postMessage(message), end: () => channel.close() };
}
