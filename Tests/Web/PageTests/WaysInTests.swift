import Bridge
import WebHost
import WindowTesting

/// The ways by which a page can ask.
@MainActor var waysInTests: [PageTest] {
    [
        PageTest("a page without the library receives answers as events") { stage in
            let answer = try await stage.run(
                PageCode.call("ways-in", "hearEvents"))
            try expectEqual(answer, #"{"messageId":"m1","command":"echo","data":{"a":"b"}}"#)
        },
        PageTest("both body forms and all interfaces are answered through receiveMessage") { stage in
            let answer = try await stage.run(
                PageCode.call("ways-in", "useAllInterfaces"))
            try expectEqual(answer, "[1,2,3,4,5,6]")
        },
        PageTest("the interfaces exist before the first script of the page, and return nothing") { stage in
            let answer = try await stage.run(
                PageCode.call("ways-in", "lookAtInterfaces"))
            try expectEqual(answer, #"["function","function","undefined","undefined","undefined"]"#)
        },
        PageTest("no answer arrives before the requesting call has returned") { stage in
            let answer = try await stage.run(
                PageCode.call("ways-in", "hearNothingEarly"))
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
