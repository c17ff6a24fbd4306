/// Answers requests.
///
/// Everything between the door and the wallet is a handler, so handlers compose: a ``Router`` picks one by method.
/// The main actor is where the dispatcher lives; a handler that does not suspend answers in the turn it was asked.
@MainActor public protocol Handler: Sendable {
    /// Answers `request`, or says why not.
    ///
    /// The task is cancelled when the request ends otherwise: its document went, its time ran out, the wallet
    /// was locked. What is returned after that is dropped.
    func handle(_ request: Request) async throws(RPCError) -> JSON

    /// Drops the data stored for a document that has ended.
    func end(_ document: DocumentID)
}

extension Handler {
    /// Nothing: most handlers keep nothing for a document.
    public func end(_ document: DocumentID) {}
}
