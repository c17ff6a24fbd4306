internal import BigInt
internal import Bridge
internal import Primitives

/// Reads the members of a page's transaction, and refuses invalid ones.
struct TransactionFields {
    private static let known: Set<String> = [
        "from", "to", "value", "data", "input", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas",
        "nonce", "chainId", "type", "accessList",
    ]

    private static let blobs: Set<String> = [
        "blobs", "blobVersionedHashes", "maxFeePerBlobGas", "sidecars", "kzg", "commitments", "proofs",
    ]

    private let object: JSONObject

    init(_ json: JSON) throws(EthereumError) {
        guard let object = json.object else { throw .transaction(.kind, path: "") }
        self.object = object
        for member in object.members where !Self.isMissing(member.value, of: member.key) {
            // Check the form first: Swift strings can be equal in Unicode although their bytes differ.
            guard TypedDataName.isValid(member.key) else { throw .transaction(.unknownFields, path: "") }
            guard !Self.blobs.contains(member.key) else { throw .transaction(.blobs, path: "") }
            guard member.key != "authorizationList" else { throw .transaction(.authorizations, path: "") }
            guard Self.known.contains(member.key) else { throw .transaction(.unknownField, path: member.key) }
        }
    }

    func number(_ key: String) throws(EthereumError) -> BigUInt? {
        guard let json = value(key) else { return nil }
        guard json.string != nil || json.number != nil else { throw .transaction(.kind, path: key) }
        guard let number = Quantity.read(json) else {
            throw .transaction(json.number == nil ? .number : .integer, path: key)
        }
        return number
    }

    func word(_ key: String) throws(EthereumError) -> UInt64? {
        guard let number = try number(key) else { return nil }
        guard let word = UInt64(exactly: number) else { throw .transaction(.range, path: key) }
        return word
    }

    func address(_ key: String) throws(EthereumError) -> EthereumAddress? {
        guard let json = value(key) else { return nil }
        return try Self.address(json, path: key)
    }

    /// The recipient; some libraries write `0x` for none.
    func recipient() throws(EthereumError) -> EthereumAddress? {
        try value("to") == "0x" ? nil : address("to")
    }

    func bytes(_ key: String) throws(EthereumError) -> [UInt8]? {
        guard let json = value(key) else { return nil }
        return try Self.bytes(json, path: key)
    }

    /// The value of a field that has two names.
    func one<Value: Equatable>(
        _ key: String, _ other: String, read: (String) throws(EthereumError) -> Value?
    ) throws(EthereumError) -> Value? {
        let (first, second) = (try read(key), try read(other))
        if let first, let second, first != second { throw .transaction(.differs, path: other) }
        return first ?? second
    }

    /// The given type, or the type of the fields, which must be consistent.
    func type() throws(EthereumError) -> UInt8? {
        let dynamic = ["maxFeePerGas", "maxPriorityFeePerGas"].first { value($0) != nil }
        let hasEntries = value("accessList")?.array?.isEmpty == false
        let isOld = value("gasPrice") != nil
        switch try number("type") {
        case nil:
            if isOld, let dynamic { throw .transaction(.otherType, path: dynamic) }
            // An access list alone is compatible with both kinds of fee.
            return dynamic != nil ? 2 : isOld ? (hasEntries ? 1 : 0) : nil
        case 0:
            if hasEntries { throw .transaction(.otherType, path: "accessList") }
            if let dynamic { throw .transaction(.otherType, path: dynamic) }
            return 0
        case 1:
            if let dynamic { throw .transaction(.otherType, path: dynamic) }
            return 1
        case 2:
            if isOld { throw .transaction(.otherType, path: "gasPrice") }
            return 2
        case 3: throw .transaction(.blobs, path: "")
        case 4: throw .transaction(.authorizations, path: "")
        default: throw .transaction(.type, path: "")
        }
    }

    func accessList() throws(EthereumError) -> [AccessListEntry] {
        guard let json = value("accessList") else { return [] }
        guard let elements = json.array else { throw .transaction(.kind, path: "accessList") }
        var entries: [AccessListEntry] = []
        var count = 0
        for (index, element) in elements.enumerated() {
            let path = "accessList[\(index)]"
            guard let object = element.object, let address = object["address"], let keys = object["storageKeys"]?.array
            else { throw .transaction(.kind, path: path) }
            guard object.members.count == 2 else { throw .transaction(.unknownFields, path: path) }
            count += 1 + keys.count
            guard count <= EthereumTransaction.mostAccesses else { throw .transaction(.tooLarge, path: "accessList") }
            var places: [[UInt8]] = []
            for key in keys {
                let place = try Self.bytes(key, path: "\(path).storageKeys")
                guard place.count == 32 else { throw .transaction(.size, path: "\(path).storageKeys") }
                places.append(place)
            }
            let account = try Self.address(address, path: "\(path).address")
            entries.append(try AccessListEntry(address: account, storageKeys: places))
        }
        return entries
    }

    private func value(_ key: String) -> JSON? {
        guard let json = object[key], !Self.isMissing(json, of: key) else { return .none }
        return json
    }

    /// Whether a member counts as missing.
    ///
    /// Pages send the content of an empty form field, and the number 0 for gas to leave it to the wallet. Who pays is
    /// never left open that way.
    private static func isMissing(_ value: JSON, of key: String) -> Bool {
        switch value {
        case .null: true
        case "": key != "from"
        case 0: key == "gas" || key == "gasLimit" || key == "gasPrice"
        default: false
        }
    }

    private static func address(_ json: JSON, path: String) throws(EthereumError) -> EthereumAddress {
        guard let text = json.string else { throw .transaction(.kind, path: path) }
        guard let address = try? EthereumAddress(text) else { throw .transaction(.address, path: path) }
        return address
    }

    private static func bytes(_ json: JSON, path: String) throws(EthereumError) -> [UInt8] {
        guard let text = json.string else { throw .transaction(.kind, path: path) }
        guard text.utf8.count <= 2 + EthereumTransaction.mostData * 2 else { throw .transaction(.tooLarge, path: path) }
        guard text.utf8.starts(with: "0x".utf8), let bytes = Hex.decode(text) else {
            throw .transaction(.bytes, path: path)
        }
        return bytes
    }
}
