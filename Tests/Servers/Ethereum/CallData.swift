/// The data of calls of contracts.
enum CallData {
    /// An address of another person.
    static let other = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

    /// An address as an argument of a call.
    static func word(_ address: String) -> String {
        String(repeating: "0", count: 24) + address.dropFirst(2).lowercased()
    }

    /// A number as an argument of a call.
    static func word(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    /// A transfer of `units` of a token to ``other``.
    static func transfer(_ units: UInt64) -> String { "0xa9059cbb" + word(other) + word(units) }

    /// The transfer of an item of a collection to ``other``, which must be ready for it.
    static func transfer(item: UInt64, from owner: String) -> String {
        "0x42842e0e" + word(owner) + word(other) + word(item)
    }
}
