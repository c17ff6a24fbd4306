import Bridge
import WindowTesting

/// `ethereum.request` as EIP-1193 has it.
@MainActor var providerRequestTests: [PageTest] {
    [
        PageTest("malformed arguments reject the promise with an error, and never throw") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-request", "askMalformed"))
            try expectEqual(answer, "[-32600]")
            try expectEqual(stage.messages, [])
        },
        PageTest("params may be omitted, an array or an object, and reach the wallet unchanged") { stage in
            try await stage.run(
                PageCode.call("provider-request", "askWithAllParams"))
            try expectEqual(try await stage.said(), #"[null,[],{"a":[1]},null,[null,null,null]]"#)
            try expectEqual(
                stage.wallet.requests.map(\.params), [.null, [], ["a": [1]], .null, [.null, .null, .null]])
        },
        PageTest("an unknown method is -32601, and a rejection is 4001; each an Error with a stack") { stage in
            stage.user.answer = { _ in .rejected }
            let answer = try await stage.run(
                PageCode.call("provider-request", "askForErrors"))
            try expectEqual(
                answer,
                #"[[-32601,"ProviderRpcError",true,"string","unknownMethod"],[-32601,"ProviderRpcError",true,"string","unknownMethod"],[4001,"ProviderRpcError",true,"string","rejected"]]"#
            )
        },
        PageTest("the request is read once: later changes by the page have no effect") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-request", "changeRequests"))
            try expectEqual(answer, #"[["first"],["third"],1]"#)
            try expectEqual(stage.wallet.requests.map(\.method), ["echo", "echo"])
        },
        PageTest("request works when detached from its object") { stage in
            let answer = try await stage.run(
                "const { request } = ethereum; request({ method: 'echo', params: [1] }).then(done)")
            try expectEqual(answer, "[1]")
        },
        PageTest("the legacy methods send the same requests") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-request", "useLegacyMethods"))
            try expectEqual(
                answer,
                #"[["a"],[true,{"id":7,"jsonrpc":"2.0","result":["b"]}],[true,[{"id":1,"jsonrpc":"2.0","result":[1]},{"id":2,"jsonrpc":"2.0","error":{"code":-32601,"message":"The method “none” does not exist / is not available.","data":{"reason":"unknownMethod"}}}]],["c"],[false,-32601],{"id":4,"jsonrpc":"2.0","result":[]},[{"id":6,"jsonrpc":"2.0","result":[6]}],4200]"#
            )
        },
        PageTest("enable requests accounts") { stage in
            let answer = try await stage.run(
                "ethereum.enable().catch((error) => done([error.code, error.message]))")
            try expectEqual(answer, #"[-32601,"The method “eth_requestAccounts” does not exist / is not available."]"#)
        },
        PageTest("requests of one turn are sent in one text, and so are their answers") { stage in
            let answer = try await stage.run(
                PageCode.call("provider-request", "askInOneTurn"))
            try expectEqual(answer, "200")
            try expectEqual(stage.messages.count, 201)
            try expectEqual(stage.turns, 1)
        },
    ]
}
