import BigInt
import Bridge
import Ethereum
import TestSupport

/// The contracts and people in the cases, from `world.json`, with what a node reports about them.
struct SigningWorld: Sendable {
    /// An address on a chain.
    struct Place: Sendable {
        let address: String
        let kind: Kind

        /// The decimals of a fungible token.
        let decimals: Int?

        /// The account's balance, in the smallest unit.
        let balance: BigUInt
    }

    /// The kind of address.
    enum Kind: String, Sendable {
        case person
        case contract
        case erc20
        case erc721
        case erc1155
    }

    private let places: [UInt64: [String: Place]]
    private let byAddress: [UInt64: [String: Place]]

    /// Reads the world of all cases.
    static func read() throws -> SigningWorld {
        try SigningWorld(try Vectors.json("signing/world.json"))
    }

    /// Reads `world.json`: for each chain ID (0 for all chains) and name, the address and the kind, and for a token its
    /// decimals and the account's balance in whole tokens.
    init(_ json: JSON) throws(SigningFault) {
        var places: [UInt64: [String: Place]] = [:]
        for chain in json.object?.members ?? [] {
            guard let id = UInt64(chain.key) else { throw SigningFault("world.json: “\(chain.key)” is not a chain") }
            for entry in chain.value.object?.members ?? [] {
                guard let place = Place(entry.value) else {
                    throw SigningFault("world.json: “\(entry.key)” on \(id) is not well formed")
                }
                places[id, default: [:]][entry.key] = place
            }
        }
        self.init(places)
    }

    private init(_ places: [UInt64: [String: Place]]) {
        self.places = places
        byAddress = places.mapValues { names in
            Dictionary(names.values.map { ($0.address.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// This world with the places of one dapp, written as in `world.json`, on a chain.
    func adding(_ json: JSON?, on chainID: UInt64) throws(SigningFault) -> SigningWorld {
        guard let members = json?.object?.members else { return self }
        var places = places
        for entry in members {
            guard let place = Place(entry.value) else { throw SigningFault("“\(entry.key)” is not well formed") }
            places[chainID, default: [:]][entry.key] = place
        }
        return SigningWorld(places)
    }

    /// The place called `name` on a chain.
    func place(_ name: String, on chainID: UInt64) throws(SigningFault) -> Place {
        guard let place = places[chainID]?[name] ?? places[0]?[name] else {
            throw SigningFault("“\(name)” is not in world.json for chain \(chainID)")
        }
        return place
    }

    /// The place with this `address` on a chain; `nil` if the corpus has no name for it.
    func place(at address: String, on chainID: UInt64) -> Place? {
        let key = address.lowercased()
        return byAddress[chainID]?[key] ?? byAddress[0]?[key]
    }
}

extension SigningWorld.Place {
    /// Reads `[address, kind]` or `[address, "erc20", decimals, balance]`.
    init?(_ json: JSON) {
        guard let text = json[0]?.string, let address = try? EthereumAddress(text.lowercased()),
            let kind = json[1]?.string.flatMap({ SigningWorld.Kind(rawValue: $0) })
        else { return nil }
        self.address = address.description
        self.kind = kind
        decimals = json[2]?.number?.integer
        guard kind == .erc20 else {
            balance = kind == .person || kind == .contract ? 0 : 3
            return
        }
        guard let decimals, let units = AmountText.units(json[3]?.string ?? "1000", decimals: decimals) else {
            return nil
        }
        balance = units
    }
}

/// The facts of a case about the account and the chain, in addition to `world.json`.
struct SigningFacts: Sendable {
    /// The account's balance in wei.
    var balance = BigUInt(5) * BigUInt(10).power(18)

    /// The account's balances of tokens, in their smallest units, by the lowercase address.
    var holdings: [String: BigUInt] = [:]

    /// The reason for which the simulation fails; `nil` if it succeeds.
    var reverts: String?

    /// The addresses to which the account has sent before.
    var knows: [String] = []

    /// Prices of assets in cents, by symbol, where they differ from the usual ones of the tests.
    var cents: [String: Int] = [:]

    /// The network's base fee per gas, in wei.
    var baseFee = BigUInt(1_000_000_000)

    init(_ json: JSON, words: SigningWords) throws(SigningFault) {
        for member in try words.filled(json).object?.members ?? [] {
            switch member.key {
            case "balance": balance = try Self.number(member.value)
            case "baseFee": baseFee = try Self.number(member.value)
            case "reverts": reverts = member.value.string ?? ""
            case "knows": knows = member.value.array?.compactMap(\.string) ?? []
            case "holdings":
                for entry in member.value.object?.members ?? [] {
                    holdings[entry.key.lowercased()] = try Self.number(entry.value)
                }
            case "prices":
                for entry in member.value.object?.members ?? [] {
                    cents[entry.key] = Int(clamping: try Self.number(entry.value))
                }
            default: throw SigningFault("“\(member.key)” is not a fact")
            }
        }
    }

    private static func number(_ json: JSON) throws(SigningFault) -> BigUInt {
        guard let number = json.string.flatMap({ BigUInt($0, radix: 10) }) else {
            throw SigningFault("“\(json.text)” is not a number")
        }
        return number
    }
}
