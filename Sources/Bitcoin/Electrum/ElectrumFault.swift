internal import Bridge

/// What a server gives as the reason for no answer.
public struct ElectrumFault: Hashable, Sendable {
    /// The number of the reason; servers disagree about what most of them mean.
    public let code: Int?

    /// What the server wrote, in lower case and at most 1,000 characters, to be compared with what is known.
    ///
    /// It is never shown: servers have written lies here to make people install other programs.
    public let text: String

    /// Reads the value of `error`, whatever it is.
    init(_ value: JSON) {
        code = value["code"]?.number?.integer
        text = (value["message"]?.string ?? value.string ?? "").prefix(scalars: 1_000).lowercased()
    }
}
