import Bridge
import Logging
import Testing

@testable import WebHost

/// Which messages complete a form, even from a compromised web process.
@MainActor @Suite struct CollectionListenerTests {
    private let transport = FakeTransport()
    private let listener: CollectionListener
    private let channel: PageChannel
    private let form = "https://pay.walletconnect.com"
    private let complete = #"F1:{"type":"IC_COMPLETE","success":true}"#

    init() throws {
        listener = CollectionListener(origin: try Origin(serialized: form))
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gate = Gate(approver: listener, limits: listener.limits)
        let dispatcher = RequestDispatcher(handler: listener, gate: gate, limits: listener.limits, log: log)
        channel = PageChannel(
            dispatcher: dispatcher, dialects: [FormDialect()], transport: transport, eventBus: nil,
            initialEvents: { _ in [] },
            acceptsReplaced: false, log: log)
    }

    @Test func `10,000 forged completions are refused: early, late, from other documents, origins and dialects`() {
        var forged = 0
        func forge(_ document: Int, _ origin: String, _ frame: String) {
            transport.post(document, origin, frame)
            forged += 1
        }
        for _ in 0..<2_000 { forge(1, form, complete) }
        channel.commit(url: "about:blank")
        for _ in 0..<1_000 { forge(1, form, complete) }
        channel.commit(url: "\(form)/collect/")
        transport.post(1, form, "")
        for number in 0..<1_000 { forge(2 + number % 50, form, complete) }
        for origin in ["https://evil.test", "null", "http://pay.walletconnect.com", "\(form):443", "\(form)."] {
            for _ in 0..<200 { forge(1, origin, complete) }
        }
        for frame in ["L1:", "E1:", "F:", "F0", "F1 ", "", "f1:"] {
            for _ in 0..<200 { forge(1, form, frame + #"{"type":"IC_COMPLETE"}"#) }
        }
        channel.commit(url: "https://evil.test/")
        for _ in 0..<1_000 { forge(100, "https://evil.test", complete) }
        for _ in 0..<600 { forge(1, form, complete) }
        channel.end(because: .closed)
        for _ in 0..<2_000 { forge(1, form, complete) }
        #expect(forged == 10_000)
        #expect(listener.ending == nil)
    }

    @Test func `the first completion of the committed document counts, and nothing after it`() {
        var endings: [FormEnding] = []
        listener.onEnding = { endings.append($0) }
        channel.commit(url: "\(form)/collect/")
        transport.post(1, form, #"F1:{"type":"IC_ERROR"}"#)
        for number in 2..<1_000 { transport.post(1, form, #"F\#(number):{"type":"IC_COMPLETE"}"#) }
        #expect(endings == [.error])
        #expect(listener.ending == .error)
    }

    @Test func `a page of another origin is identified as such, and cannot complete the form`() {
        channel.commit(url: "https://staging.pay.walletconnect.com/")
        transport.post(1, "https://staging.pay.walletconnect.com", complete)
        #expect(listener.ending == nil)
    }

    @Test(arguments: [("IC_COMPLETE", FormEnding.complete), ("IC_ERROR", .error)])
    func `a completion with other long members is accepted`(type: String, ending: FormEnding) {
        channel.commit(url: "\(form)/")
        let data = String(repeating: "x", count: 60_000)
        transport.post(1, form, #"F1:{"type":"\#(type)","data":"\#(data)"}"#)
        #expect(listener.ending == ending)
    }

    @Test func `a message above the size limit of a form is ignored`() {
        channel.commit(url: "\(form)/")
        let spaces = String(repeating: " ", count: 64 << 10)
        transport.post(1, form, #"F1:{"type":"IC_COMPLETE"\#(spaces)}"#)
        #expect(listener.ending == nil)
    }
}
