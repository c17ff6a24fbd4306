internal import CSodium
internal import Glibc

/// The kernel's random number generator.
enum SystemRandomness {
    /// Fills `bytes`; blocks only shortly after the machine has started.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    static func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(KeyError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let got = getrandom(start, rest.count, 0)
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw .noRandomness }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[got...])
        }
    }

    /// A uniformly distributed number below `bound`.
    static func number(below bound: Int) throws(KeyError) -> Int {
        precondition(bound > 0)  // No trap: the callers count what they choose from.
        // Numbers above the last multiple of the bound are rejected; otherwise small numbers would be more frequent.
        let limit = UInt64.max - UInt64.max % UInt64(bound)
        while true {
            var number = UInt64(0)
            var bytes = [UInt8](repeating: 0, count: 8)
            var fault: KeyError?
            bytes.withUnsafeMutableBytes { bytes in
                do throws(KeyError) { try fill(bytes) } catch { fault = error }
            }
            if let fault { throw fault }
            for byte in bytes { number = number << 8 | UInt64(byte) }
            if number < limit { return Int(number % UInt64(bound)) }
        }
    }
}
