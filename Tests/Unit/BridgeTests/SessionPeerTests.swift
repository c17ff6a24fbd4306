import TestSupport
import Testing

@testable import Bridge

/// Requests of WalletConnect sessions: handled like those of pages, and never as those of a page.
@MainActor @Suite struct SessionPeerTests {
    private let fixture = DispatcherFixture()
    private let session = SessionPeerTests.peer("1")

    private static func peer(
        _ digit: Character, name: String = "Shop", url: String = "https://shop.example",
        verification: SessionPeer.Verification = .unknown, chain: ChainID? = ChainID(eip155: 1)
    ) -> SessionPeer {
        SessionPeer(
            topic: String(repeating: digit, count: 64), name: name, url: url, verification: verification,
            accounts: [AccountID(chain: ChainID(eip155: 1), address: "0xABCDEF")], chain: chain)
    }

    /// Sends a request of a session, without waiting for the response.
    private func begin(
        _ method: String, _ session: SessionPeer? = nil, within lifetime: Duration = .seconds(3_600)
    ) -> Task<Result<JSON, RPCError>, Never> {
        let peer = session ?? self.session
        return Task { await fixture.dispatcher.perform(method, ["x"], for: peer, within: lifetime) }
    }

    private func shown(_ count: Int) async -> Bool { await eventually { fixture.user.open.count == count } }

    // MARK: Who it is

