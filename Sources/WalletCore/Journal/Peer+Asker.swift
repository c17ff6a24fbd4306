internal import Bridge

extension Peer {
    /// Who asked for a transaction, as the journal keeps it: the serialised origin, and nothing where the user did.
    package var asker: String? { self == .wallet ? nil : origin.description }
}
