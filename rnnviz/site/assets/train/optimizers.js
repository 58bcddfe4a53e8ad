// The constants of the optimizers, torch's defaults.

export const MOMENTUM = 0.9;
export const BETA_1 = 0.9;
export const BETA_2 = 0.999;
export const EPSILON = 1e-8;
