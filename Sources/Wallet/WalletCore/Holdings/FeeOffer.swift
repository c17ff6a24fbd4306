import Messages

/// A speed, and what it costs now.
package struct FeeOffer: Hashable, Sendable {
    /// How soon a transaction should be in a block.
    package enum Pace: String, Hashable, Sendable, CaseIterable {
        /// In a few minutes, or on Bitcoin on the next day.
        case slow

        /// In the next blocks.
        case normal

        /// In the next block, even if the price rises meanwhile.
        case fast

        /// Its translated name, as a choice in a form.
        package var label: String {
            switch self {
            case .slow: localized("Slow")
            case .normal: localized("Normal")
            case .fast: localized("Fast")
            }
        }
    }

    /// The speed.
    package let pace: Pace

    /// The rate as decimal text, such as `2.5`.
    package let rate: String

    /// The unit of the rate: `sat/vB`, `sat/byte`, `gwei`.
    package let unit: String

    /// Creates an offer.
    package init(_ pace: Pace, rate: String, unit: String) {
        self.pace = pace
        self.rate = rate
        self.unit = unit
    }
}
