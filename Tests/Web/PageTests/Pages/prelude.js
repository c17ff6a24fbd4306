function done(value) { document.title = "done:" + (typeof value === "string" ? value : JSON.stringify(value)); }
function gate(name) { return fetch("/gate/" + name); }
window.onerror = (message) => done("error " + message);
window.onunhandledrejection = (event) => done("rejected " + (event.reason?.message ?? event.reason));
