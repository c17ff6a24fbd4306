import Bitcoin
import Bridge
import Primitives

extension ElectrumContract {
    private static let history = "blockchain.scripthash.get_history"
    private static let status = "blockchain.scripthash.subscribe"
    private static let coins = "blockchain.scripthash.listunspent"
    private static let balance = "blockchain.scripthash.get_balance"
    private static let tip = "blockchain.headers.subscribe"

    func scripts(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        found.expect("no history", try await wire.ask(Self.history, owner.hash), [])
        found.expect("no coins", try await wire.ask(Self.coins, owner.hash), [])
        found.expect("no balance", try await wire.ask(Self.balance, owner.hash), ["confirmed": 0, "unconfirmed": 0])
        let id = try await chain.pay(70_000, toScript: owner.script.bytes)
        let waiting = try await wire.ask(Self.history, owner.hash)
        found.expect("one waits", waiting.array?.count, 1)
        found.expect("its ID", waiting[0]?["tx_hash"], .string(id))
        found.expect("its height", waiting[0]?["height"], 0)
        found.expect("its fee is positive", waiting[0]?["fee"]?.number?.integer ?? 0 > 0)
        found.expect("the mempool", try await wire.ask("blockchain.scripthash.get_mempool", owner.hash), waiting)
        found.expect(
            "the waiting balance", try await wire.ask(Self.balance, owner.hash),
            ["confirmed": 0, "unconfirmed": 70_000])
        found.expect(
            "the waiting coin", try await wire.ask(Self.coins, owner.hash),
            [["tx_hash": .string(id), "tx_pos": 0, "height": 0, "value": 70_000]])
        try await chain.mine()
        let height = JSON.number(JSONNumber(try await chain.height()))
        found.expect(
            "the history", try await wire.ask(Self.history, owner.hash), [["tx_hash": .string(id), "height": height]])
        found.expect("the empty mempool", try await wire.ask("blockchain.scripthash.get_mempool", owner.hash), [])
        found.expect(
            "the coin", try await wire.ask(Self.coins, owner.hash),
            [["tx_hash": .string(id), "tx_pos": 0, "height": height, "value": 70_000]])
        // What is spent by a transaction that waits is no coin any more.
        let other = try self.owner()
        let spent = try await wire.ask(
            "blockchain.transaction.broadcast",
            .string(try owner.spend(id, 70_000, paying: 60_000, to: other.script)))
        found.expect("the coin's spender has an ID", spent.string?.utf8.count, 64)
        while try await wire.ask(Self.history, other.hash) == [] { try await Task.sleep(for: .milliseconds(20)) }
        found.expect("the spent coin", try await wire.ask(Self.coins, owner.hash), [])
        found.expect(
            "the balance of the spent coin", try await wire.ask(Self.balance, owner.hash),
            ["confirmed": 70_000, "unconfirmed": -70_000])
        // A child of one that waits.
        let third = try self.owner()
        _ = try await wire.ask(
            "blockchain.transaction.broadcast",
            .string(try other.spend(spent.string ?? "", 60_000, paying: 50_000, to: third.script)))
        while try await wire.ask(Self.history, third.hash) == [] { try await Task.sleep(for: .milliseconds(20)) }
        found.expect("the height of a child", try await wire.ask(Self.history, third.hash)[0]?["height"], -1)
        try await chain.mine()
        await wire.close()
    }

    func news(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        _ = try await wire.ask(Self.tip)
        found.expect("the first status", try await wire.answer(Self.status, [owner.hash])["result"], .null)
        let id = try await chain.pay(30_000, toScript: owner.script.bytes)
        let first = await wire.notice(Self.status)
        found.expect("whose status", first?.first, owner.hash)
        found.expect(
            "the status of one that waits", first?.last, Self.status([["tx_hash": .string(id), "height": 0]]))
        try await chain.mine()
        let height = try await chain.height()
        let tip = await wire.notice(Self.tip) { $0.first?["height"]?.number?.integer == height }
        found.expect("a new block is told", tip?.first?["hex"], try await wire.ask(Self.tip)["hex"])
        let wanted = Self.status([["tx_hash": .string(id), "height": .number(JSONNumber(height))]])
        let again = try await self.wire()
        found.expect("the status for another client", try await again.ask(Self.status, owner.hash), wanted)
        // Who asks again is told at once.
        found.expect("the status after the block", try await wire.ask(Self.status, owner.hash), wanted)
        await again.close()
        await wire.close()
    }

