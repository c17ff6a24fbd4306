import Bridge
import CWebKit
import GLibKit
import Logging

/// A transport that uses a socket pair for each document, through the module in WebKit's web process.
///
/// The module asks for one end of a pair by a user message, which WebKit delivers to the view of the page. What it gets
/// belongs to the document that is committed then: at the next commit, all connections end. The relay uses WebKit's reply
/// handles instead if it has no module, or if it gets no socket.
@MainActor final class SocketTransport: Transport, TransportReceiver, DocumentSocketReceiver {
    weak var receiver: (any TransportReceiver)?

    /// The names that the module has, too; see `PageSocket.h`.
    static let message = "drawbridge.socket"
    static let version = "drawbridge-page-socket-1"

    /// How many ends a web process may have that it has not used yet: a process that does not fetch them must not exhaust
    /// the program's descriptors.
    static let mostUnused = 4

    /// How long a broken connection of a document is not reported.
    ///
    /// When a process ends or shows another document, its socket may be closed before WebKit has told the view.
    static let patience = Duration.milliseconds(50)

    private let replies: ReplyTransport
    private let mostBytes: Int
    private let time: TimeSource
    private let log: Logger
    private var unused: [DocumentSocket] = []
    private var connections: [DocumentID: DocumentSocket] = [:]
    private var hasLogged = false

    /// - Parameters:
    ///   - view: The view whose pages ask for sockets.
    ///   - replies: The transport that is used instead.
    ///   - mostBytes: The maximum size of a text of the relay in bytes.
    ///   - time: The clock.
    ///   - log: Where it says why the other transport is used.
    init(
        _ view: UnsafeMutablePointer<WebKitWebView>, replies: ReplyTransport, mostBytes: Int, time: TimeSource,
        log: Logger
    ) {
        self.replies = replies
        self.mostBytes = mostBytes
        self.time = time
        self.log = log
        replies.receiver = self
        Signal.connect(view, "user-message-received") { [weak self] (message: gpointer?) -> Bool in
            guard let self, let message = message?.assumingMemoryBound(to: WebKitUserMessage.self) else { return false }
            return answer(message)
        }
    }

    private func answer(_ message: UnsafeMutablePointer<WebKitUserMessage>) -> Bool {
        guard let name = webkit_user_message_get_name(message), String(cString: name) == Self.message else {
            return false
        }
        guard WebSandbox.fault() == nil, let end = connect() else {
            log.warning("A page got no socket: too many are open, or its process is not confined")
            webkit_user_message_send_reply(message, webkit_user_message_new(Self.message, nil))
            return true
        }
        var ends = [end]
        let list = Ref(taking: g_unix_fd_list_new_from_array(&ends, 1))
        webkit_user_message_send_reply(
            message, webkit_user_message_new_with_fd_list(Self.message, nil, list.pointer))
        return true
    }

    /// Opens a connection for the committed document.
    ///
    /// - Returns: The page's end, which the caller owns; `nil` if the web process has not used earlier ones, or the system
    ///   has none.
    func connect() -> Int32? {
        guard unused.count < Self.mostUnused, let pair = DocumentSocket.pair(mostBytes: mostBytes) else { return nil }
        pair.connection.receiver = self
        unused.append(pair.connection)
        return pair.other
    }

    func receive(_ text: UnsafeBufferPointer<UInt8>, from connection: DocumentSocket) {
        if let head = connection.head {
            receiver?.receive(head, text)
        } else if let head = FrameCodec.head(text), connections[head.document] == nil,
            connection.sender.map({ WebSandbox.mayServe($0) }) == true
        {
            unused.removeAll { $0 === connection }
            connection.head = head
            connections[head.document] = connection
            receiver?.receive(head, UnsafeBufferPointer(start: nil, count: 0))
        } else {
            connection.close()
            forget(connection)
        }
    }

    func receive(_ head: FrameCodec.Head, _ frames: UnsafeBufferPointer<UInt8>) {
        // A document has one transport: texts of two would have no order.
        guard connections[head.document] == nil else { return replies.close(head.document) }
        if !hasLogged {
            hasLogged = true
            log.notice(
                "A page uses reply handles instead of a socket: its process has not loaded the module, or got no socket"
            )
        }
        receiver?.receive(head, frames)
    }

    /// Never called: WebKit does not report that a document cannot post any more.
    func lose(_ document: DocumentID) {}

    func forget(_ connection: DocumentSocket) {
        unused.removeAll { $0 === connection }
        if let document = connection.head?.document, connections[document] === connection {
            connections[document] = nil
            Task { [weak self, time] in
                try? await time.sleep(Self.patience)
                self?.receiver?.lose(document)
            }
        }
    }

    func send(_ head: [UInt8], _ body: [UInt8], to document: DocumentID) {
        if let connection = connections[document] {
            connection.send(head, body)
        } else {
            replies.send(head, body, to: document)
        }
    }

    func carriesAttachments(_ document: DocumentID) -> Bool { hasSocket(document) }

    func send(_ text: [UInt8], attachments: [BinaryData], to document: DocumentID) {
        let (head, body) = AttachedText.joined(text, attachments)
        connections[document]?.send(head, body)
    }

    func ping(_ document: DocumentID) -> Bool {
        guard let connection = connections[document] else { return replies.ping(document) }
        connection.ping()
        return true
    }

    func unfetchedBytes(of document: DocumentID) -> Int {
        connections[document]?.queuedBytes ?? replies.unfetchedBytes(of: document)
    }

    func close(_ document: DocumentID) {
        connections.removeValue(forKey: document)?.close()
        replies.close(document)
    }

    func closeAll() {
        for connection in unused + connections.values { connection.close() }
        (unused, connections) = ([], [:])
        replies.closeAll()
    }

    /// Whether `document` is connected by a socket.
    func hasSocket(_ document: DocumentID) -> Bool { connections[document] != nil }
}
