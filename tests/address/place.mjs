// Takes {scene, place}, a place as a link names it, and gives the address of where the stage then stands, and that of
// where this one leads.

import { fromAddress, toAddress } from "../../rnnviz/stage/assets/place/cursor.js";
import { outlineOf, readScene } from "../../rnnviz/stage/assets/model/scene.js";

export default ({ scene, place }) => {
  const outline = outlineOf(readScene(scene));
  const address = toAddress(fromAddress(place, outline), outline);
  return { address, again: toAddress(fromAddress(address, outline), outline) };
};
