package import Bridge
package import Network
internal import Primitives

/// The Electrum servers of one ledger, and what a test can do with its chain.
///
/// Each order returns when ElectrumX knows its effect.
package struct LedgerServer: Sendable {
    /// ElectrumX over TCP; it holds each small answer back for up to a second.
    package let plain: LineAddress

    /// ElectrumX over TLS, with the certificate of `TestIdentity.server`; it holds each small answer back, too.
    package let secure: LineAddress

    /// Proxies in front of ElectrumX that answer at once; they have no faults until ``setFaults(_:of:)``.
    package let proxies: [LineAddress]

    private let control: String
    private let client = WebClient()

    init(_ ports: JSON?) throws {
        func address(_ port: JSON?, isSecure: Bool = false) throws -> LineAddress {
            guard let port = port?.number?.integer else { throw ServerFailure(description: "A port is missing.") }
            return LineAddress(host: "localhost", port: port, isSecure: isSecure)
        }
        plain = try address(ports?["electrum"])
        secure = try address(ports?["secure"], isSecure: true)
        proxies = try (ports?["proxies"]?.array ?? []).map { try address($0) }
        control = ports?["control"]?.string ?? ""
    }

    /// Gives an order; `Tests/Independent/servers/servers.py` has all of them.
    ///
    /// - Throws: ``ChainServers/Failure`` with the reason if it was refused.
    @discardableResult package func order(_ method: String, _ parameters: JSONObject = [:]) async throws -> JSON {
        let order: JSON = ["method": .string(method), "params": .object(parameters)]
        let response = try await client.send(
            HTTPRequest(
                .post, control, headers: [("Content-Type", "application/json")], body: order.bytes,
                timeLimit: .seconds(120)))
        let answer = try JSON(parsing: response.body)
        guard let result = answer["result"] else {
            throw ServerFailure(description: answer["error"]?.string ?? "\(method) failed")
        }
        return result
    }

    /// The height of the newest block.
    package var height: Int {
        get async throws { try await order("height").number?.integer ?? -1 }
    }

    /// The IDs of the waiting transactions.
    package var waiting: [String] {
        get async throws { try await order("waiting").array?.compactMap(\.string) ?? [] }
    }

    /// Mines blocks; the first contains all that waits, but for the transactions `left` and their children.
    package func mine(_ blocks: Int = 1, leaving left: [String] = []) async throws {
        try await order("mine", ["blocks": .number(JSONNumber(blocks)), "leaving": .array(left.map(JSON.string))])
    }

    /// Pays `value` satoshis to a locking script, from the node's own coins.
    ///
    /// - Returns: The transaction ID.
    @discardableResult package func pay(
        _ value: UInt64, to script: [UInt8], confirmations: Int = 0
    ) async throws -> String {
        let output: JSON = [.string(Hex.encode(script)), .number(JSONNumber(Int(value)))]
        let answer = try await order(
            "pay", ["outputs": [output], "confirmations": .number(JSONNumber(confirmations))])
        guard let id = answer.string else { throw ServerFailure(description: "There is no ID.") }
        return id
    }

    /// Replaces the newest `depth` blocks by one more than these; what was in them waits again, but for `drops`.
    ///
    /// If `confirms`, the first new block contains what waits.
    package func reorganise(_ depth: Int, dropping drops: [String] = [], confirms: Bool = false) async throws {
        try await order(
            "reorganise",
            [
                "depth": .number(JSONNumber(depth)), "drops": .array(drops.map(JSON.string)),
                "confirms": .bool(confirms),
            ])
    }

    /// Lets the node forget a waiting transaction and its children.
    package func drop(_ id: String) async throws {
        try await order("drop", ["transaction": .string(id)])
    }

    /// Gives a transaction to the node, as another node would.
    package func submit(_ transaction: [UInt8]) async throws {
        try await order("submit", ["transaction": .string(Hex.encode(transaction))])
    }

    /// Why the inputs of `transaction` must not spend `spent`, the values and locking scripts of their outputs in
    /// order; `nil` if they may.
    package func objection(
        to transaction: [UInt8], spending spent: [(value: UInt64, script: [UInt8])]
    ) async throws -> String? {
        let outputs = spent.map { JSON.array([.string(Hex.encode($0.script)), .number(JSONNumber(Int($0.value)))]) }
        return try await order(
            "verify", ["transaction": .string(Hex.encode(transaction)), "spent": .array(outputs)]
        ).string
    }

    /// Sets the fee, in satoshis per 1000 (virtual) bytes, below which nothing is relayed.
    package func relay(from rate: Int) async throws {
        try await order("rates", ["rates": ["1": 5000, "3": 3000, "144": 1000], "least": .number(JSONNumber(rate))])
    }

    /// Sets the faults of one of the ``proxies``, as `Tests/Independent/servers/proxy.py` describes them.
    package func setFaults(_ faults: JSON = [:], of proxy: Int) async throws {
        try await order("fault", ["proxy": .number(JSONNumber(proxy)), "faults": faults])
    }

    /// Ends the connections of one of the ``proxies``; it accepts new ones.
    package func disconnect(_ proxy: Int) async throws {
        try await order("disconnect", ["proxy": .number(JSONNumber(proxy))])
    }

    /// The methods that one of the ``proxies`` was asked since its faults were last set.
    package func asked(_ proxy: Int) async throws -> [String] {
        try await order("asked", ["proxy": .number(JSONNumber(proxy))]).array?.compactMap(\.string) ?? []
    }
}
