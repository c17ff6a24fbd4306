/** Tries to go to `target`, on a page with a body. */
function leave({ way, target }) {
    const click = (html) => {
        document.body.innerHTML = html;
        document.links[0].click();
    };
    const ways = {
        "href": () => { location.href = target; },
        "replace": () => { location.replace(target); },
        "link": () => click(`<a href="${target}">x</a>`),
        "download": () => click(`<a download href="${target}">x</a>`),
        "named download": () => click(`<a download=x href="${target}">x</a>`),
        "frame": () => {
            const frame = document.createElement("iframe");
            frame.src = target;
            document.body.append(frame);
        },
        "form": () => {
            document.body.innerHTML = `<form action="${target}"></form>`;
            document.forms[0].submit();
        },
        "posted form": () => {
            document.body.innerHTML = `<form method=post action="${target}"></form>`;
            document.forms[0].submit();
        },
        "meta refresh": () => {
            document.head.innerHTML += `<meta http-equiv=refresh content="0;url=${target}">`;
        },
        "blob": () => { location.href = URL.createObjectURL(new Blob([target], { type: "text/html" })); },
        "window": () => { window.open(target, "_self"); },
        "top window": () => { window.open(target, "_top"); },
    };
    ways[way]();
}

/** Tries to go to `target` after the page is shown. */
function leaveSoon({ way, target }) {
    setTimeout(() => leave({ way, target }), 10);
}

/** Tries to go to `target` after an answer of the wallet, and says that it is still here when a message comes. */
function leaveAfterAnswer({ way, target }) {
    ethereum.on("message", () => done("here"));
    ethereum.request({ method: "echo" }).then(() => leave({ way, target }));
}
