import Bitcoin
import Bridge
import Primitives

extension ElectrumContract {
    func versions(_ found: Breaches) async throws {
        for (wish, wanted) in [
            ("1.4", "1.4"), (["1.4", "1.6"], "1.6"), (["1.0", "1.4.2"], "1.4.2"), (["1.4", "1.4"], "1.4"),
        ] as [(JSON, String)] {
            let wire = try await ElectrumWire(to: address)
            let answer = try await wire.ask("server.version", "test", wish)
            found.expect("the version for \(wish)", answer[1], .string(wanted))
            found.expect("a second wish", try await wire.code("server.version", "test", wish), 1)
            found.expect("after it", try await wire.ask("server.ping"), .null)
            await wire.close()
        }
        let wire = try await ElectrumWire(to: address)
        found.expect("a version to come", try await wire.code("server.version", "test", ["3.0", "4.0"]), 1)
        found.expect("the connection ends after a version to come", await wire.isEnded())
        let hasty = try await ElectrumWire(to: address)
        found.expect("a question before the version", try await hasty.code("server.banner"), 1)
        found.expect("the connection ends without a version", await hasty.isEnded())
    }

    func server(_ found: Breaches) async throws {
        let wire = try await wire()
        found.expect("a ping", try await wire.answer("server.ping", [])["result"], .null)
        found.expect("the banner is text", try await wire.ask("server.banner").string != nil)
        found.expect("the donation address is text", try await wire.ask("server.donation_address").string != nil)
        found.expect("the peers", try await wire.ask("server.peers.subscribe"), [])
        let features = try await wire.ask("server.features")
        found.expect(
            "the first block", features["genesis_hash"],
            "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206")
        found.expect("the oldest version", features["protocol_min"], "1.4")
        found.expect("the hash function", features["hash_function"], "sha256")
        found.expect("pruning", features["pruning"], .null)
        found.expect("the hosts are an object", features["hosts"]?.object != nil)
        await wire.close()
    }

    func headers(_ found: Breaches) async throws {
        let (old, new, height) = (try await wire("1.4"), try await wire(), try await chain.height())
        let tip = try await new.ask("blockchain.headers.subscribe")
        found.expect("the height of the tip", tip["height"]?.number?.integer, height)
        let first = try await new.ask("blockchain.block.header", 0)
        found.expect(
            "the hash of the first header",
            Self.header(first)?.hash
                == Self.hash(
                    "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"))
        let list = try await new.ask("blockchain.block.headers", .number(JSONNumber(height - 4)), 10)
        found.expect("the count at the end", list["count"], 5)
        found.expect("the most headers", list["max"], 2016)
        let headers = (list["headers"]?.array ?? []).compactMap { Self.header($0) }
        found.expect("there are five headers", headers.count == 5)
        found.expect("headers have work", headers.allSatisfy(\.hasItsWork))
        found.expect("headers are linked", zip(headers, headers.dropFirst()).allSatisfy { $1.follows($0) })
        found.expect("the last one is the tip", headers.last.map { .string(Hex.encode($0.bytes)) }, tip["hex"])
        let text = try await old.ask("blockchain.block.headers", .number(JSONNumber(height - 4)), 10)
        found.expect(
            "the headers of version 1.4", text["hex"], .string(headers.map { Hex.encode($0.bytes) }.joined()))
        let beyond = try await new.ask("blockchain.block.headers", .number(JSONNumber(height + 1)), 10)
        found.expect("the count after the end", beyond["count"], 0)
        found.expect("headers after the end", beyond["headers"], [])
        found.expect(
            "a header after the end", try await new.code("blockchain.block.header", .number(JSONNumber(height + 1))), 1)
        found.expect("a negative height", try await new.code("blockchain.block.header", -1), 1)
        found.expect("no number", try await new.code("blockchain.block.header", "x"), 1)
        await old.close()
        await new.close()
    }

