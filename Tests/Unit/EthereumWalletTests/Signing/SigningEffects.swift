import BigInt
import Bridge
import Ethereum
import Primitives

/// What a transaction changes, as a node that simulates it reports.
struct SigningEffects: Sendable {
    /// An amount of an asset that leaves the account or arrives at it.
    struct Change: Sendable {
        /// The contract; `nil` for the native coin.
        var token: String?

        /// The ID of an item.
        var item: BigUInt?

        var units: BigUInt

        /// Who gets what leaves the account; the called contract by default.
        var to: String?
    }

    var sends: [Change] = []
    var receives: [Change] = []

    /// The accounts that may spend a token afterwards.
    var allows: [(token: String, spender: String)] = []

    /// What changes in a block that is unlike the one of a first simulation; the same by default.
    var elsewhere: [SigningEffects] = []

    /// The contracts of the dapp.
    var contracts: [String] = []

    init(_ json: JSON, words: SigningWords) throws(SigningFault) {
        for text in json["sends"]?.array?.compactMap(\.string) ?? [] { sends.append(try Self.change(text, words)) }
        for text in json["receives"]?.array?.compactMap(\.string) ?? [] {
            receives.append(try Self.change(text, words))
        }
    }

    /// Reads `0.05 ether`, `100 USDC` or `Collection#12`.
    private static func change(_ text: String, _ words: SigningWords) throws(SigningFault) -> Change {
        let parts = text.split(separator: "#")
        if parts.count == 2, let item = BigUInt(parts[1], radix: 10) {
            return Change(token: try words.filled("{\(parts[0])}"), item: item, units: 1)
        }
        guard let name = text.split(separator: " ").last.map(String.init),
            let units = BigUInt(try words.filled("{\(text)}"), radix: 10)
        else { throw SigningFault("“\(text)” is not an amount of an asset") }
        return Change(token: name == "ether" ? nil : try words.filled("{\(name)}"), units: units)
    }

    /// The answer to `eth_simulateV1`.
    func simulation(_ params: JSON) -> JSON {
        let block = params[0]?["blockStateCalls"]?[0]
        let calls = block?["calls"]?.array ?? []
        let isElsewhere = block?["blockOverrides"] != nil || params[1]?.string?.hasPrefix("0x") == true
        let effects = isElsewhere ? elsewhere.first ?? self : self
        let target = calls.last?["to"]?.string ?? ""
        let data = calls.last?["data"]?.string?.lowercased() ?? ""
        let parts = contracts.filter { data.contains($0.dropFirst(2).lowercased()) }
        return [
            [
                "number": "0x1500001",
                "calls": .array(
                    calls.map { _ in
                        [
                            "status": "0x1", "gasUsed": "0x30d40", "returnData": "0x",
                            "logs": effects.logs(of: target, parts),
                        ]
                    }),
            ]
        ]
    }

    private func logs(of target: String, _ parts: [String]) -> JSON {
        let account = SigningWords.account
        // What a token's own contract takes is destroyed.
        var logs = sends.map { change in
            let isBurnt = change.token?.lowercased() == target.lowercased()
            return Self.transfer(change, from: account, to: change.to ?? (isBurnt ? Self.nobody : target))
        }
        logs += receives.map { Self.transfer($0, from: target, to: $0.to ?? account) }
        logs += allows.map { allowed in
            [
                "address": .string(allowed.token), "data": Self.word((BigUInt(1) << 256) - 1),
                "topics": [
                    Self.topic("Approval(address,address,uint256)"), Self.word(account), Self.word(allowed.spender),
                ],
            ]
        }
        // A contract that a call names takes part in it.
        logs += parts.map { ["address": .string($0), "topics": [Self.topic("Sync(uint112,uint112)")], "data": "0x"] }
        return .array(logs)
    }

    private static func transfer(_ change: Change, from: String, to: String) -> JSON {
        let topic = topic("Transfer(address,address,uint256)")
        let topics = [topic, word(from), word(to)] + (change.item.map { [word($0)] } ?? [])
        return [
            "address": .string(change.token ?? "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"),
            "topics": .array(topics), "data": change.item == nil ? word(change.units) : "0x",
        ]
    }

    private static let nobody = "0x0000000000000000000000000000000000000000"

    private static func topic(_ text: String) -> JSON { .string("0x" + Hex.encode(Keccak256.hash(text.utf8).bytes)) }

    private static func word(_ address: String) -> JSON { word(BigUInt(address.dropFirst(2), radix: 16) ?? 0) }

    private static func word(_ number: BigUInt) -> JSON {
        let digits = String(number, radix: 16)
        return .string("0x" + String(repeating: "0", count: max(0, 64 - digits.count)) + digits)
    }
}
