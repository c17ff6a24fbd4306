public import Ethereum
internal import BigInt

/// Recognizes arguments that name a recipient or a minimum, by their names.
public enum ArgumentRoles {
    private static let names: Set<String> = [
        "recipient", "receiver", "to", "to2", "dst", "dest", "beneficiary", "onbehalfof", "onbehalf", "spender",
        "operator", "delegate", "delegatee", "newowner", "owner", "recipients", "receivers", "account", "dstreceiver",
        "payee", "guy", "usr", "destination", "refundaddress", "refundreceiver", "withdrawaddress", "mintrecipient",
        "manager", "sendto", "toaddress", "recipientaddress", "receiveraddress", "beneficiaryaddress", "l2recipient",
        "l2receiver", "delegatedexecutor", "delegatedexecutors", "executor", "executors",
    ]

    /// Numbers with fewer bits are no addresses: to find a key with so many zeros in its address is out of reach.
    private static let fewestBits = 100

    /// The recipient addresses in `value`, including those in lists and tuples, without the placeholders of routers.
    public static func receivers(_ value: ABIValue, _ parameter: ABIParameter) -> [EthereumAddress] {
        receivers(DescribedValue(value, parameter.type), name: parameter.name)
    }

    /// The same for the fields of a message, or the arguments of a call.
    static func receivers(_ value: DescribedValue, name: String = "") -> [EthereumAddress] {
        found(value, name: name, limit: 0).compactMap(\.self)
    }

    /// Whether `value` has recipients that are accounts of another network, such as a public key.
    static func hasForeignReceiver(_ value: DescribedValue) -> Bool {
        found(value, name: "", limit: 0).contains(nil)
    }

    /// The recipients in `value`, with `nil` for each account of another network.
    private static func found(_ value: DescribedValue, name: String, limit depth: Int) -> [EthereumAddress?] {
        guard depth < 16 else { return [] }
        switch value {
        case .list(let values): return values.prefix(256).flatMap { found($0, name: name, limit: depth + 1) }
        case .record(let members): return members.flatMap { found($0.value, name: $0.name, limit: depth + 1) }
        case .bool, .string: return []
        case .address(let address): return isReceiver(name) && !address.isPlaceholder ? [address] : []
        case .bytes(let bytes):
            guard isReceiver(name), bytes.contains(where: { $0 != 0 }) else { return [] }
            switch bytes.count {
            case 20: return [try? EthereumAddress(bytes: bytes)]
            case 32:
                if bytes.suffix(12).allSatisfy({ $0 == 0 }) { return [try? EthereumAddress(bytes: bytes.prefix(20))] }
                return word(BigUInt(bytes: bytes))
            default: return []
            }
        case .number(let number):
            return isReceiver(name) && number.sign == .plus ? word(number.magnitude) : []
        }
    }

    /// An address in the low 20 bytes of a word, or `nil` for a larger number, which is an account of another network.
    private static func word(_ number: BigUInt) -> [EthereumAddress?] {
        guard number.bitWidth >= fewestBits else { return [] }
        return [DescribedValue.number(BigInt(number)).address]
    }

    /// Whether an argument with this name is a recipient: `_to`, `newOwner`, `receivers` and similar.
    static func isReceiver(_ name: String) -> Bool { names.contains(plain(name)) }

    /// Whether the smallest amount that an exchange must yield is next to nothing.
    static func acceptsNothing(_ value: DescribedValue, name: String = "") -> Bool {
        switch value {
        case .number(let number): isLeast(name) && number < EffectReader.fewUnits
        case .list(let values): values.prefix(256).contains { acceptsNothing($0, name: name) }
        case .record(let members): members.contains { acceptsNothing($0.value, name: $0.name) }
        case .bool, .string, .bytes, .address: false
        }
    }

    /// Whether an argument with this name is the least that an exchange must yield: `minReturn`, `amountOutMin` and
    /// similar.
    private static func isLeast(_ name: String) -> Bool {
        let name = plain(name)
        guard !["gas", "mint", "share", "fee", "reward"].contains(where: name.contains) else { return false }
        return ["toamount", "makingamount", "mindy"].contains(name)
            || name.hasPrefix("min")
                && ["amount", "return", "out", "receive", "buy", "dst", "dest"].contains(where: name.contains)
            || ["outmin", "outminimum", "returnmin", "receivemin"].contains(where: name.hasSuffix)
    }