    func transactions(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        let id = try await chain.pay(40_000, toScript: owner.script.bytes)
        func form() -> BitcoinTransaction.Form { chain.utxoChain.ledger == .bitcoin ? .witness : .plain }
        let raw = try await wire.ask("blockchain.transaction.get", .string(id))
        let read = try? BitcoinTransaction(Hex.decode(raw.string ?? "") ?? [], form: form())
        found.expect("the ID of the bytes", read.map { .string($0.id.description) }, .string(id))
        found.expect("its first output", read?.outputs.first == Output(40_000, to: owner.script))
        let verbose = try await wire.ask("blockchain.transaction.get", .string(id), true)
        found.expect("the bytes in the long answer", verbose["hex"], raw)
        try await chain.mine()
        let mined = try await wire.ask("blockchain.transaction.get", .string(id), true)
        found.expect("its confirmations", mined["confirmations"], 1)
        found.expect("its block is named", mined["blockhash"]?.string?.utf8.count, 64)
        found.expect(
            "an unknown one",
            try await wire.code("blockchain.transaction.get", .string(String(repeating: "7", count: 64))), 2)
        found.expect("a wrong flag", try await wire.code("blockchain.transaction.get", .string(id), "yes"), 1)
        await wire.close()
    }

    func proofs(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        var ids: [String] = []
        for value in 1...6 as ClosedRange<UInt64> {
            ids.append(try await chain.pay(10_000 * value, toScript: owner.script.bytes))
        }
        try await chain.mine()
        let height = JSON.number(JSONNumber(try await chain.height()))
        let header = Self.header(try await wire.ask("blockchain.block.header", height))
        for id in ids {
            let proof = try await wire.ask("blockchain.transaction.get_merkle", .string(id), height)
            found.expect("the block of a proof", proof["block_height"], height)
            // Another test may mine in between; then the server has no proof at this height.
            guard let place = proof["pos"]?.number?.integer.flatMap({ UInt32(exactly: $0) }) else {
                found.expect("the place of \(id)", proof["pos"], 0)
                continue
            }
            let branch = (proof["merkle"]?.array ?? []).map { Self.hash($0) }
            let read = MerkleProof(position: place, branch: branch)
            found.expect(
                "the proof of \(id)",
                header.map { read?.holds(for: Self.hash(.string(id)), in: $0) == true } == true)
            let position = JSON.number(JSONNumber(Int(place)))
            found.expect(
                "the ID at \(place)", try await wire.ask("blockchain.transaction.id_from_pos", height, position),
                .string(id))
            let both = try await wire.ask("blockchain.transaction.id_from_pos", height, position, true)
            found.expect("the ID with its proof", both, ["tx_hash": .string(id), "merkle": proof["merkle"] ?? .null])
        }
        found.expect("a place after the end", try await wire.code("blockchain.transaction.id_from_pos", height, 500), 1)
        found.expect(
            "another block", try await wire.code("blockchain.transaction.get_merkle", .string(ids[0]), 3), 1)
        found.expect(
            "no block", try await wire.code("blockchain.transaction.get_merkle", .string(ids[0]), 900_000), 1)
        await wire.close()
    }

