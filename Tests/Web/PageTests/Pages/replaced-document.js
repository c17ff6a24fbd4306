function openDocument() {
    const before = ethereum.request({ method: "late", params: ["before"] }).catch((error) => error.code);
    const known = window.ethereum;
    setTimeout(() => {
        document.open();
        document.write("<title>opened</title>");
        document.close();
        let announced = 0;
        addEventListener("eip6963:announceProvider", () => { announced += 1; });
        const after = ethereum.request({ method: "late", params: ["after"] });
        Promise.all([before, after]).then((all) => {
            dispatchEvent(new Event("eip6963:requestProvider"));
            document.title = "done:" + JSON.stringify([known === window.ethereum, announced > 0, ...all.flat()]);
        });
    }, 50);
}

function removeElements({ number }) {
    const asked = ethereum.request({ method: "late", params: ["before"] });
    setTimeout(() => {
        const title = document.createElement("title");
        const root = document.createElement("html");
        root.append(document.createElement("head"));
        root.firstChild.append(title);
        document.documentElement.replaceWith(root);
        asked.then((all) => { title.textContent = "done:" + all; });
    }, 50);
    gate(number);
}

function openOften() {
    let count = 0;
    const step = () => {
        document.open();
        document.write("<title>x</title>");
        document.close();
        ethereum.request({ method: "ask" }).catch(() => {});
        if ((count += 1) < 200) setTimeout(step, 5); else document.title = "done:";
    };
    setTimeout(step, 50);
}

/** Listens by every way there is, asks under the old page's id, and says what else it heard. */
function listen() {
    const heard = [];
    addEventListener('drawbridge:message', (event) => heard.push(event.detail));
    ethereum.on('message', (message) => heard.push(message));
    let tries = 0;
    _bitcoinWalletApi.receiveMessage = (message) => {
        if (message.data !== 'own') heard.push(message);
        else if ((tries += 1) < 20) setTimeout(again, 20);
        else document.title = 'done:' + JSON.stringify(heard);
    };
    const again = () => _bitcoinWalletApi.sendMessageHandler({ messageId: 'm', command: 'hop', data: 'own' });
    again();
}

/** Asks, and replaces the document by one with `script` when the gate opens. */
function replaceAtGate({ step, script, number }) {
    const steps = {
        open: (text) => {
            document.open();
            document.write(text);
            document.close();
        },
        write: (text) => {
            document.write(text);
            document.close();
        },
        openAndWriteLater: (text) => {
            document.open();
            setTimeout(() => { document.write(text); document.close(); }, 300);
        },
        javascript: (text) => {
            window.text = text;
            location.href = "javascript:window.text";
        },
    };
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "ask", data: "old" });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "l", command: "late", data: "secret" });
    ethereum.request({ method: "late", params: ["secret"] }).then(done, () => {});
    const text = "<title>next</title><script>" + script + "<\/script>";
    gate(number).then(() => steps[step](text));
}
