internal import Bitcoin
internal import Bridge

/// What the connections of an Electrum server have in common: the chain, the faults, and the methods.
struct ElectrumService: Sendable {
    /// The length of the longest line that a client may send, in bytes.
    static let longestLine = 5_000_000

    /// The most requests in one line.
    static let largestBatch = 250

    /// The most scripts that a connection follows.
    static let mostScripts = 20_000

    /// The most entries of a history; a server says of a longer one only that it is too long.
    static let longestHistory = 100_000

    static let software = "Drawbridge simulated chain"

    let ledger: RegtestLedger
    let faults: ChainFaults

    /// The versions of the protocol that it has.
    static let versions = ElectrumVersion(1, 4)...ElectrumVersion(1, 6)

    /// A method: its parameters, how many of them are necessary, since and until when it exists.
    struct Method: Sendable {
        let names: [String]
        let required: Int
        var since = ElectrumVersion(1, 4)
        var until = ElectrumVersion(1, .max)
        let answer: @Sendable (ElectrumService, ElectrumArguments, ElectrumVersion) throws(SimulatorError) -> JSON

        init(
            _ names: [String] = [], required: Int? = nil, since: ElectrumVersion = ElectrumVersion(1, 4),
            until: ElectrumVersion = ElectrumVersion(1, .max),
            _ answer:
                @escaping @Sendable (ElectrumService, ElectrumArguments, ElectrumVersion) throws(SimulatorError)
                -> JSON
        ) {
            (self.names, self.required, self.answer) = (names, required ?? names.count, answer)
            (self.since, self.until) = (since, until)
        }
    }

    /// All methods but those that change a connection.
    static let methods: [String: Method] = [
        "blockchain.block.header": Method(["height", "cp_height"], required: 1) {
            service, arguments, _ throws(SimulatorError) in try service.header(arguments)
        },
        "blockchain.block.headers": Method(["start_height", "count", "cp_height"], required: 2) {
            service, arguments, version throws(SimulatorError) in
            try service.headers(arguments, isList: version >= ElectrumVersion(1, 6))
        },
        "blockchain.estimatefee": Method(["number", "mode"], required: 1) {
            service, arguments, _ throws(SimulatorError) in try service.estimate(arguments)
        },
        "blockchain.relayfee": Method(until: ElectrumVersion(1, 6)) { service, _, _ in service.leastRate },
        "mempool.get_info": Method(since: ElectrumVersion(1, 6)) { service, _, _ in
            let rate = service.leastRate
            return ["mempoolminfee": rate, "minrelaytxfee": rate, "incrementalrelayfee": rate]
        },
        "mempool.get_fee_histogram": Method { service, _, _ in service.histogram },
        "blockchain.scripthash.get_balance": Method(["scripthash", "token_filter"], required: 1) {
            service, arguments, _ throws(SimulatorError) in try service.balance(arguments)
        },
        "blockchain.scripthash.get_history": Method(["scripthash"]) {
            service, arguments, _ throws(SimulatorError) in try service.history(arguments)
        },
        "blockchain.scripthash.get_mempool": Method(["scripthash"]) {
            service, arguments, _ throws(SimulatorError) in
            let script = try arguments.scriptHash()
            return service.ledger.read { .array(service.waitingHistory(of: script, $0)) }
        },
        "blockchain.scripthash.listunspent": Method(["scripthash", "token_filter"], required: 1) {
            service, arguments, _ throws(SimulatorError) in try service.unspent(arguments)
        },
        "blockchain.transaction.broadcast": Method(["raw_tx"]) {
            service, arguments, _ throws(SimulatorError) in try service.broadcast(arguments)
        },
        "blockchain.transaction.broadcast_package": Method(
            ["raw_txs", "verbose"], required: 1, since: ElectrumVersion(1, 6)
        ) { service, arguments, _ throws(SimulatorError) in try service.broadcastPackage(arguments) },
        "blockchain.transaction.get": Method(["tx_hash", "verbose"], required: 1) {
            service, arguments, _ throws(SimulatorError) in try service.transaction(arguments)
        },
        "blockchain.transaction.get_merkle": Method(["tx_hash", "height"]) {
            service, arguments, _ throws(SimulatorError) in try service.proof(arguments)
        },
        "blockchain.transaction.id_from_pos": Method(["height", "tx_pos", "merkle"], required: 2) {
            service, arguments, _ throws(SimulatorError) in try service.identifier(arguments)
        },
        "server.add_peer": Method(["features"]) { _, _, _ in false },
        "server.banner": Method { _, _, _ in "A simulated chain: its coins have no value." },
        "server.donation_address": Method { _, _, _ in "" },
        "server.features": Method { service, _, _ in service.features },
        "server.peers.subscribe": Method { _, _, _ in [] },
        "server.ping": Method { _, _, _ in .null },
    ]

    private var features: JSON {
        var features: JSONObject = [
            "hosts": .object(JSONObject()), "pruning": .null, "server_version": .string(Self.software),
            "protocol_min": .string(Self.versions.lowerBound.text),
            "protocol_max": .string(Self.versions.upperBound.text),
            "genesis_hash": .string(ledger.read { Self.text($0.chain.blocks[0].hash) }), "hash_function": "sha256",
            "services": [],
        ]
        if ledger.utxoChain.ledger == .bitcoinCash { features["cashtokens"] = true }
        return .object(features)
    }
}

/// A version of the Electrum protocol.
struct ElectrumVersion: Comparable, Sendable {
    let numbers: [Int]

    init(_ major: Int, _ minor: Int, _ patch: Int = 0) { numbers = [major, minor, patch] }

    /// Reads up to three numbers with dots between them.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...3 ~= parts.count, !parts.contains(nil) else { return nil }
        numbers = (parts.compactMap(\.self) + [0, 0]).prefix(3).map { max(0, $0) }
    }

    var text: String {
        numbers[2] == 0 ? "\(numbers[0]).\(numbers[1])" : numbers.map(String.init).joined(separator: ".")
    }

    static func < (left: ElectrumVersion, right: ElectrumVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }

    /// The newest version that a client's wish and the server's range have in common.
    static func common(_ wish: JSON?, _ range: ClosedRange<ElectrumVersion>) -> ElectrumVersion? {
        let texts = wish?.array.map { $0.map(\.string) } ?? [wish?.string, wish?.string]
        guard wish != nil, wish != .null else { return range.lowerBound }
        guard texts.count == 2, let least = texts[0].flatMap(ElectrumVersion.init),
            let most = texts[1].flatMap(ElectrumVersion.init)
        else { return nil }
        let chosen = min(most, range.upperBound)
        return chosen >= least && chosen >= range.lowerBound ? chosen : nil
    }
}
