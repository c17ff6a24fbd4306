import Bitcoin
import Bridge
import Primitives

/// A chain of headers with the least work there can be, for tests.
struct MadeChain: Sendable {
    /// By what it is known: nothing, and next to no work.
    static let rules = ChainRules(checkpoint: nil, easiest: 0x207F_FFFF)

    private(set) var headers: [BlockHeader] = []

    /// Makes `length` headers, of which `roots` says what is in some of the blocks.
    init(length: Int, salt: UInt8 = 0, roots: [Int: [UInt8]] = [:]) {
        for height in 0..<length { extend(root: roots[height] ?? [UInt8](repeating: salt, count: 32)) }
    }

    /// Adds a block.
    mutating func extend(root: [UInt8] = [UInt8](repeating: 7, count: 32), bits: UInt32 = 0x207F_FFFF) {
        let previous = headers.last?.hash ?? [UInt8](repeating: 0, count: 32)
        var nonce: UInt32 = 0
        while true {
            var bytes: [UInt8] = [1, 0, 0, 0] + previous + root + [UInt8](repeating: 0, count: 4)
            for number in [bits, nonce] { bytes += (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
            if let header = BlockHeader(bytes), header.hasItsWork {
                headers.append(header)
                return
            }
            nonce += 1
        }
    }

    /// Takes the last `count` blocks away.
    mutating func shorten(by count: Int) { headers.removeLast(count) }

    var height: Int { headers.count - 1 }

    /// The header at `height`; empty if it does not exist.
    func header(at height: Int) -> [UInt8] { headers.indices.contains(height) ? headers[height].bytes : [] }

    /// The newest block as servers tell it.
    var tip: JSON { tip(at: height) }

    func tip(at height: Int) -> JSON {
        ["height": .number(JSONNumber(height)), "hex": .string(Hex.encode(header(at: height)))]
    }
}
