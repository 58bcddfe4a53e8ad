// Where a view is at home. In the app pages lie right below the host; another home says where its own are.

/** @import {Home} from "./window.d.ts" */

/** @type {Home} */
const APP = {
  addressOf: (target) => `/${target}`,
  targetOf: (address) => address.slice(1),
};

/** The home of the views in this window. */
export function home() {
  return window.rnnvizHome ?? APP;
}

/**
 * How many pixels a view may take to be seen whole. A frame that is as high as its view asks has a home that says so.
 */
export const windowHeight = () => home().height?.() ?? window.innerHeight;
