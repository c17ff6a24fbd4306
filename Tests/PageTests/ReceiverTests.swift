import Bridge
import WindowTesting

/// What a page may do to the object through which it is answered.
@MainActor var receiverTests: [PageTest] {
    [
        PageTest("an answer without a receiver is dropped, and the request ends") { stage in
            let answer = try await stage.run(
                """
                _bitcoinWalletApi.receiveMessage = null;
                _bitcoinWalletApi.messageHandler('{"messageId":"m1","command":"echo"}');
                ethereum.request({ method: "echo" }).then(() => {
                    _bitcoinWalletApi.receiveMessage = (message) => done(message.messageId);
                    _bitcoinWalletApi.messageHandler('{"messageId":"m1","command":"echo"}');
                });
                """)
            try expectEqual(answer, "m1")
            try expectEqual(stage.dispatcher.pendingCount, 0)
            try expectEqual(stage.wallet.requests.count, 3)
        },
        PageTest("a receiver that throws is reported and does not stop other answers") { stage in
            let answer = try await stage.run(
                """
                const heard = [], errors = [];
                window.onerror = (message) => { errors.push(message); check(); };
                const check = () => { if (heard.length === 3 && errors.length === 3) done([heard, errors.length]); };
                _bitcoinWalletApi.receiveMessage = (message) => { heard.push(message.data); check(); throw new Error("x"); };
                for (const n of [1, 2, 3]) {
                    _bitcoinWalletApi.sendMessageHandler({ messageId: "m" + n, command: "echo", data: n });
                }
                """)
            try expectEqual(answer, "[[1,2,3],3]")
        },
        PageTest("a receiver whose getter throws does not stop other answers") { stage in
            let answer = try await stage.run(
                """
                window.onerror = () => {};
                let reads = 0;
                Object.defineProperty(_bitcoinWalletApi, "receiveMessage", { get() { reads += 1; throw new Error("x"); } });
                _bitcoinWalletApi.sendMessageHandler({ messageId: "m1", command: "echo" });
                ethereum.request({ method: "echo", params: ["after"] }).then((value) => done([reads, ...value]));
                """)
            try expectEqual(answer, #"[1,"after"]"#)
        },
        PageTest("the receiver is the one that is installed when the answer arrives") { stage in
            let answer = try await stage.run(
                """
                _bitcoinWalletApi.receiveMessage = () => done("the old one");
                _bitcoinWalletApi.sendMessageHandler({ messageId: "m1", command: "late" });
                _bitcoinWalletApi.receiveMessage = () => done("the new one");
                """,
                while: { stage in
                    try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, "the new one")
        },
        PageTest("a replaced object gets answers through its own receiver, or as events") { stage in
            let answer = try await stage.run(
                """
                const { messageHandler } = _bitcoinWalletApi, heard = [];
                const ask = (id) => messageHandler(JSON.stringify({ messageId: id, command: "echo" }));
                window.addEventListener("drawbridge:message", (event) => {
                    heard.push("event " + event.detail.messageId);
                    if (event.detail.messageId === "2") { delete window._bitcoinWalletApi; ask("3"); }
                    if (event.detail.messageId === "3") done(heard);
                });
                window._bitcoinWalletApi = { receiveMessage(message) {
                    heard.push("own " + message.messageId + " " + (this === window._bitcoinWalletApi));
                    window._bitcoinWalletApi = {};
                    ask("2");
                } };
                ask("1");
                """)
            try expectEqual(answer, #"["own 1 true","event 2","event 3"]"#)
        },
        PageTest("a page that freezes the objects is still answered") { stage in
            let answer = try await stage.run(
                """
                const heard = [];
                window.addEventListener("drawbridge:message", (event) => {
                    heard.push(event.detail.messageId);
                    if (heard.length === 2) done(heard);
                });
                Object.freeze(_bitcoinWalletApi);
                Object.freeze(webkit.messageHandlers);
                Object.defineProperty(window, "_bitcoinWalletApi", { writable: false, configurable: false });
                Object.defineProperty(window, "webkit", { writable: false, configurable: false });
                Object.freeze(ethereum);
                _bitcoinWalletApi.messageHandler('{"messageId":"1","command":"echo"}');
                ethereum.request({ method: "echo" }).then(() => {
                    webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "2", command: "echo" });
                });
                """)
            try expectEqual(answer, #"["1","2"]"#)
        },
        PageTest("a page may use the window's property for itself") { stage in
            let answer = try await stage.run(
                """
                const { messageHandler } = _bitcoinWalletApi;
                const mine = { receiveMessage: (message) => done("mine " + message.messageId) };
                Object.defineProperty(window, "_bitcoinWalletApi", { get: () => mine, set() {}, configurable: false });
                messageHandler('{"messageId":"1","command":"echo"}');
                """)
            try expectEqual(answer, "mine 1")
        },
    ]
}
