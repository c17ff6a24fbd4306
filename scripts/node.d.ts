// The Node.js API that the page script tests use; Debian has no package with its types.

declare module "node:assert/strict";
declare module "node:events";
declare module "node:fs";
declare module "node:test";
