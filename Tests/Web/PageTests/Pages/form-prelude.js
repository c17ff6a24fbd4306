function done(value) {
    fetch(location.origin + "/said", { method: "POST", body: typeof value === "string" ? value : JSON.stringify(value) });
}
function complete(message = { type: "IC_COMPLETE", success: true }) {
    window.webkit.messageHandlers.payDataCollectionComplete.postMessage(message);
}
window.onerror = (message) => done("error " + message);
window.onunhandledrejection = (event) => done("rejected " + (event.reason?.message ?? event.reason));
