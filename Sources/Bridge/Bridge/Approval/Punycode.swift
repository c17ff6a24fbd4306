/// Decodes labels of international domain names (RFC 3492).
enum Punycode {
    private static let base: UInt32 = 36
    private static let initialThreshold: UInt32 = 72

    /// Decodes the part of a label after `xn--`.
    ///
    /// - Returns: `nil` if the text is not valid Punycode, or does not decode to valid Unicode.
    static func decode(_ text: Substring) -> String? {
        var output: [Unicode.Scalar] = []
        var digits = text.unicodeScalars[...]
        if let hyphen = digits.lastIndex(of: "-") {
            output = Array(digits[..<hyphen])
            digits = digits[digits.index(after: hyphen)...]
        }
        guard output.allSatisfy(\.isASCII), !digits.isEmpty else { return nil }
        var scalar: UInt32 = 0x80
        var position: UInt32 = 0
        var threshold = initialThreshold
        while !digits.isEmpty {
            let start = position
            guard let next = delta(from: &digits, threshold: threshold) else { return nil }
            let (sum, overflow) = start.addingReportingOverflow(next)
            guard !overflow else { return nil }
            let length = UInt32(output.count) + 1  // No trap: a host has at most 253 characters.
            threshold = adapt(next, length: length, isFirst: start == 0)
            let (value, isTooLarge) = scalar.addingReportingOverflow(sum / length)
            guard !isTooLarge, let new = Unicode.Scalar(value) else { return nil }
            scalar = value
            position = sum % length
            output.insert(new, at: Int(position))
            position += 1
        }
        var decoded = String.UnicodeScalarView()
        decoded.append(contentsOf: output)
        return String(decoded)
    }

    /// Reads one variable-length integer (section 3.3).
    private static func delta(
        from digits: inout Substring.UnicodeScalarView, threshold: UInt32
    ) -> UInt32? {
        var sum: UInt32 = 0
        var weight: UInt32 = 1
        var position = base
        while let scalar = digits.popFirst() {
            guard let digit = digit(scalar) else { return nil }
            let (part, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
            let (total, overflow) = sum.addingReportingOverflow(part)
            guard !isTooLarge, !overflow else { return nil }
            sum = total
            let limit = position <= threshold ? 1 : min(position - threshold, 26)
            if digit < limit { return sum }
            let (heavier, isTooHeavy) = weight.multipliedReportingOverflow(by: base - limit)
            guard !isTooHeavy else { return nil }
            weight = heavier
            position += base
        }
        return nil
    }

    /// The bias for the next integer (section 6.1).
    private static func adapt(_ delta: UInt32, length: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / length
        var steps: UInt32 = 0
        while delta > 455 {
            delta /= base - 1
            steps += base
        }
        return steps + base * delta / (delta + 38)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "a"..."z": scalar.value - 0x61  // No trap: the case in front says that it is no smaller.
        case "A"..."Z": scalar.value - 0x41  // No trap: the case in front says that it is no smaller.
        case "0"..."9": scalar.value - 0x30 + 26  // No trap: the case in front says that it is no smaller.
        default: nil
        }
    }
}
