import Bridge
import WindowTesting

/// Messages of every shape: each gets one clear error, or is dropped if there is no caller.
@MainActor var messageShapeTests: [PageTest] {
    [
        PageTest("every kind of malformed object gets one answer, or is dropped and logged") { stage in
            try await expectAnswers(stage, to: objects, by: "webkit.messageHandlers.sendMessageHandler.postMessage")
            try expect(stage.notes.mentions("was not answered"), "nothing was noted")
        },
        PageTest("every kind of malformed text gets one answer, or is dropped and logged") { stage in
            try await expectAnswers(stage, to: texts, by: "_bitcoinWalletApi.messageHandler")
            try expect(stage.notes.mentions("was not answered"), "nothing was noted")
        },
        PageTest("a message of 1 MiB is accepted, one byte more is not") { stage in
            let answer = try await stage.run(
                PageCode.call("message-shape", "askAtLimit"))
            try expectEqual(answer, #"["ok","ok","ok","tooLarge","tooLarge","tooLarge"]"#)
            try expectEqual(stage.messages.map(\.utf8.count), [1 << 20, 1 << 20, 1 << 20])
        },
        PageTest("an Ethereum request that is too large, too deep or not Unicode is rejected") { stage in
            let answer = try await stage.run(
                PageCode.call("message-shape", "askWithBadParams"))
            try expectEqual(answer, #"[-32600,-32600,-32602,-32602,-32600,"ok"]"#)
        },
    ]
}

/// What to send (JavaScript), and the `reason` of the error that it gets; `ok` where it is served, `-` for nothing.
private let objects: [(String, String)] = [
    (#"{ messageId: "m", command: "echo" }"#, "ok"),
    (#"{ messageId: "m" }"#, "malformed"),
    (#"{ messageId: "m", command: 5 }"#, "malformed"),
    (#"{ messageId: "m", command: null }"#, "malformed"),
    (#"{ messageId: "m", command: ["echo"] }"#, "malformed"),
    (#"{ messageId: "m", command: "" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "exportPrivateKey" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "__proto__" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "constructor" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "toString" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "echo " }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "ECHO" }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "x".repeat(10000) }"#, "unknownMethod"),
    (#"{ messageId: "m", command: "echo", data: NaN }"#, "ok"),
    (#"{ messageId: "m", command: "echo", data: 1n }"#, "malformed"),
    (#"(() => { const o = { messageId: "m", command: "echo" }; o.data = o; return o; })()"#, "malformed"),
    (#"{ messageId: "m", command: Symbol("echo"), data: 1n }"#, "malformed"),
    (#"{ messageId: "m", command: "echo", data: () => 1 }"#, "ok"),
    (#"{ messageId: "m", command: "echo", data: document.body }"#, "ok"),
    (#"{ messageId: "m", command: "echo", data: new Proxy({}, {}) }"#, "ok"),
    (#"new Proxy({}, { get() { throw new Error("no"); }, ownKeys() { throw new Error("no"); } })"#, "-"),
    (
        #"{ messageId: "m", command: "echo", toJSON() { return { messageId: "m", command: "none" }; } }"#,
        "unknownMethod"
    ),
    (#"{ messageId: "m", command: "echo", toJSON() { throw new Error("no"); } }"#, "malformed"),
    (#"{ get messageId() { throw new Error("no"); }, command: "echo" }"#, "-"),
    (#"{ messageId: "m", command: "echo", data: "\uD800" }"#, "malformed"),
    (
        #"{ messageId: "m", command: "echo", data: (() => { let d = 1; for (let n = 0; n < 63; n += 1) d = [d]; return d; })() }"#,
        "ok"
    ),
    (
        #"{ messageId: "m", command: "echo", data: (() => { let d = 1; for (let n = 0; n < 64; n += 1) d = [d]; return d; })() }"#,
        "malformed"
    ),
    (#"{ messageId: 1, command: "echo" }"#, "malformed"),
    (#"{ messageId: 1.5, command: "echo" }"#, "malformed"),
    (#"{ messageId: -0, command: "echo" }"#, "malformed"),
    (#"{ messageId: "a\u0000b", command: "echo" }"#, "malformed"),
    (#"{ messageId: "a\u0085b", command: "echo" }"#, "malformed"),
    (#"{ messageId: new Date(0), command: "echo" }"#, "ok"),
    (#"{ messageId: NaN, command: "echo" }"#, "-"),
    (#"{ messageId: Infinity, command: "echo" }"#, "-"),
    (#"{ messageId: true, command: "echo" }"#, "-"),
    (#"{ messageId: null, command: "echo" }"#, "-"),
    (#"{ messageId: undefined, command: "echo" }"#, "-"),
    (#"{ messageId: [], command: "echo" }"#, "-"),
    (#"{ messageId: {}, command: "echo" }"#, "-"),
    (#"{ messageId: 1n, command: "echo" }"#, "-"),
    (#"{ messageId: Symbol("m"), command: "echo" }"#, "-"),
    (#"{ messageId: () => 1, command: "echo" }"#, "-"),
    (#"{ messageId: new Map(), command: "echo" }"#, "-"),
    (#"{ command: "echo" }"#, "-"),
    ("{}", "-"), ("[]", "-"), ("null", "-"), ("undefined", "-"), ("5", "-"), ("true", "-"), (#"Symbol("x")"#, "-"),
    ("() => 1", "-"), ("1n", "-"), ("document", "-"), ("window", "-"),
]

/// The same for bodies that are text.
private let texts: [(String, String)] = [
    (#"'{"messageId":"m","command":"echo"}'"#, "ok"),
    (#"' {"messageId":"m","command":"echo"}\n'"#, "ok"),
    (#"'{"messageId":"m","messageId":"n","command":"echo"}'"#, "-"),
    (#"'{"messageId":"m","command":"echo","command":"ask"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":{"a":1,"a":2}}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":{"a":1,"\\u0061":2}}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo",}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo"'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo"}}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo"}x'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo"}{"messageId":"n","command":"echo"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":NaN}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":0x10}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":01}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":"a\u0000b"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":"a\u001Eb"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo"}\u001EL9:{"messageId":"n","command":"ask"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":"a\nb"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":"\\uD800"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","data":"\uD800"}'"#, "malformed"),
    (#"'\uFEFF{"messageId":"m","command":"echo"}'"#, "-"),
    (#"'{"command":"echo","data":1,"messageId":"m"'"#, "malformed"),
    (#"'{"messageId":"a\\u0000b","command":"echo"}'"#, "malformed"),
    (#"'{"messageId":1e400,"command":"echo"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"ec\\u0068o"}'"#, "ok"),
    (#"'{"messageId":"m","Command":"echo"}'"#, "malformed"),
    (#"'{"messageId":"m","command":"echo","command\\u0000":"ask"}'"#, "ok"),
    (#"'{"messageid":"m","command":"echo"}'"#, "-"),
    (#"'[{"messageId":"m","command":"echo"}]'"#, "-"),
    (#"'"messageId"'"#, "-"), ("'null'", "-"), ("'1'", "-"), ("''", "-"), ("' '", "-"), ("'{'", "-"), ("'!'", "-"),
    (#"'\u0000'"#, "-"), (#"'\u001E'"#, "-"), ("'['.repeat(100000)", "-"), (#"'{"a":'.repeat(100000)"#, "-"),
    (#"'{"messageId":"m","data":' + '['.repeat(100000)"#, "malformed"),
]

/// Sends each message by `way`, and a good one after it, so that what comes before the good one's answer is all there
/// is.
@MainActor private func expectAnswers(_ stage: PageTestContext, to cases: [(String, String)], by way: String)
    async throws
{
    let messages = cases.map { "() => (\($0.0))" }.joined(separator: ",\n")
    let found = try await stage.run(
        """
        const heard = [], cases = [\(messages)];
        let now = [], go;
        _bitcoinWalletApi.receiveMessage = (message) => {
            if (message.messageId === "barrier") go();
            else now.push(message.error ? message.error.data.reason : "ok");
        };
        (async () => {
            for (const make of cases) {
                now = [];
                \(way)(make());
                const barrier = new Promise((resolve) => { go = resolve; });
                _bitcoinWalletApi.messageHandler('{"messageId":"barrier","command":"echo"}');
                await barrier;
                heard.push(now.join(" and ") || "-");
            }
            done(heard);
        })();
        """, body: "<body>")
    let answers = (try? JSON(parsing: found))?.array?.compactMap(\.string) ?? []
    for (index, (message, wanted)) in cases.enumerated() {
        let answer = answers.indices.contains(index) ? answers[index] : found
        try expectEqual(answer, wanted, of: message)
    }
}
