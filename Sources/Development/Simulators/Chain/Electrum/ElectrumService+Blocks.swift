internal import Bitcoin
internal import Bridge
internal import Primitives

extension ElectrumService {
    /// The most headers in one answer.
    private static let mostHeaders = 2_016

    /// A hash as it is displayed.
    static func text(_ hash: [UInt8]) -> String { Hex.encode(hash.reversed()) }

    func header(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let (height, checkpoint) = (try arguments.number("height"), try arguments.number("cp_height", default: 0))
        let header = ledger.read { state in
            state.chain.blocks.indices.contains(height) ? Hex.encode(state.chain.blocks[height].header.bytes) : nil
        }
        guard let header else { throw ElectrumArguments.refusal("height \(Self.grouped(height)) out of range") }
        guard checkpoint > 0 else { return .string(header) }
        var answer: JSONObject = ["header": .string(header)]
        try addProof(of: height, in: checkpoint, to: &answer)
        return .object(answer)
    }

    func headers(_ arguments: ElectrumArguments, isList: Bool) throws(SimulatorError) -> JSON {
        let start = try arguments.number("start_height")
        let count = min(try arguments.number("count"), Self.mostHeaders)
        let checkpoint = try arguments.number("cp_height", default: 0)
        let headers = ledger.read { state in
            state.chain.blocks.dropFirst(start).prefix(count).map { Hex.encode($0.header.bytes) }
        }
        var answer: JSONObject = [
            "count": .number(JSONNumber(headers.count)), "max": .number(JSONNumber(Self.mostHeaders)),
        ]
        if isList {
            answer["headers"] = .array(headers.map { .string($0) })
        } else {
            answer["hex"] = .string(headers.joined())
        }
        if !headers.isEmpty, checkpoint > 0 {
            try addProof(of: start + headers.count - 1, in: checkpoint, to: &answer)
        }
        return .object(answer)
    }

    /// Adds the proof that the block at `height` is below the checkpoint.
    private func addProof(
        of height: Int, in checkpoint: Int, to answer: inout JSONObject
    ) throws(SimulatorError) {
        let (highest, hashes) = ledger.read { state in
            (
                state.chain.height,
                checkpoint <= state.chain.height ? state.chain.blocks.prefix(checkpoint + 1).map(\.hash) : []
            )
        }
        guard height <= checkpoint, hashes.count > height else {
            throw ElectrumArguments.refusal(
                "require header height \(Self.grouped(height)) <= cp_height \(Self.grouped(checkpoint)) <= "
                    + "chain height \(Self.grouped(highest))")
        }
        let (branch, root) = MerkleTree.branch(of: hashes, at: height)
        answer["branch"] = .array(branch.map { .string(Self.text($0)) })
        answer["root"] = .string(Self.text(root))
    }

    /// A number with commas between thousands, as ElectrumX writes it.
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { place, digit in
            place > 0 && (digits.count - place) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }.joined()
    }

    /// The newest block, as it is told to those who follow the chain.
    var tip: JSON {
        ledger.read { state in
            [
                "hex": .string(Hex.encode(state.chain.tip.header.bytes)),
                "height": .number(JSONNumber(state.chain.height)),
            ]
        }
    }

    // Fees.

    private static func coins(_ satoshis: UInt64) -> JSON {
        JSONNumber(DecimalText.text(ofSatoshis: satoshis)).map { .number($0) } ?? 0
    }

    var leastRate: JSON { Self.coins(ledger.read { $0.mempool.leastRate }) }

    func estimate(_ arguments: ElectrumArguments) throws(SimulatorError) -> JSON {
        let blocks = try arguments.number("number")
        let mode = arguments["mode"] ?? .null
        guard mode == .null || ["CONSERVATIVE", "ECONOMICAL"].contains(mode.string?.uppercased()) else {
            throw ElectrumArguments.refusal("unknown estimatefee mode: \(mode.string?.prefix(20) ?? "")")
        }
        let rate = ledger.read { state in
            state.rates.filter { $0.key <= blocks }.max { $0.key < $1.key }?.value
        }
        return rate.map(Self.coins) ?? -1
    }

    /// The sizes of waiting transactions by their fee rates, the highest first.
    var histogram: JSON {
        let sizes = ledger.read { state in
            state.mempool.entries.values.reduce(into: [UInt64: Int]()) {
                $0[$1.own.rate / 100, default: 0] += $1.own.size
            }
        }
        return .array(
            sizes.sorted { $0.key > $1.key }.map { rate, size in
                let text = DecimalText.text(of: rate, decimals: 1)
                return [JSONNumber(text).map { .number($0) } ?? 0, .number(JSONNumber(size))]
            })
    }
}
