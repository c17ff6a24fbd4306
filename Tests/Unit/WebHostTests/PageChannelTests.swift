import Bridge
import Foundation
import Logging
import TestSupport
import Testing

@testable import WebHost

/// Which messages the page channel accepts, even if the web process is compromised.
@MainActor @Suite struct PageChannelTests {
    private let transport = FakeTransport()
    private let eventBus = EventBus()
    private let wallet = Wallet()
    private let dispatcher: RequestDispatcher
    private let channel: PageChannel
    private let isConfined = Answer()

    private final class Answer {
        var value = true
    }

    init() {
        let gate = Gate(approver: wallet)
        dispatcher = RequestDispatcher(handler: wallet, gate: gate)
        channel = PageChannel(
            dispatcher: dispatcher, dialects: [LinkDialect(), EthereumDialect()], transport: transport,
            eventBus: eventBus,
            initialEvents: { _ in [.connect(chainID: "0x1")] }, mayServe: { [isConfined] in isConfined.value },
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `the committed document receives its initial events and its answers`() async {
        channel.commit(url: "https://shop.example/a")
        transport.post(1, "https://shop.example", #"E1:{"method":"echo","params":[1]}"#)
        #expect(
            transport.sent == [#"1 1⏎E:{"event":"connect","data":{"chainId":"0x1"}}␞E1:{"result":[1]}"#])
        #expect(wallet.origins == ["https://shop.example"])
    }

    @Test func `a document in a process that is not confined gets nothing, not even its initial events`() {
        channel.commit(url: "https://shop.example/a")
        isConfined.value = false
        transport.post(1, "https://shop.example", #"E1:{"method":"echo"}"#)
        #expect(wallet.origins == [] && transport.sent == [])
        #expect(transport.closed == [1])
    }

    @Test(arguments: [
        "https://evil.example", "http://shop.example", "https://shop.example:8443", "https://shop.example/", "null", "",
        "HTTPS://shop.example", "https://shop.example https://evil.example", "https://shop.example\0",
    ])
    func `a document that claims an origin other than the committed one is ignored`(origin: String) {
        channel.commit(url: "https://shop.example/a")
        transport.post(1, origin, #"E1:{"method":"echo"}"#)
        #expect(wallet.origins == [] && transport.sent == [])
        #expect(transport.closed == [1])
    }

    @Test(arguments: [
        "about:blank", "data:text/html,x", "blob:https://shop.example/1", "file:///x", "", "https://u@shop.example/",
    ])
    func `if no web page is shown, messages are ignored`(url: String) {
        channel.commit(url: url)
        for origin in ["https://shop.example", "null", ""] { transport.post(1, origin, #"E1:{"method":"echo"}"#) }
        #expect(wallet.origins == [])
    }

    @Test func `before the first document, messages are ignored`() {
        transport.post(1, "https://shop.example", #"E1:{"method":"echo"}"#)
        #expect(wallet.origins == [])
    }

    @Test func `a document that replaces another without a commit ends the other's requests`() async {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"late"}"#)
        #expect(dispatcher.pendingCount == 1)
        transport.post(2, "https://shop.example", #"E1:{"method":"echo","params":[2]}"#)
        #expect(dispatcher.pendingCount == 0)
        #expect(transport.closed == [1])
        #expect(wallet.origins == ["https://shop.example", "https://shop.example"])
        wallet.finish()
        transport.post(1, "https://shop.example", #"E2:{"method":"echo"}"#)
        #expect(await eventually { transport.closed == [1, 1] })
        #expect(wallet.origins.count == 2)
        #expect(!transport.sent.contains { $0.hasPrefix("1") && $0.contains("E1:") })
        transport.post(2, "https://shop.example", #"E2:{"method":"echo"}"#)
        #expect(wallet.origins.count == 3)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a page that does not fetch its answers gets errors, and no results are kept for it`() async throws {
        channel.commit(url: "https://shop.example/")
        let text = String(repeating: "x", count: 1 << 18)
        transport.post(1, "https://shop.example", "E1:{\"method\":\"echo\",\"params\":[\"\(text)\"]}")
        await transport.wait { $0.last?.hasPrefix("1 1⏎E1:") == true }
        #expect(transport.sent.last?.contains(text) == true)
        transport.unfetched = dispatcher.limits.bytesUnfetchedPerDocument - text.utf8.count
        transport.post(1, "https://shop.example", "E2:{\"method\":\"echo\",\"params\":[\"\(text)\"]}")
        #expect(transport.sent.last?.hasPrefix("1 1⏎E2:{\"error\":{\"code\":-32005") == true)
        transport.post(1, "https://shop.example", #"E3:{"method":"echo","params":[3]}"#)
        #expect(transport.sent.last == #"1 1⏎E3:{"result":[3]}"#)
        transport.unfetched = 0
        transport.post(1, "https://shop.example", "E4:{\"method\":\"echo\",\"params\":[\"\(text)\"]}")
        await transport.wait { $0.last?.hasPrefix("1 1⏎E4:") == true }
        #expect(transport.sent.last?.contains(text) == true)
        #expect(transport.closed == [])
    }

    @Test func `answers of one turn are counted together`() {
        channel.commit(url: "https://shop.example/")
        let text = String(repeating: "x", count: 60_000)
        transport.unfetched = dispatcher.limits.bytesUnfetchedPerDocument - 3 * text.utf8.count
        transport.post(1, "https://shop.example", echoes(4, of: text))
        #expect(transport.sent.last?.components(separatedBy: text).count == 3)
        #expect(transport.sent.last?.components(separatedBy: "-32005").count == 3)
    }

    @Test(.timeLimit(.minutes(5))) func `long answers of one turn count together with what was sent before`() async {
        channel.commit(url: "https://shop.example/")
        let text = String(repeating: "x", count: 1 << 16)
        transport.unfetched = dispatcher.limits.bytesUnfetchedPerDocument - 3 * text.utf8.count
        transport.isHanging = true
        transport.post(1, "https://shop.example", echoes(4, of: text))
        // Responses without enough space are refused immediately, before the others are encoded.
        await transport.wait { sent in (1...4).allSatisfy { sent.joined().contains("E\($0):{") } }
        let all = transport.sent.joined()
        #expect(all.components(separatedBy: text).count == 3)
        #expect(all.components(separatedBy: "-32005").count == 3)
    }

    @Test(.timeLimit(.minutes(5))) func `long answers of one turn are sent separately, in order`() async {
        channel.commit(url: "https://shop.example/")
        let text = String(repeating: "x", count: 300_000)
        transport.post(1, "https://shop.example", echoes(3, of: text))
        // The initial events do not wait for the responses.
        await transport.wait { $0.count == 4 }
        #expect(transport.sent.dropFirst().map { $0.prefix(8) } == ["1 1⏎E1:{", "1 1⏎E2:{", "1 1⏎E3:{"])
    }

    private func echoes(_ count: Int, of text: String) -> String {
        (1...count).map { "E\($0):{\"method\":\"echo\",\"params\":[\"\(text)\"]}" }.joined(separator: "\u{1E}")
    }

    @Test func `a page that does not fetch its events is disconnected, and its requests end`() throws {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"late"}"#)
        #expect(dispatcher.pendingCount == 1)
        let origin = try Origin(serialized: "https://shop.example")
        eventBus.announce(.chainChanged("0x2"), to: origin)
        #expect(transport.closed == [])
        transport.unfetched = dispatcher.limits.bytesUnfetchedPerDocument
        eventBus.announce(.chainChanged("0x3"), to: origin)
        #expect(transport.closed == [1])
        #expect(dispatcher.pendingCount == 0)
        transport.unfetched = 0
        transport.post(1, "https://shop.example", #"E2:{"method":"echo"}"#)
        #expect(wallet.origins.count == 1)
    }

    @Test func `a text larger than the relay ever sends is not read, and ends its connection`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"echo"}"#)
        let rest = String(repeating: "\u{1E}E2:{\"method\":\"echo\"}", count: 110_000)
        transport.post(1, "https://shop.example", #"E3:{"method":"echo"}"# + rest)
        #expect(wallet.origins.count == 1)
        #expect(transport.closed == [1])
    }

    @Test func `a document of another origin cannot replace one without a commit`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"late"}"#)
        for origin in ["https://evil.example", "http://shop.example", "null", ""] {
            transport.post(2, origin, #"E1:{"method":"echo"}"#)
        }
        transport.post(1, "https://evil.example", #"E1:{"method":"echo"}"#)
        #expect(dispatcher.pendingCount == 1)
        #expect(wallet.origins == ["https://shop.example"])
    }

    @Test func `messages of a previous document are ignored, even with its own origin`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", "")
        channel.commit(url: "https://shop.example/next")
        transport.post(1, "https://shop.example", #"E1:{"method":"echo"}"#)
        #expect(wallet.origins == [])
        transport.post(2, "https://shop.example", #"E1:{"method":"echo"}"#)
        #expect(wallet.origins == ["https://shop.example"])
    }

    @Test func `the requests of a document end with it, and their answers are dropped`() async {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"late"}"#)
        let sent = transport.sent.count
        channel.commit(url: "https://other.example/")
        #expect(dispatcher.pendingCount == 0)
        #expect(transport.closed == [1])
        wallet.finish()
        transport.post(2, "https://other.example", "")
        #expect(await eventually { transport.sent.count == sent + 1 })
        #expect(!transport.sent.contains { $0.hasPrefix("2") && $0.contains("E1:") })
    }

    @Test func `when the connection of a document breaks, its requests end, and it cannot come back`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E1:{"method":"late"}"#)
        transport.end(1)
        #expect(dispatcher.pendingCount == 0 && transport.closed == [1])
        transport.post(1, "https://shop.example", #"E2:{"method":"late"}"#)
        #expect(wallet.origins == ["https://shop.example"])
    }

    @Test func `a broken connection of an earlier document does not affect the current one`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", "")
        channel.commit(url: "https://shop.example/next")
        transport.post(2, "https://shop.example", #"E1:{"method":"late"}"#)
        transport.end(1)
        #expect(dispatcher.pendingCount == 1)
    }

    @Test(arguments: ["", "E1", ":", "\u{1E}\u{1E}\u{1E}"])
    func `a document that sends a malformed frame is disconnected, and its requests end`(frames: String) {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", #"E7:{"method":"late"}"#)
        transport.post(1, "https://shop.example", frames + "\u{1E}E9:{\"method\":\"late\"}")
        #expect(dispatcher.pendingCount == 0 && transport.closed == [1])
        #expect(wallet.origins.count == 1)
    }

    @Test func `a document that ends while its messages are processed is not processed further`() {
        channel.commit(url: "https://shop.example/")
        wallet.onRequest = { [channel] in channel.end(because: .closed) }
        transport.post(1, "https://shop.example", "E1:{\"method\":\"late\"}\u{1E}E2:{\"method\":\"late\"}")
        #expect(wallet.origins.count == 1)
        #expect(dispatcher.pendingCount == 0)
    }

    @Test func `a message in a dialect that the view does not support ends without an answer`() {
        channel.commit(url: "https://shop.example/")
        transport.post(1, "https://shop.example", "X1:{}")
        #expect(transport.sent.first?.hasSuffix("␞X1:") == true)
    }

    @Test func `events are sent to the document of their origin, after its first message`() async throws {
        let origin = try Origin(serialized: "https://shop.example")
        channel.commit(url: "https://shop.example/")
        eventBus.announce(.chainChanged("0x2"), to: origin)
        transport.post(1, "https://shop.example", "")
        eventBus.announce(.chainChanged("0x3"), to: try Origin(serialized: "https://other.example"))
        eventBus.announce(.chainChanged("0x4"), to: origin)
        eventBus.announce(.chainChanged("0x5"), to: origin)
        #expect(await eventually { transport.sent.count == 2 })
        #expect(
            transport.sent.last
                == #"1 0⏎E:{"event":"chainChanged","data":"0x4"}␞E:{"event":"chainChanged","data":"0x5"}"#)
    }
}

/// A user and a wallet that only record who sends requests.
@MainActor private final class Wallet: Handler, Approver {
    private(set) var origins: [String] = []
    var onRequest: (@MainActor () -> Void)?
    private var late: [CheckedContinuation<Void, Never>] = []

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        origins.append(request.peer.origin.description)
        onRequest?()
        if request.method == "late" { await withCheckedContinuation { late.append($0) } }
        return request.params
    }

    func finish() {
        for continuation in late { continuation.resume() }
        late = []
    }

    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