    /// Whether an exchange names its pools, but not the token that it buys.
    static func hidesPurchase(_ value: DescribedValue) -> Bool {
        let names = names(in: value, limit: 0)
        return !names.isDisjoint(with: ["pools", "pool", "dex", "dexes"]) && names.contains(where: isLeast)
            && names.isDisjoint(with: [
                "path", "desttoken", "dsttoken", "totoken", "tokenout", "buytoken", "outputtoken", "receivingassetid",
                "tobuy", "route", "routes", "assets",
            ])
    }

    /// Whether a fee of a bridge takes more than a tenth of the amount next to it.
    static func hasLargeFee(_ value: DescribedValue, limit depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        switch value {
        case .list(let values): return values.prefix(256).contains { hasLargeFee($0, limit: depth + 1) }
        case .record(let members):
            func number(_ names: Set<String>) -> BigUInt? {
                members.first { names.contains(plain($0.name)) }?.value.magnitude
            }
            if let amount = number(["amount", "amountin", "inputamount", "amountld", "amountsent"]),
                let fee = number(["maxfee", "relayerfee", "bonderfee", "arbiterfee", "bridgefee", "solverfee"]),
                !members.contains(where: { plain($0.name).hasPrefix("feetoken") }), fee * 10 > amount
            {
                return true
            }
            return members.contains { hasLargeFee($0.value, limit: depth + 1) }
        case .bool, .string, .bytes, .address, .number: return false
        }
    }

    /// The names of all arguments, without underscores and in lower case.
    private static func names(in value: DescribedValue, limit depth: Int) -> Set<String> {
        guard depth < 16 else { return [] }
        switch value {
        case .list(let values):
            return values.prefix(256).reduce(into: []) { $0.formUnion(names(in: $1, limit: depth + 1)) }
        case .record(let members):
            return members.reduce(into: []) { found, member in
                found.insert(plain(member.name))
                found.formUnion(names(in: member.value, limit: depth + 1))
            }
        case .bool, .string, .bytes, .address, .number: return []
        }
    }

    /// Whether `value` is a Boolean that gives rights to the addresses next to it: `approve`, `isAllowed` and similar.
    static func isGrant(_ value: DescribedValue, name: String) -> Bool {
        switch value {
        case .bool(let value): value && grants.contains(where: plain(name).contains)
        case .list(let values): values.prefix(256).contains { isGrant($0, name: name) }
        case .record, .address, .string, .bytes, .number: false
        }
    }

    private static let grants = [
        "appro", "allow", "author", "enable", "grant", "operator", "permi", "deleg", "trust", "whitelist", "status",
        "active", "manager", "admin", "minter",
    ]

    /// Whether an argument with this name only identifies the party that referred the user to the app.
    static func isReferrer(_ name: String) -> Bool {
        ["referr", "affiliate", "integrator", "partner"].contains(where: plain(name).contains)
    }

    /// Whether `value` has an amount or an item, by the names of its parts.
    static func hasAmount(_ value: DescribedValue, name: String = "") -> Bool {
        switch value {
        case .number(let number): number != 0 && isAmount(name)
        case .list(let values): values.contains { hasAmount($0, name: name) }
        case .record(let members): members.contains { hasAmount($0.value, name: $0.name) }
        case .bool, .string, .bytes, .address: false
        }
    }

    /// Whether a number with this name is how much is moved, or which item: `makerAmount`, `shares`, `tokenId` and
    /// similar.
    static func isAmount(_ name: String) -> Bool {
        let name = plain(name)
        return amountNames.contains(name)
            || ["amount", "value", "price", "quantity", "payment", "salary"].contains(where: name.contains)
    }

    private static let amountNames: Set<String> = [
        "wad", "shares", "assets", "tokenid", "itemid", "nftid", "qty", "sum", "principal", "liquidity", "flowrate",
    ]

    /// Whether an argument with this name neither moves anything nor determines a recipient, such as a deadline or a
    /// signature.
    static func isTechnical(_ name: String) -> Bool {
        let name = plain(name)
        return ["v", "r", "s"].contains(name) || technical.contains(where: name.contains)
    }

    private static let technical = [
        "deadline", "expir", "salt", "nonce", "sig", "timestamp", "valid", "until", "gas", "referr", "partner",
        "permit",
        "proof", "metadata", "uuid", "quoteid", "transactionid", "affiliate", "flags", "chainid", "index", "hint",
        "version", "padding", "fee", "price",
    ]

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
}