    func broadcasts(_ found: Breaches) async throws {
        let (wire, owner, other) = (try await wire(), try owner(), try owner())
        let method = "blockchain.transaction.broadcast"
        for text in ["zz", "0x00", 7] as [JSON] {
            found.expect("\(text) as a transaction", try await wire.code(method, text), 1)
        }
        func words(_ text: String) async throws -> String {
            let answer = try await wire.answer(method, [.string(text)])
            found.expect("the code of a refusal", answer["error"]?["code"], 1)
            return answer["error"]?["message"]?.string ?? ""
        }
        found.expect("bytes of no transaction", try await words("00").contains("rejected by network rules"))
        let id = try await chain.pay(50_000, toScript: owner.script.bytes)
        let good = try owner.spend(id, 50_000, paying: 49_000, to: other.script)
        // The value of the output, which the signature covers.
        let wrong = good.replacing("68bf000000000000", with: "69bf000000000000")
        found.expect("a wrong signature", try await words(wrong).contains("script-verify"))
        let missing = try owner.spend(String(repeating: "7", count: 64), 50_000, paying: 40_000, to: other.script)
        found.expect("an output that is not there", try await words(missing).contains("missingorspent"))
        let cheap = try owner.spend(id, 50_000, paying: 49_999, to: other.script)
        found.expect("a low fee", try await words(cheap).contains("min relay fee not met"))
        let mean = try owner.spend(id, 50_000, paying: 100, to: other.script)
        found.expect("dust", try await words(mean).contains("dust"))
        let first = try await wire.ask(method, .string(good))
        found.expect("an ID", first.string?.utf8.count, 64)
        found.expect("the same again", try await wire.ask(method, .string(good)), first)
        let twin = try owner.spend(id, 50_000, paying: 45_000, to: owner.script)
        found.expect("the same coin again", try await words(twin).contains("txn-mempool-conflict"))
        try await chain.mine()
        let late = try await words(good)
        found.expect("a mined one again: \(late)", late.contains("already in"))
        await wire.close()
    }

    func replacements(_ found: Breaches) async throws {
        guard chain.utxoChain.ledger == .bitcoin else { return }
        let (wire, owner, other) = (try await wire(), try owner(), try owner())
        let method = "blockchain.transaction.broadcast"
        let id = try await chain.pay(50_000, toScript: owner.script.bytes)
        func spend(_ paid: UInt64) throws -> JSON {
            .string(try owner.spend(id, 50_000, paying: paid, to: other.script, sequence: .max - 2))
        }
        let old = try await wire.ask(method, spend(49_500))
        let worse = try await wire.answer(method, [spend(49_450)])["error"]?["message"]?.string ?? ""
        found.expect("too little more", worse.contains("not enough additional fees to relay"))
        let less = try await wire.answer(method, [spend(49_600)])["error"]?["message"]?.string ?? ""
        found.expect("less", less.contains("insufficient fee, rejecting replacement"))
        let new = try await wire.ask(method, spend(49_000))
        found.expect("the replacement has another ID", new != old && new.string?.utf8.count == 64)
        while try await wire.ask(Self.history, other.hash)[0]?["tx_hash"] != new {
            try await Task.sleep(for: .milliseconds(20))
        }
        found.expect("the old one is gone", try await wire.code("blockchain.transaction.get", old), 2)
        try await chain.mine()
        await wire.close()
    }

    func reorganisation(_ found: Breaches) async throws {
        let (wire, owner) = (try await wire(), try owner())
        let id = try await chain.pay(20_000, toScript: owner.script.bytes)
        try await chain.mine()
        try await chain.mine()
        let height = try await chain.height()
        let old = try await wire.ask(Self.tip)
        _ = try await wire.ask(Self.status, owner.hash)
        try await chain.replaceBlocks(2)
        let tip = await wire.notice(Self.tip) { $0.first?["height"]?.number?.integer == height + 1 }
        found.expect("the longer chain is told", tip?.first?["height"], .number(JSONNumber(height + 1)))
        let before = try await wire.ask("blockchain.block.header", .number(JSONNumber(height)))
        found.expect("the block is another one", before != old["hex"])
        while try await wire.ask(Self.history, owner.hash)[0]?["height"] != 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        found.expect("it waits again", try await wire.ask(Self.history, owner.hash)[0]?["tx_hash"], .string(id))
        found.expect(
            "the status of it", try await wire.ask(Self.status, owner.hash),
            Self.status([["tx_hash": .string(id), "height": 0]]))
        try await chain.mine()
        await wire.close()
    }
}
