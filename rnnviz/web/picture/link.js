// The link below a picture: what a reader can do with it, years later and elsewhere.

// Machines and networks of one's own: nobody else gets there by these names and numbers.
const OWN_NAME = /^([^.:]+|.*\.(localhost|local|lan|internal|home\.arpa))$/;
const OWN_NUMBER = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/;
const OWN_LONG_NUMBER = /^\[(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

/**
 * A link as a picture carries it; one to a machine of one's own without that machine, "rnnviz: step?cell=gru", which
 * any rnnviz understands. "" for none, and for a file.
 */
export function lastingLink(link) {
  if (!link.startsWith("http")) return "";
  const { hostname, pathname, search } = new URL(link);
  if (![OWN_NAME, OWN_NUMBER, OWN_LONG_NUMBER].some((own) => own.test(hostname))) return link;
  const view = `${pathname.slice(1)}${search}`;
  return view ? `rnnviz: ${view}` : "";
}
