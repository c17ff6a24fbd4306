function openWindows({ target }) {
    const opened = [window.open(target), window.open(""), window.open("about:blank", "name"),
        window.open(target, "x", "popup"), window.open("data:text/html,x")];
    document.body.innerHTML = `<a target=_blank href='${target}'>x</a>`;
    document.links[0].click();
    done(opened.map((value) => value === null));
}

/** Asks for a permission, and says the name of the error. */
function askPermission({ permission }) {
    const tell = (error) => done(error.name ?? String(error.code));
    const permissions = {
        "geolocation": () => {
            navigator.geolocation.getCurrentPosition(() => done("found"), (error) => done(String(error.code)));
        },
        "notifications": () => { Notification.requestPermission().then(done, tell); },
        "microphone": () => {
            if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia({ audio: true }).then(done, tell);
            else done("none");
        },
        "clipboard": () => {
            if (navigator.clipboard?.readText) navigator.clipboard.readText().then(done, tell);
            else done("none");
        },
        "full screen": () => {
            const root = document.documentElement;
            const ask = root.requestFullscreen ?? root.webkitRequestFullscreen ?? root.webkitRequestFullScreen;
            if (!ask && !document.fullscreenEnabled && !document.webkitFullscreenEnabled) done("none");
            else Promise.resolve(ask?.call(root)).then(() => done("shown"), tell);
        },
    };
    permissions[permission]();
}
