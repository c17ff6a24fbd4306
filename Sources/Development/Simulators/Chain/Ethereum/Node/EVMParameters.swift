internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// The parameters of a request to a node.
struct EVMParameters {
    private let values: [JSON]

    /// The largest data of a call, in bytes.
    private static let largestData = 131_072

    init(_ params: JSON?) throws(SimulatorError) {
        guard let params, params != .null else {
            values = []
            return
        }
        guard let list = params.array else { throw .invalid("non-array args") }
        values = list
    }

    /// The parameter at an index; `nil` if it is missing or `null`.
    func optional(_ index: Int) -> JSON? {
        guard values.indices.contains(index), values[index] != .null else { return nil }
        return values[index]
    }

    func required(_ index: Int) throws(SimulatorError) -> JSON {
        guard let value = optional(index) else { throw .invalid("missing value for required argument \(index)") }
        return value
    }

    func address(_ index: Int) throws(SimulatorError) -> EthereumAddress {
        try Self.address(required(index), "argument \(index)")
    }

    func digest(_ index: Int) throws(SimulatorError) -> Digest32 {
        try Self.digest(required(index), "argument \(index)")
    }

    func bytes(_ index: Int) throws(SimulatorError) -> [UInt8] {
        try Self.bytes(required(index), "argument \(index)")
    }

    func number(_ index: Int) throws(SimulatorError) -> BigUInt {
        try Self.number(required(index), "argument \(index)")
    }

    /// The block at an index; the newest one if it is missing.
    func point(_ index: Int) throws(SimulatorError) -> EVMLedger.Point {
        guard let value = optional(index) else { return .latest }
        return try Self.point(value, "argument \(index)")
    }

    // MARK: Values

    static func address(_ json: JSON, _ name: String) throws(SimulatorError) -> EthereumAddress {
        // Nodes do not look at the case of letters.
        guard let text = json.string, let address = try? EthereumAddress(text.lowercased()) else {
            throw .invalid("invalid \(name): an address has 0x and 40 hexadecimal digits")
        }
        return address
    }

    static func digest(_ json: JSON, _ name: String) throws(SimulatorError) -> Digest32 {
        guard let bytes = hexadecimal(json), bytes.count == 32 else {
            throw .invalid("invalid \(name): a hash has 0x and 64 hexadecimal digits")
        }
        return EVMWord.digest(bytes)
    }

    static func bytes(_ json: JSON, _ name: String) throws(SimulatorError) -> [UInt8] {
        guard let bytes = hexadecimal(json) else {
            throw .invalid("invalid \(name): data has 0x and pairs of hexadecimal digits")
        }
        guard bytes.count <= largestData else { throw .invalid("invalid \(name): too much data") }
        return bytes
    }

    static func number(_ json: JSON, _ name: String) throws(SimulatorError) -> BigUInt {
        guard json.string != nil, let number = Quantity.read(json) else {
            throw .invalid("invalid \(name): a number has 0x and hexadecimal digits without leading zeros")
        }
        return number
    }

    static func word(_ json: JSON, _ name: String) throws(SimulatorError) -> UInt64 {
        guard let word = UInt64(exactly: try number(json, name)) else {
            throw .invalid("invalid \(name): the number has more than 64 bits")
        }
        return word
    }

    static func point(_ json: JSON, _ name: String) throws(SimulatorError) -> EVMLedger.Point {
        if let hash = json["blockHash"] { return .hash(try digest(hash, name)) }
        let value = json["blockNumber"] ?? json
        switch value.string {
        case "latest", "safe", "finalized": return .latest
        case "pending": return .pending
        case "earliest": return .number(0)
        default: break
        }
        if value.string?.utf8.count == 66 { return .hash(try digest(value, name)) }
        return .number(try word(value, name))
    }

    private static func hexadecimal(_ json: JSON) -> [UInt8]? {
        guard let text = json.string, text.utf8.starts(with: "0x".utf8) else { return nil }
        return Hex.decode(text)
    }
}

/// A call in a request: the object of `eth_call`.
struct EVMCallRequest {
    var call: EVMExecution.Call
    var gas: UInt64?
    var gasPrice: BigUInt?
    var nonce: UInt64?
    let body: EthereumTransaction

    /// The most gas of a call.
    static let mostGas: UInt64 = 50_000_000

    init(_ json: JSON, _ name: String) throws(SimulatorError) {
        guard json.object != nil else { throw .invalid("invalid \(name): a call is an object") }
        func value(_ key: String) -> JSON? { json[key].flatMap { $0 == .null ? nil : $0 } }
        let sender = try value("from").map { json throws(SimulatorError) in try EVMParameters.address(json, "from") }
        let to = try value("to").map { json throws(SimulatorError) in try EVMParameters.address(json, "to") }
        let amount = try value("value").map { json throws(SimulatorError) in try EVMParameters.number(json, "value") }
        if let one = value("data"), let other = value("input"), one != other {
            throw .invalid(
                "both \"data\" and \"input\" are set and not equal. Please use \"input\" to pass transaction call data")
        }
        let data = try (value("input") ?? value("data")).map { json throws(SimulatorError) in
            try EVMParameters.bytes(json, "data")
        }
        gas = try value("gas").map { json throws(SimulatorError) in try EVMParameters.word(json, "gas") }
        nonce = try value("nonce").map { json throws(SimulatorError) in try EVMParameters.word(json, "nonce") }
        gasPrice = try (value("maxFeePerGas") ?? value("gasPrice")).map { json throws(SimulatorError) in
            try EVMParameters.number(json, "gasPrice")
        }
        if value("gasPrice") != nil, value("maxFeePerGas") != nil {
            throw .invalid("both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified")
        }
        call = .init(sender: sender ?? EVMWord.zero, to: to, value: amount ?? 0, data: data ?? [])
        guard
            let body = try? EthereumTransaction(
                chainID: 0, nonce: 0, fees: .legacy(gasPrice: 0), gasLimit: 0, to: to, value: call.value,
                data: call.data)
        else { throw .invalid("invalid \(name): it is larger than a transaction can be") }
        self.body = body
    }
}
