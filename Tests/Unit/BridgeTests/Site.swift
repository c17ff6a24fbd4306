import Bridge

/// A page as the dispatcher sees it, for tests: it sends messages and records the responses.
@MainActor final class Site {
    let peer: Peer
    private let dispatcher: RequestDispatcher

    /// Every response, in order.
    private(set) var answers: [String] = []

    /// Creates a page of `origin`; pages with the same number are the same document.
    init(_ dispatcher: RequestDispatcher, origin: String = "https://shop.example", number: Int = 1) throws {
        let digits = String(number)
        let nonce = String(repeating: "0", count: 32 - digits.count) + digits
        guard let document = DocumentID(nonce) else { throw BridgeError.origin(.malformed) }
        peer = .page(origin: try Origin(serialized: origin), document: document)
        self.dispatcher = dispatcher
    }

    var document: DocumentID? { peer.document }

    /// Sends one message in the Link dialect.
    func say(_ command: String, id: String = "m", data: JSON = .null) {
        send(JSON.object(["messageId": .string(id), "command": .string(command), "data": data]).text, LinkDialect())
    }

    /// Sends a request in the Ethereum dialect, which has no IDs.
    func request(_ method: String) {
        send(JSON.object(["method": .string(method)]).text, EthereumDialect())
    }

    func send(_ text: String, _ dialect: any Dialect, room: Int = .max) {
        Array(text.utf8).withUnsafeBufferPointer { text in
            dispatcher.receive(text, in: dialect, from: peer, room: { room }) { [weak self] in
                self?.answers.append(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// The reasons of the errors among the responses; `ok` for the others.
    var outcomes: [String] {
        answers.map { answer in
            let value = try? JSON(parsing: answer)
            return value?["error"]?["data"]?["reason"]?.string ?? "ok"
        }
    }
}
