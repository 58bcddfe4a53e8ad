// Takes {about, own, walks}: of each walk an address and what is then changed, one after the other. Gives for each the
// address, its problems and tracks, and after each change the address, or why it was refused.

import { ownCells } from "../../rnnviz/cells/browser/own.js";
import { changed, queryOf, readLink, Refused, tracksOf } from "../../rnnviz/address/browser/link.js";

export default function answer({ about: fields, own, walks, trainings = [] }) {
  const about = { ...fields, own: ownCells(own), trainings: new Map(trainings.map((one) => [one.run, one])) };
  return walks.map(({ query, changes }) => {
    let { link, problems } = readLink(about, query);
    const read = { query: queryOf(about, link), problems, tracks: told(about, link) };
    const walked = changes.map((values) => {
      try {
        link = changed(about, link, values);
        return queryOf(about, link);
      } catch (reason) {
        if (!(reason instanceof Refused)) throw reason;
        return reason.message;
      }
    });
    return { ...read, walked };
  });
}

function told(about, link) {
  return tracksOf(about, link).map((one) => queryOf(about, one));
}
