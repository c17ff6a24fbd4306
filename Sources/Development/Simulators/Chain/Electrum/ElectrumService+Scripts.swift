internal import Bitcoin
internal import Bridge
internal import Primitives

extension ElectrumService {
    private enum TokenFilter: String {
        case include = "include_tokens"
        case exclude = "exclude_tokens"
        case only = "tokens_only"

        func allows(_ output: Output) -> Bool {
            switch self {
            case .include: true
            case .exclude: output.token == nil
            case .only: output.token != nil
            }
        }
    }

    private func filter(_ arguments: ElectrumArguments) throws(SimulatorError) -> TokenFilter {
        guard let wish = arguments["token_filter"] else { return isBitcoin ? .include : .exclude }
        guard !isBitcoin, let filter = wish.string.flatMap({ TokenFilter(rawValue: $0) }) else {
            throw .answer(code: -32_602, message: "there is no such token filter")
        }
        return filter
    }

    private var isBitcoin: Bool { ledger.utxoChain.ledger == .bitcoin }

    /// The waiting transactions of a script, oldest first: -1 as their height says that one before it waits, too.
    func waitingHistory(of script: [UInt8], _ state: LedgerState) -> [JSON] {
        (state.mempool.histories[script] ?? []).compactMap { state.mempool.entries[$0] }
            .sorted { $0.arrival < $1.arrival }
            .map { entry in
                let hasParent = entry.parents.contains { state.mempool.entries[$0] != nil }
                return [
                    "tx_hash": .string(entry.own.id.description), "height": hasParent ? -1 : 0,
                    "fee": .number(JSONNumber(Int(entry.own.fee))),
                ]
            }
    }

    private func minedHistory(of script: [UInt8], _ state: LedgerState) -> [(TransactionID, Int)] {
        (state.chain.histories[script] ?? []).map { ($0, state.chain.heights[$0] ?? 0) }
    }

    func history(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let script = try arguments.scriptHash()
        let all: [JSON]? = ledger.read { state in
            let mined = minedHistory(of: script, state)
            guard mined.count < Self.longestHistory else { return nil }
            return mined.map { id, height in
                ["tx_hash": .string(id.description), "height": .number(JSONNumber(height))]
            } + waitingHistory(of: script, state)
        }
        guard let all else { throw .answer(code: 10_001, message: "history too large") }
        return .array(all)
    }

    /// The status of a script: the hash of its history, or `null` without one.
    func status(of script: [UInt8]) -> JSON {
        let text = ledger.read { state in
            minedHistory(of: script, state).map { "\($0):\($1):" }.joined()
                + waitingHistory(of: script, state).map {
                    "\($0["tx_hash"]?.string ?? ""):\($0["height"]?.number?.text ?? ""):"
                }.joined()
        }
        return text.isEmpty ? .null : .string(Hex.encode(SHA256.hash(text.utf8).bytes))
    }

    /// The unspent outputs of a script, with the heights of their blocks; zero for waiting ones.
    private func unspentOutputs(of script: [UInt8], _ state: LedgerState) -> [(OutPoint, Output, height: Int)] {
        var found: [(OutPoint, Output, height: Int)] = []
        let coins = state.chain.unspent[script] ?? []
        for outPoint in coins where state.mempool.spenders[outPoint] == nil {
            if let coin = state.chain.coins[outPoint] { found.append((outPoint, coin.output, coin.height)) }
        }
        found.sort { $0.height == $1.height ? $0.0 < $1.0 : $0.height < $1.height }
        let waiting = (state.mempool.histories[script] ?? []).compactMap { state.mempool.entries[$0] }
        for entry in waiting.sorted(by: { $0.arrival < $1.arrival }) {
            for (index, output) in entry.own.transaction.outputs.enumerated() {
                let outPoint = OutPoint(entry.own.id, UInt32(index))
                guard TakenTransaction.scriptHash(of: output, on: state.chain.ledger) == script,
                    state.mempool.spenders[outPoint] == nil
                else { continue }
                found.append((outPoint, output, 0))
            }
        }
        return found
    }

    func unspent(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let (script, filter) = (try arguments.scriptHash(), try filter(arguments))
        let outputs = ledger.read { unspentOutputs(of: script, $0) }.filter { filter.allows($0.1) }
        return .array(
            outputs.map { outPoint, output, height in
                var entry: JSONObject = [
                    "tx_hash": .string(outPoint.transaction.description),
                    "tx_pos": .number(JSONNumber(Int(outPoint.index))), "height": .number(JSONNumber(height)),
                    "value": .number(JSONNumber(Int(output.value))),
                ]
                if !isBitcoin, let token = output.token?.token { entry["token_data"] = Self.json(token) }
                return .object(entry)
            })
    }

    private static func json(_ token: CashToken) -> JSON {
        var data: JSONObject = [
            "category": .string(token.category.description), "amount": .string(String(token.amount)),
        ]
        if let capability = token.capability {
            let name =
                switch capability {
                case .none: "none"
                case .mutable: "mutable"
                case .minting: "minting"
                }
            data["nft"] = ["capability": .string(name), "commitment": .string(Hex.encode(token.commitment))]
        }
        return .object(data)
    }

    func balance(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let (script, filter) = (try arguments.scriptHash(), try filter(arguments))
        let (confirmed, all) = ledger.read { state in
            let coins = (state.chain.unspent[script] ?? []).compactMap { state.chain.coins[$0]?.output }
            return (
                coins.filter(filter.allows).reduce(0) { $0 + Int($1.value) },
                unspentOutputs(of: script, state).map(\.1).filter(filter.allows).reduce(0) { $0 + Int($1.value) }
            )
        }
        return ["confirmed": .number(JSONNumber(confirmed)), "unconfirmed": .number(JSONNumber(all - confirmed))]
    }
}
