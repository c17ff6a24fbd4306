/// A value with its name.
struct DescribedMember {
    /// The name.
    let name: String

    /// The value.
    let value: DescribedValue
}