    func checkpoints(_ found: Breaches) async throws {
        let (wire, height) = (try await wire(), try await chain.height())
        let list = try await wire.ask("blockchain.block.headers", 0, 2016)
        let hashes = (list["headers"]?.array ?? []).compactMap { Self.header($0)?.hash }
        for (place, checkpoint) in [(1, 1), (0, 5), (7, 12), (12, 12), (height, height)] {
            let answer = try await wire.ask(
                "blockchain.block.header", .number(JSONNumber(place)), .number(JSONNumber(checkpoint)))
            var hash = Self.header(answer["header"])?.hash ?? []
            found.expect("the header at \(place)", hash == hashes[place])
            var index = place
            for step in answer["branch"]?.array ?? [] {
                let other = Self.hash(step)
                hash = SHA256.hashTwice(index & 1 == 0 ? hash + other : other + hash).bytes
                index >>= 1
            }
            found.expect("the proof of \(place) in \(checkpoint)", hash == Self.hash(answer["root"]))
            // The root of all hashes up to the checkpoint.
            var level = Array(hashes[...checkpoint])
            while level.count > 1 {
                if level.count % 2 == 1 { level.append(level[level.count - 1]) }
                level = stride(from: 0, to: level.count, by: 2).map {
                    SHA256.hashTwice(level[$0] + level[$0 + 1]).bytes
                }
            }
            found.expect("the root of \(checkpoint)", level[0] == Self.hash(answer["root"]))
        }
        let several = try await wire.ask("blockchain.block.headers", 2, 3, 9)
        let last = try await wire.ask("blockchain.block.header", 4, 9)
        found.expect("the root of several headers", several["root"], last["root"])
        found.expect("the branch of the last of them", several["branch"], last["branch"])
        found.expect("a checkpoint below", try await wire.code("blockchain.block.header", 7, 6), 1)
        found.expect(
            "a checkpoint after the end",
            try await wire.code("blockchain.block.header", 7, .number(JSONNumber(height + 1))), 1)
        await wire.close()
    }

    func fees(_ found: Breaches) async throws {
        let (old, new) = (try await wire("1.4"), try await wire())
        for blocks in [1, 3, 144] {
            let rate = try await new.ask("blockchain.estimatefee", .number(JSONNumber(blocks)))
            found.expect("the estimate for \(blocks) is a number", rate.number != nil)
        }
        found.expect("a mode", try await new.code("blockchain.estimatefee", 3, "fast"), 1)
        found.expect("the relay fee of version 1.4", try await old.ask("blockchain.relayfee").number != nil)
        found.expect("the relay fee of version 1.6", try await new.code("blockchain.relayfee"), -32_601)
        let info = try await new.ask("mempool.get_info")
        for name in ["mempoolminfee", "minrelaytxfee", "incrementalrelayfee"] {
            found.expect("\(name) is a number", info[name]?.number != nil)
        }
        found.expect("the mempool of version 1.4", try await old.code("mempool.get_info"), -32_601)
        found.expect("the histogram is a list", try await new.ask("mempool.get_fee_histogram").array != nil)
        await old.close()
        await new.close()
    }

    func arguments(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        found.expect("an unknown method", try await wire.code("blockchain.nothing"), -32_601)
        found.expect("too many arguments", try await wire.code("server.banner", 1), -32_602)
        found.expect("too few arguments", try await wire.code("blockchain.block.headers", 1), -32_602)
        for wrong in ["", "zz", "00", .string(String(repeating: "g", count: 64)), 7, .null] as [JSON] {
            found.expect("\(wrong) as a script", try await wire.code("blockchain.scripthash.get_history", wrong), 1)
            found.expect("\(wrong) as an ID", try await wire.code("blockchain.transaction.get", wrong), 1)
        }
        let script = owner.hash.string ?? ""
        try await wire.send(
            #"{"jsonrpc":"2.0","id":"x","method":"blockchain.scripthash.get_history","#
                + #""params":{"scripthash":"\#(script)"}}"#)
        let named = await wire.next()
        found.expect("arguments by name", named?["result"], [])
        found.expect("an ID that is text", named?["id"], "x")
        try await wire.send(
            #"{"jsonrpc":"2.0","id":8,"method":"blockchain.scripthash.get_history","params":{"scriptHash":"00"}}"#)
        found.expect("a wrong name", await wire.next()?["error"]?["code"], -32_602)
        await wire.close()
    }

    func batches(_ found: Breaches) async throws {
        let wire = try await wire()
        try await wire.send("{")
        found.expect("no JSON", await wire.next()?["error"]?["code"], -32_700)
        try await wire.send("[]")
        found.expect("an empty batch", await wire.next()?["error"]?["code"], -32_600)
        try await wire.send("7")
        found.expect("a number", await wire.next()?["error"]?["code"], -32_600)
        let questions = (1...50).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"blockchain.block.header","params":[0]}"#
        }
        try await wire.send("[\(questions.joined(separator: ","))]")
        let answers = await wire.next()?.array ?? []
        found.expect("the answers of a batch", answers.count, 50)
        found.expect("each ID is answered once", Set(answers.compactMap { $0["id"]?.number?.integer }) == Set(1...50))
        // A notification has no answer, the question after it has.
        try await wire.send(#"{"jsonrpc":"2.0","method":"server.ping","params":[]}"#)
        found.expect("after a notification", try await wire.answer("server.ping", [])["result"], .null)
        await wire.close()
    }
}
