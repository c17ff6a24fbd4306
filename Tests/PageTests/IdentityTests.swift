import Bridge
import WebHost
import WindowTesting

/// The ids that pages give their messages: echoes, never keys.
@MainActor var identityTests: [PageTest] {
    [
        PageTest("an id that is in use is refused, and the first request continues") { stage in
            let answer = try await stage.run(
                collecting(2) + """
                    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "late", data: "first" });
                    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "late", data: "second" });
                    """,
                while: { stage in
                    try await stage.wait("one is refused") { stage.answers.count == 1 }
                    try await stage.wait("one is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, #"["m MALFORMED_INPUT","m first"]"#)
        },
        PageTest("an id may be used by both dialects and by two views at once") { stage in
            let url = try await stage.serve(
                collecting(1) + "_bitcoinWalletApi.sendMessageHandler({ messageId: 'm', command: 'late', data: 'x' });")
            for _ in 0..<2 {
                stage.makeView()
                try await stage.show(url)
            }
            try await stage.wait("both are asked") { stage.wallet.lateCount == 2 }
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), #"["m x"]"#)
        },
        PageTest("the same message after its answer is a new request, with its own question") { stage in
            let answer = try await stage.run(
                """
                const heard = [];
                const text = '{"messageId":"m","command":"ask"}';
                _bitcoinWalletApi.receiveMessage = (message) => {
                    heard.push(message.data ?? message.error.type);
                    if (heard.length === 3) done(heard); else _bitcoinWalletApi.messageHandler(text);
                };
                _bitcoinWalletApi.messageHandler(text);
                """)
            try expectEqual(answer, #"["Do","Do","Do"]"#)
            try expectEqual(stage.user.questions.count, 3)
            try expectEqual(stage.wallet.done, 3)
        },
        PageTest("a second request with an id in use never affects the open question") { stage in
            let yes = Late<Decision>()
            stage.user.answer = { _ in await yes.value }
            let answer = try await stage.run(
                collecting(2) + """
                    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "ask", data: "cheap" });
                    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "ask", data: "dear" });
                    """,
                while: { stage in
                    try await stage.wait("the second is refused") { stage.answers.count == 1 }
                    yes.give(.approved)
                })
            try expectEqual(answer, #"["m MALFORMED_INPUT","m Do"]"#)
            try expectEqual(stage.user.questions.count, 1)
            try expectEqual(stage.wallet.requests.map(\.params), ["cheap"])
        },
        PageTest("an id of 128 bytes is echoed in full; a longer one is refused, and no part of it is echoed") {
            stage in
            let answer = try await stage.run(
                """
                const heard = [];
                const ids = ["x".repeat(128), "é".repeat(64), "x".repeat(129), "é".repeat(65), "x".repeat(4096),
                    "x".repeat(2 ** 20)];
                _bitcoinWalletApi.receiveMessage = (message) => {
                    heard.push([message.messageId?.length ?? "none", message.error?.type ?? message.data]);
                    if (heard.length === ids.length) done(heard.map(String).sort());
                };
                for (const id of ids) _bitcoinWalletApi.sendMessageHandler({ messageId: id, command: "echo", data: "ok" });
                """)
            try expectEqual(
                answer,
                #"["128,ok","64,ok","none,MALFORMED_INPUT","none,MALFORMED_INPUT","none,MALFORMED_INPUT","none,MALFORMED_INPUT"]"#
            )
            try expect(!stage.notes.text.contains { $0.utf8.count > 400 }, "a long id was logged")
        },
        PageTest("ids that are names in JavaScript are treated like any other") { stage in
            let answer = try await stage.run(
                """
                const ids = ["__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "0", "-1", "null", "a:b", "L1:", "!"];
                const heard = [];
                _bitcoinWalletApi.receiveMessage = (message) => {
                    heard.push(message.messageId === message.data);
                    if (heard.length === ids.length) done(heard.every(Boolean));
                };
                for (const id of ids) {
                    _bitcoinWalletApi.messageHandler(`{"messageId":${JSON.stringify(id)},"command":"echo","data":${JSON.stringify(id)}}`);
                }
                """)
            try expectEqual(answer, "true")
        },
    ]
}

/// Notes answers as `id data` or `id error`, and says them when there are `count`.
private func collecting(_ count: Int) -> String {
    """
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.messageId + " " + (message.error?.type ?? message.data));
        if (heard.length === \(count)) done(heard);
    };

    """
}
