function openWindows({ target }) {
    const opened = [window.open(target), window.open(""), window.open("about:blank", "name"),
        window.open(target, "x", "popup"), window.open("data:text/html,x")];
    document.body.innerHTML = `<a target=_blank href='${target}'>x</a>`;
    document.links[0].click();
    done(opened.map((value) => value === null));
}
