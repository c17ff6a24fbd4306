function askAtLimit() {
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.error?.data.reason ?? "ok");
        if (heard.length === 6) done(heard.map(String).sort());
    };
    const limit = 2 ** 20;
    const frame = (id) => JSON.stringify({ messageId: id, command: "echo", data: "" }).length;
    for (const [id, letter, bytes] of [["a", "x", 1], ["b", "é", 2], ["c", "😀", 4]]) {
        for (const extra of [0, 1]) {
            const room = limit - frame(id + extra);
            const data = letter.repeat(Math.floor(room / bytes)) + "x".repeat(room % bytes + extra);
            _bitcoinWalletApi.sendMessageHandler({ messageId: id + extra, command: "echo", data });
        }
    }
}

function askWithBadParams() {
    let deep = []; for (let n = 0; n < 70; n += 1) deep = [deep];
    const cyclic = {}; cyclic.self = cyclic;
    const params = [["x".repeat(2 ** 20)], [deep], [1n], [cyclic], ["\uD800"], ["\u0000"]];
    Promise.all(params.map((params) => ethereum.request({ method: "echo", params }).then(() => "ok", (e) => e.code)))
        .then(done);
}

/**
 * What to send, and the `reason` of the error that it gets: `ok` where it is served, `-` for nothing.
 */
const objects = [
    [() => ({ messageId: "m", command: "echo" }), "ok"],
    [() => ({ messageId: "m" }), "malformed"],
    [() => ({ messageId: "m", command: 5 }), "malformed"],
    [() => ({ messageId: "m", command: null }), "malformed"],
    [() => ({ messageId: "m", command: ["echo"] }), "malformed"],
    [() => ({ messageId: "m", command: "" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "exportPrivateKey" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "__proto__" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "constructor" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "toString" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "echo " }), "unknownMethod"],
    [() => ({ messageId: "m", command: "ECHO" }), "unknownMethod"],
    [() => ({ messageId: "m", command: "x".repeat(10000) }), "unknownMethod"],
    [() => ({ messageId: "m", command: "echo", data: NaN }), "ok"],
    [() => ({ messageId: "m", command: "echo", data: 1n }), "malformed"],
    [() => ((() => { const o = { messageId: "m", command: "echo" }; o.data = o; return o; })()), "malformed"],
    [() => ({ messageId: "m", command: Symbol("echo"), data: 1n }), "malformed"],
    [() => ({ messageId: "m", command: "echo", data: () => 1 }), "ok"],
    [() => ({ messageId: "m", command: "echo", data: document.body }), "ok"],
    [() => ({ messageId: "m", command: "echo", data: new Proxy({}, {}) }), "ok"],
    [() => (new Proxy({}, { get() { throw new Error("no"); }, ownKeys() { throw new Error("no"); } })), "-"],
    [() => ({ messageId: "m", command: "echo", toJSON() { return { messageId: "m", command: "none" }; } }), "unknownMethod"],
    [() => ({ messageId: "m", command: "echo", toJSON() { throw new Error("no"); } }), "malformed"],
    [() => ({ get messageId() { throw new Error("no"); }, command: "echo" }), "-"],
    [() => ({ messageId: "m", command: "echo", data: "\uD800" }), "malformed"],
    [() => ({ messageId: "m", command: "echo", data: (() => { let d = 1; for (let n = 0; n < 63; n += 1) d = [d]; return d; })() }), "ok"],
    [() => ({ messageId: "m", command: "echo", data: (() => { let d = 1; for (let n = 0; n < 64; n += 1) d = [d]; return d; })() }), "malformed"],
    [() => ({ messageId: 1, command: "echo" }), "malformed"],
    [() => ({ messageId: 1.5, command: "echo" }), "malformed"],
    [() => ({ messageId: -0, command: "echo" }), "malformed"],
    [() => ({ messageId: "a\u0000b", command: "echo" }), "malformed"],
    [() => ({ messageId: "a\u0085b", command: "echo" }), "malformed"],
    [() => ({ messageId: new Date(0), command: "echo" }), "ok"],
    [() => ({ messageId: NaN, command: "echo" }), "-"],
    [() => ({ messageId: Infinity, command: "echo" }), "-"],
    [() => ({ messageId: true, command: "echo" }), "-"],
    [() => ({ messageId: null, command: "echo" }), "-"],
    [() => ({ messageId: undefined, command: "echo" }), "-"],
    [() => ({ messageId: [], command: "echo" }), "-"],
    [() => ({ messageId: {}, command: "echo" }), "-"],
    [() => ({ messageId: 1n, command: "echo" }), "-"],
    [() => ({ messageId: Symbol("m"), command: "echo" }), "-"],
    [() => ({ messageId: () => 1, command: "echo" }), "-"],
    [() => ({ messageId: new Map(), command: "echo" }), "-"],
    [() => ({ command: "echo" }), "-"],
    [() => ({}), "-"],
    [() => ([]), "-"],
    [() => (null), "-"],
    [() => (undefined), "-"],
    [() => (5), "-"],
    [() => (true), "-"],
    [() => (Symbol("x")), "-"],
    [() => (() => 1), "-"],
    [() => (1n), "-"],
    [() => (document), "-"],
    [() => (window), "-"],
];

