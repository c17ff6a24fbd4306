function done(value) { document.title = "done:" + (typeof value === "string" ? value : JSON.stringify(value)); }
function gate(name) { return fetch("/gate/" + name); }
window.onerror = (message) => done("error " + message);
window.onunhandledrejection = (event) => done("rejected " + (event.reason?.message ?? event.reason));
// A test repeats a click until it has an effect, so two clicks may arrive.
function ignoreFurtherClicks() {
    let clicked = false;
    addEventListener("click", (event) => {
        if (clicked) { event.preventDefault(); event.stopImmediatePropagation(); }
        clicked = true;
    }, true);
}
