import Bridge

/// Transfers text between the relay script of one view and the host: a port, so that it can be replaced.
///
/// Guarantees: a text is delivered to the document for which it was sent, or not at all; the texts of one document
/// arrive in order, in both directions.
@MainActor protocol Transport: AnyObject {
    /// The receiver, which owns the transport.
    var receiver: (any TransportReceiver)? { get set }

    /// Sends a text to `document` as soon as possible.
    ///
    /// - Parameters:
    ///   - head: The beginning of the text.
    ///   - body: The rest, which may be empty: a long text need not be copied to get a beginning.
    ///   - document: The document.
    func send(_ head: [UInt8], _ body: [UInt8], to document: DocumentID)

    /// Whether ``send(_:attachments:to:)`` can be used for `document`.
    func carriesAttachments(_ document: DocumentID) -> Bool

    /// Sends a text with binary values alongside it.
    func send(_ text: [UInt8], attachments: [BinaryData], to document: DocumentID)

    /// Pings `document`: it responds with a text.
    ///
    /// - Returns: Whether a ping was sent; not if the document is about to post anyway.
    func ping(_ document: DocumentID) -> Bool

    /// The number of bytes that `document` has not fetched.
    func unfetchedBytes(of document: DocumentID) -> Int

    /// Closes the connection to `document` and removes its state.
    func close(_ document: DocumentID)

    /// Closes every connection: another document is committed, or none is shown any more.
    func closeAll()
}

/// Receives what a ``Transport`` transfers to the host.
@MainActor protocol TransportReceiver: AnyObject {
    /// Receives a text from the relay script, with the document as reported by the relay; it is valid during the call.
    func receive(_ head: FrameCodec.Head, _ frames: UnsafeBufferPointer<UInt8>)

    /// The other side has ended the connection of a document, a moment ago: a document that was replaced, or whose process
    /// has ended, is usually reported as such by WebKit before that.
    func lose(_ document: DocumentID)
}

extension Transport {
    /// No attachments.
    func carriesAttachments(_ document: DocumentID) -> Bool { false }

    /// The text alone: see ``carriesAttachments(_:)``.
    func send(_ text: [UInt8], attachments: [BinaryData], to document: DocumentID) {
        send(text, [], to: document)
    }

    /// Sends `text` to `document` as soon as possible.
    func send(_ text: [UInt8], to document: DocumentID) {
        send(text, [], to: document)
    }
}
