// Where a view is at home. In the app pages lie right below the host; another home says where its own are.

/** @import {Home} from "./window.d.ts" */

// The height of the app's bar, in pixels.
const APP_BAR = 48;
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

/** How many pixels the bar covers at the top of the page. */
export const barHeight = () => home().bar?.() ?? APP_BAR;