    @Test func `a session is never the page whose name and address it gives, nor another session`() throws {
        let page = Peer.page(
            origin: try Origin(serialized: "https://shop.example"),
            document: try #require(DocumentID(String(repeating: "1", count: 32))))
        let twin = Self.peer("2")
        #expect(Peer.session(session) != page)
        #expect(Peer.session(session) != .session(twin))
        #expect(Peer.session(session).origin != page.origin)
        #expect(Peer.session(session).origin != Peer.session(twin).origin)
        #expect(Peer.session(session).origin.description.hasPrefix("walletconnect://1111"))
        #expect(throws: BridgeError.self) { try Origin(serialized: Peer.session(session).origin.description) }
        // What it says about itself may change, and the accounts and the chain may.
        let changed = SessionPeer(topic: session.topic, name: "Bank", url: "https://bank.example")
        #expect(Peer.session(changed) == .session(session))
    }

    @Test(arguments: [
        ("Shop", "“Shop”"), ("Shop”. You get 1 ETH. “", "“Shop⟨U+201D⟩. You get 1 ETH. ⟨U+201C⟩”"),
        ("a\u{202E}b\nc", "“a⟨U+202E⟩b c”"),
        (String(repeating: "x", count: 200), "“\(String(repeating: "x", count: 39))…”"),
        ("  ", "“https://shop.example”"),
    ]) func `the name in a sentence is quoted, cleaned and short`(name: String, expected: String) {
        #expect(Self.peer("1", name: name).quotedName == expected)
        #expect(Peer.session(Self.peer("1", name: name)).siteName == expected)
    }

    @Test(arguments: [
        ("https://Shop.Example/buy?x=1#y", "https://shop.example"),
        ("HTTPS://shop.example:443", "https://shop.example"),
        ("http://shop.example:80/", "http://shop.example"), ("https://shop.example:8443", "https://shop.example:8443"),
        ("shop.example", nil), ("javascript://x", nil), ("https://user@shop.example", nil), ("", nil),
        ("https://shöp.example", nil),
    ]) func `the site that an app names is an origin or nothing`(url: String, expected: String?) {
        #expect(Self.peer("1", url: url).site?.description == expected)
    }

    @Test func `only a verified site counts as known`() {
        #expect(Peer.session(Self.peer("1", verification: .verified)).knownSite?.host == "shop.example")
        for verification: SessionPeer.Verification in [
            .unknown, .mismatch(origin: "https://evil.example"), .scam(origin: "https://evil.example"),
        ] {
            #expect(Peer.session(Self.peer("1", verification: verification)).knownSite == nil)
        }
    }

    @Test func `a session shares an account only on the chain that the request names`() {
        #expect(session.shares("0xabcdef"))
        #expect(!session.shares("0xabcde0"))
        #expect(!session.shares(""))
        #expect(!Self.peer("1", chain: ChainID(eip155: 10)).shares("0xabcdef"))
        #expect(!Self.peer("1", chain: nil).shares("0xabcdef"))
    }

    // MARK: How it is handled

    @Test func `the question comes from the session with its claim, and an approval is answered`() async {
        let asked = begin("ask")
        #expect(await shown(1))
        #expect(fixture.user.open.first?.peer.session?.topic == session.topic)
        #expect(fixture.user.open.first?.claim?.title == "Shop")
        fixture.user.answer(.approved)
        #expect(await asked.value == .success("yes"))
        #expect(fixture.user.questions.first?.outcomeText?.sentence == "Sent to the app.")
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `requests of one session are shown one after the other with their number, and two sessions at once`()
        async
    {
        let asked = (1...3).map { _ in begin("ask") }
        #expect(await shown(1))
        #expect(await eventually { fixture.user.open.first?.waiting == 2 })
        let other = begin("ask", Self.peer("2"))
        #expect(await shown(2))
        #expect(fixture.user.open.last?.waiting == 0)
        for count in 1...4 {
            #expect(await eventually { !fixture.user.open.isEmpty })
            fixture.user.answer(.approved)
            #expect(await eventually { fixture.done.count == count })
        }
        for task in asked + [other] { #expect(await task.value == .success("yes")) }
    }

    @Test func `a session that is rejected three times must wait, and no page or other session does`() async throws {
        for _ in 1...3 {
            let asked = begin("ask")
            #expect(await shown(1))
            fixture.user.answer(.rejected)
            #expect(await asked.value.failure?.kind == .rejected)
        }
        #expect(await begin("ask").value.failure?.kind == .rejected)
        #expect(fixture.user.questions.count == 3)
        let other = begin("ask", Self.peer("2"))
        #expect(await shown(1))
        fixture.user.answer(.approved)
        #expect(await other.value == .success("yes"))
        let site = try Site(fixture.dispatcher, origin: "https://shop.example")
        site.say("ask", id: "1")
        #expect(await shown(1))
        fixture.clock.advance(by: .seconds(31))
        let late = begin("ask")
        #expect(await shown(2))
        fixture.user.answer(.approved)
        fixture.user.answer(.approved)
        #expect(await late.value == .success("yes"))
    }

    @Test func `rejecting all ends the waiting requests of that session only`() async {
        let asked = (1...3).map { _ in begin("ask") }
        #expect(await shown(1))
        let other = begin("ask", Self.peer("2"))
        #expect(await shown(2))
        fixture.user.answer(.rejectedAll)
        for task in asked { #expect(await task.value.failure?.kind == .rejected) }
        fixture.user.answer(.approved)
        #expect(await other.value == .success("yes"))
    }

    @Test func `a request may last as long as it says, and then it times out`() async {
        let asked = begin("ask", within: .seconds(86_400))
        #expect(await shown(1))
        #expect(await eventually { fixture.clock.sleeperCount > 0 })
        fixture.clock.advance(by: .seconds(86_399))
        #expect(fixture.user.open.count == 1)
        fixture.clock.advance(by: .seconds(2))
        #expect(await asked.value.failure?.kind == .timedOut)
        #expect(await shown(0))
    }

    // MARK: What ends it

    @Test func `locking or another account ends a question without a decision`() async {
        let asked = begin("ask")
        #expect(await shown(1))
        fixture.dispatcher.lock()
        #expect(await asked.value.failure?.kind == .locked)
        #expect(await shown(0))
        fixture.dispatcher.unlock()
        let again = begin("ask")
        #expect(await shown(1))
        fixture.dispatcher.endAll(because: .switched)
        #expect(await again.value.failure?.kind == .gone)
    }

    @Test func `a withdrawn request closes its own question and no other of the session`() async {
        let first = begin("ask")
        #expect(await shown(1))
        let second = begin("ask")
        #expect(await eventually { fixture.user.open.first?.waiting == 1 })
        first.cancel()
        #expect(await first.value.failure?.kind == .gone)
        #expect(await eventually { fixture.user.open.count == 1 && fixture.user.questions.count == 2 })
        fixture.user.answer(.approved)
        #expect(await second.value == .success("yes"))
        #expect(fixture.done == ["Do"])
    }

    @Test func `what is being sent when a request is withdrawn is reported as sent`() async {
        let asked = begin("send")
        #expect(await shown(1))
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.isLate })
        asked.cancel()
        fixture.dispatcher.lock()
        fixture.finish()
        #expect(await asked.value == .success("sent"))
    }

    @Test func `an oversized request is refused without a question`() async {
        let long = JSON.array([.string(String(repeating: "x", count: fixture.dispatcher.limits.bodyBytes))])
        let answer = await fixture.dispatcher.perform("ask", long, for: session, within: .seconds(60))
        #expect(answer.failure?.kind == .tooLarge)
        #expect(fixture.user.questions.isEmpty)
    }

    @Test func `a question about a session itself is asked in its name, and ends with the lock`() async {
        let gate = fixture.gate
        let asked = Task {
            await fixture.dispatcher.ask("connect", for: session, within: .seconds(60)) {
                request async throws(RPCError) in
                _ = try await gate.ask(TestSubject(sentence: "Connect."), for: request)
                return "connected"
            }
        }
        #expect(await shown(1))
        #expect(fixture.user.open.first?.peer == .session(session))
        fixture.user.answer(.approved)
        #expect(await asked.value == .success("connected"))
        let other = Task {
            await fixture.dispatcher.ask("connect", for: session, within: .seconds(60)) {
                request async throws(RPCError) in
                _ = try await gate.ask(TestSubject(), for: request)
                return .null
            }
        }
        #expect(await shown(1))
        fixture.dispatcher.lock()
        #expect(await other.value.failure?.kind == .locked)
    }
}

extension Result {
    /// Why it failed; `nil` if it did not.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
