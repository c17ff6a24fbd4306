import Bridge

/// Carries text between the relay script of one view and the host: a port, so that a faster way can take its place.
///
/// What a carrier promises: a text is delivered to the document for which it was sent, or not at all; texts of one
/// document arrive in their order, both ways.
@MainActor protocol Transport: AnyObject {
    /// Called for each text from our script world, with what the relay states of its document.
    var onText: (@MainActor (FrameCodec.Head, _ frames: UnsafeBufferPointer<UInt8>) -> Void)? { get set }

    /// Sends `text` to `document` as soon as there is a way.
    func send(_ text: [UInt8], to document: DocumentID)

    /// Asks `document` for a sign of life: the next call of ``onText`` for it.
    ///
    /// - Returns: Whether the question is on its way; not where the document has a sign of its own due.
    func ping(_ document: DocumentID) -> Bool

    /// How many bytes wait for `document` to fetch them.
    func unfetchedBytes(of document: DocumentID) -> Int

    /// Ends the line to `document` and forgets it.
    func hangUp(_ document: DocumentID)
}
