/// Why a descriptor of ERC-7730 cannot be used, or does not apply to a certain call.
public enum DescriptorFault: String, Hashable, Sendable {
    /// A file is not well formed, or includes one that does not exist.
    case file = "is not well formed"
    /// A path leads nowhere in this call.
    case path = "has a path that this call does not have"
    /// A format or its parameters are not supported, or do not match the value.
    case format = "has a format that is not supported, or that does not match the value"
}
