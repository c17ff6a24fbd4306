import Bridge
import WebHost
import WindowTesting

/// The ways by which a page can ask.
@MainActor var waysInTests: [PageTest] {
    [
        PageTest("a page without the library receives answers as events") { stage in
            let answer = try await stage.run(
                """
                window.addEventListener("drawbridge:message", (event) => done(event.detail));
                _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: "m1", command: "echo", data: { a: "b" } }));
                """)
            try expectEqual(answer, #"{"messageId":"m1","command":"echo","data":{"a":"b"}}"#)
        },
        PageTest("both body forms and all interfaces are answered through receiveMessage") { stage in
            let answer = try await stage.run(
                """
                const heard = [];
                _bitcoinWalletApi.receiveMessage = (message) => { heard.push(message.data); if (heard.length === 6) done(heard); };
                const text = (n) => JSON.stringify({ messageId: "t" + n, command: "echo", data: n });
                _bitcoinWalletApi.messageHandler(text(1));
                webkit.messageHandlers.sendMessageHandler.postMessage(text(2));
                webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "o3", command: "echo", data: 3 });
                _bitcoinWalletApi.sendMessageHandler(text(4));
                _bitcoinWalletApi.sendMessageHandler.postMessage({ messageId: "o5", command: "echo", data: 5 });
                _bitcoinWalletApi.sendMessageHandler({ messageId: "o6", command: "hop", data: 6 });
                """)
            try expectEqual(answer, "[1,2,3,4,5,6]")
        },
        PageTest("the interfaces exist before the first script of the page, and return nothing") { stage in
            let answer = try await stage.run(
                """
                const message = () => ({ messageId: "m" + Math.random(), command: "echo" });
                done([
                    typeof _bitcoinWalletApi.messageHandler, typeof ethereum.request,
                    typeof _bitcoinWalletApi.messageHandler(JSON.stringify(message())),
                    typeof _bitcoinWalletApi.sendMessageHandler(message()),
                    typeof webkit.messageHandlers.sendMessageHandler.postMessage(message()),
                ]);
                """)
            try expectEqual(answer, #"["function","function","undefined","undefined","undefined"]"#)
        },
        PageTest("no answer arrives before the requesting call has returned") { stage in
            let answer = try await stage.run(
                """
                let calls = 0, heard = 0;
                const early = [];
                _bitcoinWalletApi.receiveMessage = (message) => {
                    if (calls > 0) early.push(message.messageId);
                    heard += 1;
                    if (heard === messages.length * 3) done(early);
                };
                const tooLarge = { messageId: "large", command: "echo", data: "x".repeat(2 ** 20) };
                const messages = [{ messageId: "1", command: "echo" }, { messageId: "2", command: "none" },
                    { messageId: "3" }, { messageId: "4", command: 5 }, { messageId: "n", data: 1n }, tooLarge];
                const say = (send, message) => { calls += 1; send(message); calls -= 1; };
                for (const message of messages) {
                    for (const send of [webkit.messageHandlers.sendMessageHandler.postMessage,
                        _bitcoinWalletApi.sendMessageHandler, _bitcoinWalletApi.sendMessageHandler.postMessage]) {
                        say(send, { ...message, messageId: message.messageId + heard + Math.random() });
                    }
                }
                """)
            try expectEqual(answer, "[]")
        },
        PageTest("an Ethereum request is answered") { stage in
            let answer = try await stage.run(
                "ethereum.request({ method: 'echo', params: ['x'] }).then(done)")
            try expectEqual(answer, #"["x"]"#)
        },
        PageTest("an approval is requested, and a rejection is 4001") { stage in
            stage.user.answer = { _ in .rejected }
            let answer = try await stage.run(
                "ethereum.request({ method: 'ask' }).catch((e) => done([e instanceof Error, e.code]))")
            try expectEqual(answer, "[true,4001]")
        },
        PageTest("a strict content security policy does not block the bridge") { stage in
            let answer = try await stage.run(
                "ethereum.request({ method: 'echo', params: [7] }).then(done)",
                headers: ["Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'"])
            try expectEqual(answer, "[7]")
        },
        PageTest("a view has only the dialects that it was given") { stage in
            stage.makeView(dialects: [.link])
            let onlyLink = try await stage.run("done([typeof ethereum, typeof _bitcoinWalletApi])")
            try expectEqual(onlyLink, #"["undefined","object"]"#)
            stage.makeView(dialects: [.testEthereum])
            let onlyEthereum = try await stage.run(
                "done([typeof ethereum, typeof _bitcoinWalletApi, typeof window.webkit])")
            try expectEqual(onlyEthereum, #"["object","undefined","undefined"]"#)
            stage.makeView(dialects: [])
            let nothing = try await stage.run("done([typeof ethereum, typeof _bitcoinWalletApi, typeof window.webkit])")
            try expectEqual(nothing, #"["undefined","undefined","undefined"]"#)
        },
    ]
}
