/// One part of a text in several QR codes, as Specter writes them: `p1of4 TEXT`.
struct NumberedPart: Hashable, Sendable {
    /// The number of the part, from 1.
    let number: Int

    /// The number of parts.
    let count: Int

    /// What it contains.
    let text: String

    /// The maximum number of parts.
    private static let most = 1_000

    /// Reads a part; `nil` for any other text.
    init?(_ code: String) {
        let pieces = code.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2, pieces[0].utf8.count <= 12, pieces[0].first == "p" else { return nil }
        let numbers = pieces[0].dropFirst().split(separator: "of", omittingEmptySubsequences: false)
            .map { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int($0) : nil }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], 1...Self.most ~= count,
            1...count ~= number
        else { return nil }
        (self.number, self.count, text) = (number, count, String(pieces[1]))
    }
}
