import Bridge
import WindowTesting

/// Pages that use the published client library.
@MainActor var clientLibraryTests: [PageTest] {
    [
        PageTest("every command of the client library is answered") { stage in
            let commands = TestWallet.linkCommands.map { "'\($0)'" }.joined(separator: ",")
            let answer = try await stage.run(
                ClientLibrary.script + """
                    Promise.all([\(commands)].map((command) => ask(command, { of: command })))
                        .then((all) => done(all.map((data) => data.heard.of)));
                    """)
            try expectEqual(answer, JSON.array(TestWallet.linkCommands.map { .string($0) }).text)
            try expectEqual(stage.wallet.requests.map(\.claim?.title), Array(repeating: "page", count: 7))
        },
        PageTest("a command without data is answered, and an error rejects its promise") { stage in
            let answer = try await stage.run(
                ClientLibrary.script + """
                    (async () => {
                        const info = await ask("getInfo");
                        const error = await ask("exportPrivateKey").catch((error) => error);
                        done([info, error.type, typeof error.description]);
                    })();
                    """)
            try expectEqual(answer, #"[{"heard":null},"PROTOCOL_ERROR","string"]"#)
        },
        PageTest("the client library is answered through the object interface, too") { stage in
            let answer = try await stage.run(
                """
                delete _bitcoinWalletApi.messageHandler;
                """ + ClientLibrary.script + """
                    ask("getAddress", { protocol: "BCH" }).then((data) => done(data));
                    """)
            try expectEqual(answer, #"{"heard":{"protocol":"BCH"}}"#)
        },
        PageTest("the client library can be loaded twice") { stage in
            let answer = try await stage.run(
                "{ \(ClientLibrary.script) } { \(ClientLibrary.script) ask('getInfo').then(done); }")
            try expectEqual(answer, #"{"heard":null}"#)
        },
        PageTest("the name that a site gives itself is shown only as a claim beside the real origin") { stage in
            stage.user.answer = { _ in .rejected }
            try await stage.run(
                """
                _bitcoinWalletApi.receiveMessage = done;
                _bitcoinWalletApi.sendMessageHandler({
                    messageId: "m", command: "ask", origin: "https://bank.example",
                    websiteMetadata: { title: "Your Bank", url: "https://bank.example", image: "http://127.0.0.1/i.png" },
                });
                """)
            let question = try stage.user.onlyQuestion
            try expectEqual(question.claim?.title, "Your Bank")
            try expectEqual(question.peer.origin.description, try await stage.url(""))
        },
    ]
}
