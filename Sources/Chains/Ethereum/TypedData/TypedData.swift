internal import BigInt
public import Bridge
public import Primitives

/// A message of EIP-712, read once: what is shown and what is hashed come from the same values.
///
/// Two are equal if the same is shown and signed, also if they were written differently.
public struct TypedData: Hashable, Sendable {
    /// The version by whose rules it was read.
    public let version: TypedDataVersion

    /// The name of the message's own type.
    public let primaryType: String

    /// Where the signature counts.
    public let domain: TypedDataStructure

    /// What is signed.
    public let message: TypedDataStructure

    /// The chain that the domain names; `nil` if it names none.
    public let chainID: UInt64?

    /// 66 bytes: 0x19, 0x01, the hash of the domain and the hash of the message.
    public let preimage: [UInt8]

    /// The hash of the message's type and 32 bytes for each of its fields ("encodeData").
    package let encodedMessage: [UInt8]

    /// The four members of the standard, as they were written.
    private let members: JSONObject

    /// Reads the parameter of `eth_signTypedData`: an object, or a string that is the text of one.
    ///
    /// Strict, since a message that two readers read differently is shown as one and signed as the other: all types
    /// are defined, each field is there once and fits its type, and there are no others. Members of the outermost
    /// object other than the four of the standard mean nothing, and are not signed.
    ///
    /// - Throws: ``EthereumError/typedData(_:path:)``.
    public init(_ parameter: JSON, version: TypedDataVersion = .v4) throws(EthereumError) {
        let root = try Self.root(parameter)
        guard let domain = root["domain"], let message = root["message"], let types = root["types"] else {
            throw .typedData(.members, path: "")
        }
        let definitions = try TypedDataTypes(types)
        guard let primaryType = root["primaryType"]?.string, definitions.defines(primaryType),
            primaryType != TypedDataTypes.domain
        else { throw .typedData(.primaryType, path: "primaryType") }
        var reader = TypedDataReader(types: definitions, version: version)
        self.version = version
        self.primaryType = primaryType
        members = ["types": types, "primaryType": .string(primaryType), "domain": domain, "message": message]
        self.domain = try reader.structure(TypedDataTypes.domain, domain, path: "domain")
        self.message = try reader.structure(primaryType, message, path: "message")
        chainID = try Self.chainID(self.domain, written: domain["chainId"])
        var encoder = TypedDataEncoder(types: definitions)
        let separator = encoder.hash(self.domain)
        encodedMessage = encoder.encode(self.message)
        preimage = [0x19, 0x01] + separator.bytes + Keccak256.hash(encodedMessage).bytes
    }

    /// Reads the parameter as ``init(_:version:)`` does; a long one away from the main thread.
    public static func read(_ parameter: JSON, version: TypedDataVersion) async throws(EthereumError) -> TypedData {
        guard parameter.isLong else { return try TypedData(parameter, version: version) }
        return try await readLong(parameter, version: version)
    }

    @concurrent private static func readLong(
        _ parameter: JSON, version: TypedDataVersion
    ) async throws(EthereumError) -> TypedData {
        try TypedData(parameter, version: version)
    }

    /// The fields of the domain that have other types than the standard's, in their order.
    ///
    /// No contract of Ethereum takes such a signature: it is meant for another system, such as a chain of Cosmos, and
    /// nothing that is known of contracts counts for it.
    public var unusualDomainFields: [TypedDataField] {
        domain.members.map(\.field).filter { !TypedDataTypes.isStandard($0) }
    }

    /// The JSON text of the four members of the standard, for another reader: the order of members and the notation of
    /// numbers are those of the original, without white space.
    public var text: String { JSON.object(members).text }

    /// Whether the same is signed, and is shown in the same way; the ``text`` may differ.
    public static func == (one: TypedData, other: TypedData) -> Bool {
        one.version == other.version && one.primaryType == other.primaryType && one.domain == other.domain
            && one.message == other.message && one.preimage == other.preimage
    }

    /// Adds the ``preimage``.
    public func hash(into hasher: inout Hasher) { hasher.combine(preimage) }

    /// What is signed: the Keccak-256 of the ``preimage``.
    public var digest: Digest32 { Keccak256.hash(preimage) }

    /// Every field that is signed, domain first, each in the order in which it is hashed.
    ///
    /// Structures and arrays appear as their fields and elements, or as one row if they have none. Text of the page is
    /// unchanged; the code that draws it must make invisible characters visible.
    public var fields: [Approval.Field] {
        var rows = TypedDataRows()
        rows.add(domain, path: "domain")
        rows.add(message, path: "message")
        return rows.fields
    }

    private static func root(_ parameter: JSON) throws(EthereumError) -> JSONObject {
        var value = parameter
        if let text = parameter.string {
            do throws(BridgeError) {
                value = try JSON(parsing: text, rules: .message)
            } catch {
                throw .typedData(.json, path: "")
            }
        }
        guard let object = value.object else { throw .typedData(.members, path: "") }
        return object
    }

    /// The chain that a domain without `chainId` may name by its salt, as some contracts have it (ERC-2771 of
    /// Biconomy): a number of at most 64 bits in 32 bytes.
    public var chainOfSalt: UInt64? {
        guard chainID == nil, case .bytes(let salt) = domain["salt"], salt.count == 32,
            salt.prefix(24).allSatisfy({ $0 == 0 })
        else { return nil }
        let number = salt.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return number == 0 ? nil : number
    }

    private static func chainID(_ domain: TypedDataStructure, written: JSON?) throws(EthereumError) -> UInt64? {
        guard let value = domain["chainId"], let written else { return nil }
        // No chain has a number of more than 64 bits (EIP-2294).
        guard case .number(let number) = value, let id = UInt64(exactly: number),
            TypedDataNumber.isShortest(written)
        else { throw .typedData(.chainID, path: "domain.chainId") }
        return id
    }
}

/// The two ways in which pages ask for EIP-712 signatures, by the ending of the method's name.
public enum TypedDataVersion: Sendable {
    /// `eth_signTypedData_v3`: no arrays; a field that is missing is left out of what is hashed.
    case v3

    /// `eth_signTypedData_v4`: EIP-712 whole; a structure that is null or missing counts as 32 zero bytes, which the
    /// standard leaves open and all wallets do.
    case v4
}
