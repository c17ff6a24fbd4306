// What the tests of the page scripts take from node; Debian ships no types of it.

declare module "node:assert/strict";
declare module "node:fs";
declare module "node:test";
