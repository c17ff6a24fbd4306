/// A transaction that the user approved and the wallet signed.
struct SentTransaction: Hashable {
    /// Its id on the chain.
    let hash: String

    /// The bytes that go to a node.
    let raw: [UInt8]
}
