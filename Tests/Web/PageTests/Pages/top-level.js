function goAwayOnce({ target }) {
    const again = sessionStorage.gone;
    sessionStorage.gone = "yes";
    if (again) ethereum.request({ method: "echo", params: ["back"] }).then(done);
    else setTimeout(() => { location.href = target; }, 20);
}

function addFrames() {
    const say = "<script>top.postMessage('KIND', '*')<\/script>";
    const heard = [];
    window.addEventListener("message", (event) => { heard.push(event.data); if (heard.length === 4) done(heard.sort()); });
    const add = (change) => {
        const frame = document.createElement("iframe");
        change(frame);
        document.body.append(frame);
        return frame;
    };
    add((frame) => { frame.src = "data:text/html," + encodeURIComponent(say.replace("KIND", "data")); });
    add((frame) => { frame.srcdoc = say.replace("KIND", "srcdoc"); });
    add((frame) => {
        frame.src = URL.createObjectURL(new Blob([say.replace("KIND", "blob")], { type: "text/html" }));
    });
    const blank = add((frame) => { frame.src = "about:blank"; });
    blank.contentWindow.eval("top.postMessage('blank', '*')");
}
