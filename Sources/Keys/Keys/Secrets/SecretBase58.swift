internal import Primitives

/// Base58Check text of secrets, decoded without copies outside secret memory.
enum SecretBase58 {
    /// The longest text: an extended private key has 112 characters.
    private static let longest = 120

    /// Decodes `text` and checks and removes its checksum.
    ///
    /// - Throws: ``KeyError/primitive(_:)``: ``/Primitives/PrimitiveError/malformedBase58`` or
    ///   ``/Primitives/PrimitiveError/wrongBase58Checksum``.
    static func decode(_ text: UnsafeRawBufferPointer) throws(KeyError) -> SecretBytes {
        guard text.count <= longest else { throw .primitive(.malformedBase58) }
        let zeros = text.prefix { $0 == UInt8(ascii: "1") }.count
        // A digit has less than six bits, so the number has less bytes than the text has characters.
        var number = SecretBytes(count: longest)
        var used = 0
        for digit in text[zeros...] {
            guard var carry = value(digit) else { throw .primitive(.malformedBase58) }
            number.withUnsafeMutableBytes { number in
                for place in 0..<used {
                    carry += Int(number[place]) * 58
                    number[place] = UInt8(carry & 0xFF)
                    carry >>= 8
                }
                if carry > 0, used < number.count {
                    number[used] = UInt8(carry & 0xFF)
                    used += 1
                }
            }
        }
        let length = used
        let bytes = SecretBytes(count: zeros + length) { bytes in
            number.withUnsafeBytes { number in
                for place in 0..<length { bytes[zeros + place] = number[length - 1 - place] }
            }
        }
        guard bytes.count >= 4 else { throw .primitive(.wrongBase58Checksum) }
        let body = bytes.part(0..<(bytes.count - 4))
        let sum = body.withUnsafeBytes { SHA256.hashTwice($0) }
        let isRight = bytes.withUnsafeBytes { $0[($0.count - 4)...].elementsEqual(sum.bytes[..<4]) }
        guard isRight else { throw .primitive(.wrongBase58Checksum) }
        return body
    }

    private static func value(_ digit: UInt8) -> Int? {
        alphabet.firstIndex(of: digit)
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
}
