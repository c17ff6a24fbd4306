/** Shows a frame with `content`, and says what the frame tells about the wallet. */
function showFrame({ kind, content, sandbox }) {
    window.addEventListener("message", (event) => {
        ethereum.request({ method: "echo", params: [event.data] }).then((value) => done(value[0]));
    });
    const frame = document.createElement("iframe");
    if (sandbox) frame.sandbox = sandbox;
    const kinds = {
        address: () => { frame.src = content; },
        srcdoc: () => { frame.srcdoc = content; },
        data: () => { frame.src = "data:text/html," + encodeURIComponent(content); },
        blob: () => { frame.src = URL.createObjectURL(new Blob([content], { type: "text/html" })); },
        blank: () => {
            frame.src = "about:blank";
            queueMicrotask(() => {
                const script = frame.contentDocument.createElement("script");
                script.textContent = content;
                frame.contentDocument.documentElement.append(script);
            });
        },
        written: () => {
            queueMicrotask(() => {
                frame.contentDocument.open();
                frame.contentDocument.write(content);
                frame.contentDocument.close();
            });
        },
        javascript: () => { frame.src = "javascript:" + encodeURIComponent(content); },
    };
    kinds[kind]();
    document.body.append(frame);
}

/** Sends a request for the frame, and removes the frame. */
function askForFrame() {
    window.ask = () => {
        ethereum.request({ method: "late", params: ["still there"] }).then(done);
        document.querySelector("iframe").remove();
    };
}

function lookIntoFrame() {
    const frame = document.querySelector("iframe");
    frame.onload = () => {
        const { webkit, ethereum, _bitcoinWalletApi } = frame.contentWindow;
        done([typeof webkit, typeof ethereum, typeof _bitcoinWalletApi]);
    };
}
