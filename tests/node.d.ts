// What Node gives the tests and benchmarks; its own types are not installed, so that all of it is any.

declare module "node:*";
declare const process: any;
declare const Buffer: any;
