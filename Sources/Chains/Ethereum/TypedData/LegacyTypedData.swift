internal import BigInt
public import Bridge
public import Primitives

/// A message of `eth_signTypedData` in its first version: a list of named values, from before EIP-712 was settled.
///
/// The algorithm is that of MetaMask's eth-sig-util (`typedSignatureHash`): the hash of two hashes, one of all
/// `type name` and one of all values, each run together without anything between them. Two messages may so have one
/// signature, and no domain says where it counts. It is supported for pages that know no other; the code that shows it
/// should say that it is old.
public struct LegacyTypedData: Hashable, Sendable {
    private static let mostValues = 256

    /// What is signed, each value as a row.
    public let fields: [Approval.Field]

    /// 64 bytes: the hash of the types and names, and the hash of the values.
    public let preimage: [UInt8]

    /// Reads the parameter: a list of objects with `type`, `name` and `value`, or a string that is the text of one.
    ///
    /// The types are those of EIP-712 without arrays and structures. A name is what a person may read on one line, up
    /// to 128 bytes.
    ///
    /// - Throws: ``EthereumError/typedData(_:path:)``.
    public init(_ parameter: JSON) throws(EthereumError) {
        let elements = try Self.elements(parameter)
        var (schema, packed, rows) = ([UInt8](), [UInt8](), [Approval.Field]())
        for (index, element) in elements.enumerated() {
            let path = "[\(index)]"
            guard let object = element.object, let name = object["name"]?.string, let text = object["type"]?.string,
                let value = object["value"]
            else { throw .typedData(.types, path: path) }
            guard object.members.count == 3 else { throw .typedData(.unknownField, path: path) }
            guard Self.isName(name) else { throw .typedData(.name, path: path) }
            guard let type = TypedDataType(text, structures: []), !type.isArray else {
                throw .typedData(.unknownType, path: path)
            }
            let read = try TypedDataReader.atom(type, value, path: path)
            schema += "\(text) \(name)".utf8
            packed += Self.pack(read, type)
            rows.append(Approval.Field(path: name, type: text, value: TypedDataRows.text(read)))
        }
        fields = rows
        preimage = Keccak256.hash(schema).bytes + Keccak256.hash(packed).bytes
    }

    /// What is signed: the Keccak-256 of the ``preimage``.
    public var digest: Digest32 { Keccak256.hash(preimage) }

    /// Whether `parameter` has the form of this version rather than that of the later ones.
    public static func isLikely(_ parameter: JSON) -> Bool {
        if case .array = parameter { return true }
        return parameter.string.map { text in
            text.utf8.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "[")
        } ?? false
    }

    private static func elements(_ parameter: JSON) throws(EthereumError) -> [JSON] {
        var list = parameter
        if let text = parameter.string {
            do throws(BridgeError) {
                list = try JSON(parsing: text, rules: .message)
            } catch {
                throw .typedData(.json, path: "")
            }
        }
        guard let elements = list.array, !elements.isEmpty else { throw .typedData(.list, path: "") }
        guard elements.count <= mostValues else { throw .typedData(.tooLarge, path: "") }
        return elements
    }

    /// Names of this version have spaces in them; control and format characters would hide what is signed.
    private static func isName(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }

    /// The bytes of a value, as many as its type has and no more (Solidity's packed mode).
    private static func pack(_ value: TypedDataValue, _ type: TypedDataType) -> [UInt8] {
        switch (value, type) {
        case (.bool(let value), _): [value ? 1 : 0]
        case (.address(let address), _): address.bytes
        case (.string(let text), _): Array(text.utf8)
        case (.bytes(let bytes), _): bytes
        case (.number(let number), .uint(let bits)), (.number(let number), .int(let bits)):
            TypedDataEncoder.word(number).suffix(bits / 8)
        default: []
        }
    }
}
