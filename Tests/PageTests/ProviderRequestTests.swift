import Bridge
import WindowTesting

/// `ethereum.request` as EIP-1193 has it.
@MainActor var providerRequestTests: [PageTest] {
    [
        PageTest("malformed arguments reject the promise with an error, and never throw") { stage in
            let answer = try await stage.run(
                """
                const shapes = [undefined, null, 5, "eth_accounts", [], {}, { method: "" }, { method: 5 }, { method: null },
                    { method: ["echo"] }, { method: "echo", params: 5 }, { method: "echo", params: "x" },
                    { method: "echo", params: null }, { method: "echo", params: true }];
                Promise.all(shapes.map((shape) => ethereum.request(shape).then(() => "served", (error) => {
                    const isRight = error instanceof Error && Number.isInteger(error.code) && typeof error.message === "string";
                    return isRight ? error.code : "wrong";
                }))).then((all) => done([...new Set(all)]));
                """)
            try expectEqual(answer, "[-32600]")
            try expectEqual(stage.messages, [])
        },
        PageTest("params may be omitted, an array or an object, and reach the wallet unchanged") { stage in
            try await stage.run(
                """
                const all = [{ method: "echo" }, { method: "echo", params: [] }, { method: "echo", params: { a: [1] } },
                    { method: "echo", params: undefined }, { method: "echo", params: [undefined, () => 1, NaN] }];
                Promise.all(all.map((args) => ethereum.request(args))).then((results) => done(JSON.stringify(results)));
                """)
            try expectEqual(try await stage.said(), #"[null,[],{"a":[1]},null,[null,null,null]]"#)
            try expectEqual(
                stage.wallet.requests.map(\.params), [.null, [], ["a": [1]], .null, [.null, .null, .null]])
        },
        PageTest("an unknown method is -32601, and a rejection is 4001; each an Error with a stack") { stage in
            stage.user.answer = { _ in .rejected }
            let answer = try await stage.run(
                """
                const code = (method) => ethereum.request({ method }).catch((error) =>
                    [error.code, error.name, error instanceof Error, typeof error.stack, error.data.reason]);
                Promise.all(["eth_noSuchThing", "__proto__", "ask"].map(code)).then(done);
                """)
            try expectEqual(
                answer,
                #"[[-32601,"ProviderRpcError",true,"string","unknownMethod"],[-32601,"ProviderRpcError",true,"string","unknownMethod"],[4001,"ProviderRpcError",true,"string","rejected"]]"#
            )
        },
        PageTest("the request is read once: later changes by the page have no effect") { stage in
            let answer = try await stage.run(
                """
                const args = { method: "echo", params: ["first"] };
                const reply = ethereum.request(args);
                args.method = "ask";
                args.params[0] = "second";
                let reads = 0;
                const sly = { get method() { reads += 1; return reads === 1 ? "echo" : "ask"; }, params: ["third"] };
                Promise.all([reply, ethereum.request(sly)]).then((all) => done([...all, reads]));
                """)
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
                """
                const seen = [];
                const later = (payload) => new Promise((resolve) => {
                    ethereum.sendAsync(payload, (error, response) => resolve([error === null, response]));
                });
                (async () => {
                    seen.push(await ethereum.send("echo", ["a"]));
                    seen.push(await later({ id: 7, jsonrpc: "2.0", method: "echo", params: ["b"] }));
                    seen.push(await later([{ id: 1, method: "echo", params: [1] }, { id: 2, method: "none" }]));
                    seen.push(await new Promise((resolve) => {
                        ethereum.send({ id: 9, method: "echo", params: ["c"] }, (error, response) => resolve(response.result));
                    }));
                    const failed = await later({ id: 3, method: "none" });
                    seen.push([failed[0], failed[1].error.code]);
                    seen.push(ethereum.send({ id: 4, method: "eth_accounts" }));
                    seen.push(await ethereum.sendAsync([{ id: 6, method: "echo", params: [6] }]));
                    try { ethereum.send({ id: 5, method: "eth_sign" }); } catch (error) { seen.push(error.code); }
                    done(seen);
                })();
                """)
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
        PageTest("requests of one turn are sent in one parcel, and so are their answers") { stage in
            let answer = try await stage.run(
                """
                const all = [];
                for (let n = 0; n < 200; n += 1) all.push(ethereum.request({ method: "echo", params: [n] }));
                _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "echo" });
                Promise.all(all).then((values) => setTimeout(() => done(values.length)));
                """)
            try expectEqual(answer, "200")
            try expectEqual(stage.messages.count, 201)
            try expectEqual(stage.turns, 1)
        },
    ]
}
