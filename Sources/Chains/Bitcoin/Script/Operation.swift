/// An operation of a script.
public enum Operation: Hashable, Sendable {
    /// Pushes bytes on the stack; `code` is the opcode, because there are several ways to encode a push.
    case push([UInt8], code: UInt8)

    /// Any other operation, by its opcode.
    case code(UInt8)

    /// The opcode of `OP_RETURN`.
    static let `return`: UInt8 = 0x6A
    /// The opcode of `OP_CODESEPARATOR`.
    static let codeSeparator: UInt8 = 0xAB

    /// A push in its shortest form.
    ///
    /// Small numbers are pushed as bytes, without their special opcodes.
    public static func push(_ bytes: [UInt8]) -> Operation {
        switch bytes.count {
        case 0..<0x4C: .push(bytes, code: UInt8(bytes.count))  // No trap: the case in front says that it fits.
        case ...0xFF: .push(bytes, code: 0x4C)
        case ...0xFFFF: .push(bytes, code: 0x4D)
        default: .push(bytes, code: 0x4E)
        }
    }

    /// The bytes that it pushes, including those of the opcodes for an empty string and for small numbers.
    public var pushed: [UInt8]? {
        switch self {
        case .push(let bytes, _): bytes
        case .code(0x4F): [0x81]
        case .code(let code) where 0x51...0x60 ~= code: [code - 0x50]
        case .code: nil
        }
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        let code = try reader.number(UInt8.self)
        switch code {
        case ...0x4B: self = .push(try reader.take(code), code: code)
        case 0x4C: self = .push(try reader.take(try reader.number(UInt8.self)), code: code)
        case 0x4D: self = .push(try reader.take(try reader.number(UInt16.self)), code: code)
        case 0x4E: self = .push(try reader.take(try reader.number(UInt32.self)), code: code)
        default: self = .code(code)
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .code(let code):
            bytes.append(code)
        case .push(let pushed, let code):
            bytes.append(code)
            switch code {
            case 0x4C: bytes.append(UInt8(truncatingIfNeeded: pushed.count))
            case 0x4D: bytes.append(number: UInt16(truncatingIfNeeded: pushed.count))
            case 0x4E: bytes.append(number: UInt32(truncatingIfNeeded: pushed.count))
            default: break
            }
            bytes.append(contentsOf: pushed)
        }
    }
}