/** The same for bodies that are text. */
const texts = [
    [() => ('{"messageId":"m","command":"echo"}'), "ok"],
    [() => (' {"messageId":"m","command":"echo"}\n'), "ok"],
    [() => ('{"messageId":"m","messageId":"n","command":"echo"}'), "-"],
    [() => ('{"messageId":"m","command":"echo","command":"ask"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":{"a":1,"a":2}}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":{"a":1,"\\u0061":2}}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo",}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo"'), "malformed"],
    [() => ('{"messageId":"m","command":"echo"}}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo"}x'), "malformed"],
    [() => ('{"messageId":"m","command":"echo"}{"messageId":"n","command":"echo"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":NaN}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":0x10}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":01}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":"a\u0000b"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":"a\u001Eb"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo"}\u001EL9:{"messageId":"n","command":"ask"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":"a\nb"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":"\\uD800"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","data":"\uD800"}'), "malformed"],
    [() => ('\uFEFF{"messageId":"m","command":"echo"}'), "-"],
    [() => ('{"command":"echo","data":1,"messageId":"m"'), "malformed"],
    [() => ('{"messageId":"a\\u0000b","command":"echo"}'), "malformed"],
    [() => ('{"messageId":1e400,"command":"echo"}'), "malformed"],
    [() => ('{"messageId":"m","command":"ec\\u0068o"}'), "ok"],
    [() => ('{"messageId":"m","Command":"echo"}'), "malformed"],
    [() => ('{"messageId":"m","command":"echo","command\\u0000":"ask"}'), "ok"],
    [() => ('{"messageid":"m","command":"echo"}'), "-"],
    [() => ('[{"messageId":"m","command":"echo"}]'), "-"],
    [() => ('"messageId"'), "-"],
    [() => ('null'), "-"],
    [() => ('1'), "-"],
    [() => (''), "-"],
    [() => (' '), "-"],
    [() => ('{'), "-"],
    [() => ('!'), "-"],
    [() => ('\u0000'), "-"],
    [() => ('\u001E'), "-"],
    [() => ('['.repeat(100000)), "-"],
    [() => ('{"a":'.repeat(100000)), "-"],
    [() => ('{"messageId":"m","data":' + '['.repeat(100000)), "malformed"],
];

const ways = {
    objects: { cases: objects, send: (message) => webkit.messageHandlers.sendMessageHandler.postMessage(message) },
    texts: { cases: texts, send: (message) => _bitcoinWalletApi.messageHandler(message) },
};

/**
 * Sends each message, and a valid one after it, so that everything before the answer to that one is its answer; reports
 * the number of messages, and those with another answer than expected.
 */
async function sendAll({ way }) {
    const wrong = [];
    let now = [], count = 0, go;
    _bitcoinWalletApi.receiveMessage = (message) => {
        if (message.messageId === "barrier") go();
        else now.push(message.error ? message.error.data.reason : "ok");
    };
    for (const [make, wanted] of ways[way].cases) {
        now = [];
        ways[way].send(make());
        const barrier = new Promise((resolve) => { go = resolve; });
        _bitcoinWalletApi.messageHandler('{"messageId":"barrier","command":"echo"}');
        await barrier;
        const answer = now.join(" and ") || "-";
        // A long report would be cut off.
        if (answer !== wanted) wrong.push([String(make).replace(/[^ -~]/g, "?"), answer, wanted]);
        count += 1;
    }
    done([count, wrong]);
}
