import Bridge

/// Link's dialect in a real page.
@MainActor let linkTests = [
    PageTest("a page without the library hears answers as events") { stage in
        let answer = try await stage.run(
            """
            window.addEventListener("drawbridge:message", (event) => done(event.detail));
            _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: "m1", command: "echo", data: { a: "b" } }));
            """)
        try expectEqual(answer, #"{"messageId":"m1","command":"echo","data":{"a":"b"}}"#)
    },
    PageTest("both body forms and all ways in are answered through receiveMessage") { stage in
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
    PageTest("an Ethereum request is answered") { stage in
        let answer = try await stage.run(
            "ethereum.request({ method: 'echo', params: ['x'] }).then(done)")
        try expectEqual(answer, #"["x"]"#)
    },
    PageTest("an approval is asked for, and a no is 4001") { stage in
        stage.user.answer = { _ in .rejected }
        let answer = try await stage.run(
            "ethereum.request({ method: 'ask' }).catch((e) => done([e instanceof Error, e.code]))")
        try expectEqual(answer, "[true,4001]")
    },
]
