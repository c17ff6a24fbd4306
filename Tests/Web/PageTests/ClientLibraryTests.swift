import Bridge
import WindowTesting

/// Pages that use the published client library.
@MainActor var clientLibraryTests: [PageTest] {
    [
        PageTest("every command of the client library is answered") { stage in
            let answer = try await stage.run(
                ClientLibrary.script
                    + PageCode.call("client-library", "askCommands", ["commands": TestWallet.linkCommands]))
            try expectEqual(answer, JSON.array(TestWallet.linkCommands.map { .string($0) }).text)
            try expectEqual(stage.wallet.requests.map(\.claim?.title), Array(repeating: "page", count: 7))
        },
        PageTest("a command without data is answered, and an error rejects its promise") { stage in
            let answer = try await stage.run(
                ClientLibrary.script + PageCode.call("client-library", "askWithoutData"))
            try expectEqual(answer, #"[{"heard":null},"PROTOCOL_ERROR","string"]"#)
        },
        PageTest("the client library is answered through the object interface, too") { stage in
            let answer = try await stage.run(
                "delete _bitcoinWalletApi.messageHandler;\n" + ClientLibrary.script
                    + PageCode.call("client-library", "askForAddress"))
            try expectEqual(answer, #"{"heard":{"protocol":"BCH"}}"#)
        },
        PageTest("the client library can be loaded twice") { stage in
            let answer = try await stage.run(
                ClientLibrary.script + ClientLibrary.script + "bitcoincomLink.ask('getInfo').then(done);")
            try expectEqual(answer, #"{"heard":null}"#)
        },
        PageTest("the name that a site gives itself is shown only as a claim next to the real origin") { stage in
            stage.user.answer = { _ in .rejected }
            try await stage.run(
                PageCode.call("client-library", "lieAboutName"))
            let question = try stage.user.onlyQuestion
            try expectEqual(question.claim?.title, "Your Bank")
            try expectEqual(question.peer.origin.description, try await stage.url(""))
        },
    ]
}
