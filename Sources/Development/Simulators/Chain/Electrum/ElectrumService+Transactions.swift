internal import Bitcoin
internal import Bridge
internal import Primitives

extension ElectrumService {
    /// The code with which ElectrumX passes on the refusal of its node.
    private static let nodeError = 2

    func broadcast(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let bytes = try ElectrumArguments.bytes(arguments["raw_tx"])
        do throws(SimulatorError) {
            return .string(try ledger.submit(bytes))
        } catch {
            throw ElectrumArguments.refusal(
                "the transaction was rejected by network rules.\n\n\(error.words)\n[\(Hex.encode(bytes))]")
        }
    }

    func broadcastPackage(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        guard let list = arguments["raw_txs"]?.array else {
            throw ElectrumArguments.refusal("raw_txs should be a list")
        }
        var all: [[UInt8]] = []
        for item in list { all.append(try ElectrumArguments.bytes(item)) }
        let refused: [(id: String, words: String)]
        do throws(SimulatorError) {
            refused = try ledger.submitPackage(all)
        } catch {
            throw ElectrumArguments.refusal("the tx package was rejected by network rules.\n\n\(error.words).")
        }
        var answer: JSONObject = ["success": .bool(refused.isEmpty)]
        if !refused.isEmpty {
            answer["errors"] = .array(refused.map { ["txid": .string($0.id), "error": .string($0.words)] })
        }
        return .object(answer)
    }

    func transaction(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let isVerbose = try arguments.flag("verbose")
        guard let id = TransactionID(reading: try arguments.transactionID().reversed()) else { return .null }
        let answer: JSON? = ledger.read { state in
            guard let own = state.chain.transactions[id] ?? state.mempool.entries[id]?.own else { return nil }
            let text = JSON.string(Hex.encode(own.bytes))
            guard isVerbose else { return text }
            var answer: JSONObject = ["txid": .string(id.description), "hex": text]
            if let height = state.chain.heights[id] {
                let block = state.chain.blocks[height]
                let time = JSON.number(JSONNumber(Int(block.header.time)))
                answer["blockhash"] = .string(Self.text(block.hash))
                answer["confirmations"] = .number(JSONNumber(state.chain.height - height + 1))
                (answer["time"], answer["blocktime"]) = (time, time)
            }
            return .object(answer)
        }
        guard let answer else {
            throw .answer(
                code: Self.nodeError,
                message: "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain "
                    + "transaction. Use gettransaction for wallet transactions.'})")
        }
        return answer
    }

    func proof(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let (id, height) = (try arguments.transactionID(), try arguments.number("height"))
        let ids = try identifiers(at: height)
        guard let place = ids.firstIndex(of: id) else {
            throw ElectrumArguments.refusal(
                "tx \(Self.text(id)) not in block at height \(Self.grouped(height))")
        }
        return [
            "block_height": .number(JSONNumber(height)), "merkle": Self.branch(of: ids, at: place),
            "pos": .number(JSONNumber(place)),
        ]
    }

    func identifier(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let (place, height) = (try arguments.number("tx_pos"), try arguments.number("height"))
        let hasProof = try arguments.flag("merkle")
        let ids = try identifiers(at: height)
        guard ids.indices.contains(place) else {
            throw ElectrumArguments.refusal(
                "no tx at position \(Self.grouped(place)) in block at height \(Self.grouped(height))")
        }
        let id = JSON.string(Self.text(ids[place]))
        return hasProof ? ["tx_hash": id, "merkle": Self.branch(of: ids, at: place)] : id
    }

    private func identifiers(at height: Int) throws(SimulatorError) -> [[UInt8]] {
        let ids = ledger.read { state in
            state.chain.blocks.indices.contains(height) ? state.chain.blocks[height].ids.map(\.bytes) : nil
        }
        guard let ids else { throw ElectrumArguments.refusal("height \(Self.grouped(height)) out of range") }
        return ids
    }

    private static func branch(of ids: [[UInt8]], at place: Int) -> JSON {
        .array(MerkleTree.branch(of: ids, at: place).branch.map { .string(text($0)) })
    }
}
