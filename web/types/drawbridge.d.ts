// The object of invoke under its default name, for pages of programs that embed the bridge. For another name, declare it so:
// `declare global { var app: Invoke.Bridge }`.

import type { Bridge } from "./invoke";

declare global {
    /** Calls the methods of the program that shows the page. */
    var drawbridge: Bridge;
}
