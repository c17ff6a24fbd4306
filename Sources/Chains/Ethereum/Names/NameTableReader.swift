/// Reads the lists of the embedded table; `scripts/ens-table` describes their form.
struct NameTableReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// A set: runs of `gap` or `gap+more`.
    mutating func set() -> CodeSet {
        var runs: [(UInt32, UInt32)] = []
        var end: UInt32 = 0
        while let gap = number() {
            let first = end &+ gap
            end = first &+ (take(UInt8(ascii: "+")) ? number() ?? 0 : 0)
            runs.append((first, max(first, end)))
            guard take(UInt8(ascii: " ")) else { break }
        }
        return CodeSet(runs)
    }

    /// A mapping: `gap:target`, and `gap:target+more` if source and target both rise by one.
    mutating func mapping() -> [UInt32: [UInt32]] {
        var mapping: [UInt32: [UInt32]] = [:]
        var end: UInt32 = 0
        while let gap = number() {
            guard take(UInt8(ascii: ":")) else { break }
            let source = end &+ gap
            let target = sequence()
            let more = take(UInt8(ascii: "+")) ? min(number() ?? 0, Self.mostInRun) : 0
            for step in 0...more { mapping[source &+ step] = step == 0 ? target : target.map { $0 &+ step } }
            end = source &+ more
            guard take(UInt8(ascii: " ")) else { break }
        }
        return mapping
    }

    /// Sequences, each as the number of code points that it shares with the one before it, and the rest.
    mutating func sequences() -> [[UInt32]] {
        var sequences: [[UInt32]] = []
        var before: [UInt32] = []
        repeat {
            let parts = sequence()
            guard let shared = parts.first else { break }
            before = Array(before.prefix(Int(shared))) + parts.dropFirst()
            sequences.append(before)
        } while take(UInt8(ascii: " "))
        return sequences
    }

    /// The numbers up to anything but a dot.
    private mutating func sequence() -> [UInt32] {
        var sequence: [UInt32] = []
        repeat {
            guard let number = number() else { break }
            sequence.append(number)
        } while take(UInt8(ascii: "."))
        return sequence
    }

    /// A number in base 36; `nil` if there is no digit.
    mutating func number() -> UInt32? {
        var number: UInt32?
        while let byte = bytes.first {
            let digit: UInt32
            switch byte {
            case 0x30...0x39: digit = UInt32(truncatingIfNeeded: byte) - 0x30
            case 0x61...0x7A: digit = UInt32(truncatingIfNeeded: byte) - 0x61 + 10
            default: return number
            }
            number = (number ?? 0) &* 36 &+ digit
            bytes.removeFirst()
        }
        return number
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes.removeFirst()
        return true
    }

    /// The planes of Unicode have fewer code points.
    private static let mostInRun: UInt32 = 0x11_0000
}
