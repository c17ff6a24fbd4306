import Bridge
import WebHost
import WindowTesting

/// The provider's events, and how it is found.
@MainActor var providerEventTests: [PageTest] {
    [
        PageTest("a document receives connect, and its state follows the events") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "followEvents", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("it has asked") { stage.answers.count == 1 }
                    guard let origin = stage.view.origin else { throw Failure("no origin") }
                    let events: [Event] = [
                        .accountsChanged(["0xab", "0xcd"]), .chainChanged("0x89"), .chainChanged("0x89"),
                        .message(type: "eth_subscription", data: [1]), .accountsChanged([]),
                        .disconnect(RPCError(.disconnected, "No network.")),
                    ]
                    for event in events { stage.eventBus.announce(event, to: origin) }
                })
            let heard = (try? JSON(parsing: answer))?.array ?? []
            try expectEqual(
                heard.map(\.text),
                [
                    #"["connect",{"chainId":"0x1"},true,"0x1","1",null]"#,
                    #"["accountsChanged",["0xab","0xcd"],true,"0x1","1","0xab"]"#,
                    #"["chainChanged","0x89",true,"0x89","137","0xab"]"#,
                    #"["networkChanged","137",true,"0x89","137","0xab"]"#,
                    #"["message",{"type":"eth_subscription","data":[1]},true,"0x89","137","0xab"]"#,
                    #"["accountsChanged",[],true,"0x89","137",null]"#,
                    #"["disconnect",4900,"No network.",false,"0x89","137",null]"#,
                ])
        },
        PageTest("events for another origin are not delivered") { stage in
            try await stage.show(try await stage.serve("ethereum.on('accountsChanged', done);"))
            try await stage.wait("it has spoken") { stage.view.document != nil }
            for other in ["http://localhost", "https://127.0.0.1", "http://127.0.0.1"] {
                stage.eventBus.announce(.accountsChanged(["0xother"]), to: try Origin(serialized: other))
            }
            guard let origin = stage.view.origin else { throw Failure("no origin") }
            stage.eventBus.announce(.accountsChanged(["0xown"]), to: origin)
            try expectEqual(try await stage.said(), #"["0xown"]"#)
        },
        PageTest("the events of a subscription are delivered to its document, and to no other") { stage in
            try await stage.show(try await stage.serve("ethereum.on('message', ({ data }) => done(data));"))
            try await stage.wait("it has spoken") { stage.view.document != nil }
            guard let own = stage.view.document, let other = DocumentID(String(repeating: "5", count: 32)) else {
                throw Failure("no document")
            }
            stage.eventBus.announce(.message(type: "eth_subscription", data: ["subscription": "0x1"]), to: other)
            stage.eventBus.announce(.message(type: "eth_subscription", data: ["subscription": "0x2"]), to: own)
            try expectEqual(try await stage.said(), #"{"subscription":"0x2"}"#)
        },
        PageTest(
            "listeners work as in Node.js: added twice, called twice; once is once; one that throws stops no other"
        ) {
            stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "useListeners"),
                while: { stage in
                    try await stage.wait("it has asked") { stage.answers.count == 1 }
                    try stage.nudge()
                    try stage.nudge()
                })
            try expectEqual(answer, #"[[true,"twice","twice","once","twice","twice","late"],2,7,[]]"#)
        },
        PageTest("an error of a page's own listener is reported with its message, place and stack") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "throwInListener"),
                while: { stage in
                    try await stage.wait("it has asked") { stage.answers.count == 1 }
                    try stage.nudge()
                })
            try expectEqual(answer, #"[true,true,true,true,true,"the next listener"]"#)
        },
        PageTest("a listener that is added after connect gets it once, and the provider is connected at once") {
            stage in
            let answer = try await stage.run(PageCode.call("provider-event", "listenLate"))
            try expectEqual(answer, #"[true,[{"chainId":"0x1"}],true,"0x1"]"#)
        },
        PageTest("the provider is announced as in EIP-6963, at the start and on every request") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "requestAnnouncements"))
            try expectEqual(
                answer,
                #"[2,true,true,"Test Wallet",true,"org.example.test",true,true,true,"icon,name,rdns,uuid"]"#)
        },
        PageTest("each document has its own UUID") { stage in
            let script = PageCode.call("provider-event", "tellUUID")
            let first = try await stage.run(script)
            try expect(first != (try await stage.run(script)), "the same UUID twice")
        },
        PageTest("window.ethereum can be replaced, and the announced provider still works") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "replaceProvider"))
            try expectEqual(answer, #"[true,true,true,true,"undefined","mine","on"]"#)
        },
        PageTest("a page can wrap the provider and change its methods for itself") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-event", "wrapProvider"))
            try expectEqual(answer, #"["wrapped"]"#)
        },
    ]
}
