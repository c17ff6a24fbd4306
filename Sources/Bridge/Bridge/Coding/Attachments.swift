/// Binary values alongside the text of a message, instead of Base64 in it.
enum Attachments {
    /// The number of bytes from which attachments are used: below it, Base64 takes less time.
    static let leastBytes = 4_096

    /// Writes `message` as JSON text, and adds its binary values to `attachments` if they are large.
    static func write(_ message: JSON, _ attachments: inout [BinaryData]) -> [UInt8] {
        var values: [BinaryData] = []
        message.forEachBinary { _, data in values.append(data) }
        var bytes: [UInt8] = []
        let isLarge = values.reduce(0) { $0 + $1.bytes.count } >= leastBytes
        if isLarge { attachments += values }
        message.append(to: &bytes, omitsBinary: isLarge)
        return bytes
    }

    /// Puts `attachments` where the strings of `value` name them: `mark` and the index in decimal digits, in order.
    ///
    /// - Returns: `nil` unless each attachment is named exactly once, in order.
    static func restore(_ value: JSON, mark: String, _ attachments: [BinaryData]) -> JSON? {
        var restorer = Restorer(mark: mark, attachments: attachments)
        let restored = restorer.restore(value)
        guard restorer.next == attachments.count, !restorer.isFaulty else { return Optional.none }
        return restored
    }

    private struct Restorer {
        let mark: String
        let attachments: [BinaryData]
        var next = 0
        var isFaulty = false

        mutating func restore(_ value: JSON) -> JSON {
            switch value {
            case .string(let text) where text.hasPrefix(mark):
                guard attachments.indices.contains(next), text == "\(mark)\(next)" else {
                    isFaulty = true
                    return value
                }
                next += 1
                return .binary(attachments[next - 1])
            case .array(let elements): return .array(elements.map { restore($0) })
            case .object(let object):
                return .object(
                    JSONObject(
                        distinct: object.members.map { JSONObject.Member(key: $0.key, value: restore($0.value)) }))
            case .null, .bool, .number, .string, .binary: return value
            }
        }
    }
}

extension JSON {
    /// The paths of the binary values, in the order of the text.
    var binaryPaths: [[JSON]] {
        var paths: [[JSON]] = []
        forEachBinary { path, _ in paths.append(path) }
        return paths
    }

    /// Calls `body` with each binary value and its path, in the order of the text.
    func forEachBinary(_ body: (_ path: [JSON], BinaryData) -> Void) {
        forEachBinary(under: [], body)
    }

    private func forEachBinary(under path: [JSON], _ body: ([JSON], BinaryData) -> Void) {
        switch self {
        case .null, .bool, .number, .string: break
        case .binary(let data): body(path, data)
        case .array(let elements):
            for (index, element) in elements.enumerated() where element.mayHaveBinary {
                element.forEachBinary(under: path + [.number(JSONNumber(index))], body)
            }
        case .object(let object):
            for member in object.members where member.value.mayHaveBinary {
                member.value.forEachBinary(under: path + [.string(member.key)], body)
            }
        }
    }

    /// False for the values that have no parts and are not binary: most of them.
    private var mayHaveBinary: Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array, .object, .binary: true
        }
    }
}
