import Bridge
import Testing

@testable import WalletConnect

/// The way of a session's requests to the dispatcher and back.
@MainActor @Suite(.timeLimit(.minutes(2))) struct SessionChannelTests {
    // MARK: Proposals

    @Test func `a rejected proposal makes no session, and the app learns that the user rejected it`() async throws {
        let fixture = try await ChannelFixture()
        let uri = try await fixture.pair.appEngine.propose(required: ProposalNamespaces(), optional: Sample.wanted)
        try await fixture.pair.walletEngine.pair(uri)
        #expect(await fixture.shown(["Connect."]))
        fixture.user.answer(.rejected)
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejected)))) {
            try await fixture.pair.appEngine.connection(uri.topic)
        }
        #expect(await fixture.pair.walletEngine.sessions().isEmpty)
    }

    @Test func `a proposal of which the wallet supports nothing is rejected without a question`() async throws {
        let fixture = try await ChannelFixture()
        let wanted = ProposalNamespaces([
            ProposalNamespaces.Entry("solana", chains: ["solana:mainnet"], methods: ["solana_signMessage"])
        ])
        let uri = try await fixture.pair.appEngine.propose(required: ProposalNamespaces(), optional: wanted)
        try await fixture.pair.walletEngine.pair(uri)
        await #expect(throws: WalletConnectError.self) { try await fixture.pair.appEngine.connection(uri.topic) }
        #expect(fixture.user.count == 0)
        #expect(
            fixture.wallet.events.contains {
                if case .unsupported = $0 { true } else { false }
            })
    }

    @Test func `an expired proposal closes its question and says so`() async throws {
        let fixture = try await ChannelFixture()
        let uri = try await fixture.pair.appEngine.propose(required: ProposalNamespaces(), optional: Sample.wanted)
        try await fixture.pair.walletEngine.pair(uri)
        #expect(await fixture.shown(["Connect."]))
        fixture.pair.clock.advance(seconds: 301)
        #expect(
            await fixture.until {
                fixture.pair.clock.wake()
                return fixture.user.open.isEmpty
            })
        #expect(
            await fixture.until {
                fixture.wallet.events.contains {
                    if case .withdrawn(_, isProposal: true, .expired) = $0 { true } else { false }
                }
            })
        #expect(await fixture.pair.walletEngine.sessions().isEmpty)
    }

    @Test func `a proposal to a locked wallet waits until it is unlocked`() async throws {
        let fixture = try await ChannelFixture()
        fixture.lock()
        let uri = try await fixture.pair.appEngine.propose(required: ProposalNamespaces(), optional: Sample.wanted)
        try await fixture.pair.walletEngine.pair(uri)
        #expect(await fixture.until { fixture.wallet.waiting.first?.obstacle == .locked })
        #expect(fixture.user.count == 0)
        fixture.unlock()
        #expect(await fixture.shown(["Connect."]))
        fixture.user.answer(.approved)
        #expect(try await fixture.pair.appEngine.connection(uri.topic).isSettled)
        #expect(fixture.wallet.waiting.isEmpty)
    }

    // MARK: Sign-ins

    /// Lets the app ask for a sign-in inside a proposal: the wallet declines the other form.
    private func ask(_ fixture: ChannelFixture, chains: [ChainID] = [Sample.chain]) async throws -> PairingURI {
        fixture.wallet.signer = try SignInUser()
        fixture.wallet.account = try "eip155:1:\(SignInUser().address)"
        var request = Sample.signIn()
        request.chains = chains
        let uri = try await fixture.pair.appEngine.authenticate(
            request.requesting(["personal_sign"]), fallback: Sample.wanted)
        try await fixture.pair.walletEngine.pair(uri)
        return uri
    }

    @Test func `a proposal that contains a sign-in is one question, and the app gets the signature`() async throws {
        let fixture = try await ChannelFixture()
        let uri = try await ask(fixture)
        #expect(await fixture.shown(["Sign in."]))
        let asked = try #require(fixture.wallet.signIns.first)
        #expect(asked.namespaces?.entries.map(\.methods) == [["personal_sign"]])
        #expect(fixture.user.open.first?.peer.session?.accounts == [asked.text.account])
        fixture.user.answer(.approved)
        let outcome = try await fixture.pair.appEngine.signIn(uri.topic)
        #expect(outcome.session?.isSettled == true)
        #expect(outcome.authentications.map(\.payload.account) == [asked.text.account])
        #expect(fixture.user.count == 1)
    }

    @Test func `a rejected sign-in inside a proposal makes no session`() async throws {
        let fixture = try await ChannelFixture()
        let uri = try await ask(fixture)
        #expect(await fixture.shown(["Sign in."]))
        fixture.user.answer(.rejected)
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejected)))) {
            try await fixture.pair.appEngine.signIn(uri.topic)
        }
        #expect(await fixture.pair.walletEngine.sessions().isEmpty)
    }

    @Test func `a sign-in that the wallet cannot sign leaves the question about the connection`() async throws {
        let fixture = try await ChannelFixture()
        let uri = try await ask(fixture, chains: [ChainID(eip155: 137)])
        #expect(await fixture.shown(["Connect."]))
        fixture.user.answer(.approved)
        let outcome = try await fixture.pair.appEngine.signIn(uri.topic)
        #expect(outcome.session?.isSettled == true)
        #expect(outcome.authentications.isEmpty)
    }

    // MARK: Requests

    @Test func `requests are shown one after the other in their order, each once, and each is answered`()
        async throws
    {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        var asked: [Task<JSON, any Error>] = []
        for number in 1...20 {
            asked.append(fixture.request("\(number)", in: session))
            #expect(await fixture.until { await fixture.pair.walletEngine.requestCount() == number })
        }
        for number in 1...20 {
            #expect(await fixture.shown(["\(number)"]))
            if number == 1 { #expect(await fixture.until { fixture.user.open.first?.waiting == 19 }) }
            fixture.user.answer(number.isMultiple(of: 5) ? .rejected : .approved)
            let answer = await asked[number - 1].result
            if number.isMultiple(of: 5) {
                #expect(throws: WalletConnectError.self) { try answer.get() }
            } else {
                #expect(try answer.get() == .string("signed \(number)"))
            }
        }
        #expect(fixture.user.count == 21)
        #expect(fixture.wallet.done.count == 16)
    }

    @Test func `the app gets the error of the user's rejection as from a page`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("x", in: session)
        #expect(await fixture.shown(["x"]))
        fixture.user.answer(.rejected)
        do {
            _ = try await asked.value
            Issue.record("It was answered.")
        } catch WalletConnectError.session(.rejected(let response)) {
            #expect(response.code == 4_001)
            #expect(response.message.hasPrefix("User rejected the request."))
        }
    }

    @Test func `the question names the session and its chain`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("x", in: session)
        #expect(await fixture.shown(["x"]))
        let peer = try #require(fixture.user.open.first?.peer.session)
        #expect(peer.topic == session.topic.description)
        #expect(peer.name == "client 1")
        #expect(peer.chain == Sample.chain)
        #expect(peer.accounts.map(\.description) == [Sample.account])
        #expect(peer.purpose?.hasPrefix("walletconnect:\(session.topic):") == true)
        fixture.user.answer(.approved)
        _ = try await asked.value
    }

    @Test func `a request in a locked wallet waits, is counted, and is shown after unlocking`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        fixture.lock()
        let asked = ["1", "2"].map { fixture.request($0, in: session) }
        #expect(await fixture.until { fixture.wallet.waiting.first?.count == 2 })
        #expect(fixture.wallet.waiting.first?.obstacle == .locked)
        #expect(fixture.user.count == 1)
        fixture.unlock()
        for _ in asked {
            #expect(await fixture.until { fixture.user.open.count == 1 })
            fixture.user.answer(.approved)
            #expect(await fixture.until { fixture.user.open.isEmpty || fixture.wallet.done.count > 0 })
        }
        for task in asked { _ = try await task.value }
        #expect(fixture.wallet.waiting.isEmpty)
    }

    @Test func `locking takes a question from the screen without an answer, and it comes back`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("x", in: session)
        #expect(await fixture.shown(["x"]))
        fixture.lock()
        #expect(await fixture.shown([]))
        #expect(await fixture.until { fixture.wallet.waiting.first?.count == 1 })
        #expect(await fixture.pair.walletEngine.requestCount() == 1)
        fixture.unlock()
        #expect(await fixture.shown(["x"]))
        fixture.user.answer(.approved)
        #expect(try await asked.value == "signed x")
    }

    @Test func `a request for another account than the one in use waits for that account`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        fixture.wallet.hasOtherAccount = true
        let asked = fixture.request("x", in: session)
        #expect(await fixture.until { fixture.wallet.waiting.first?.obstacle == .otherAccount })
        fixture.wallet.hasOtherAccount = false
        fixture.channel.refresh()
        #expect(await fixture.shown(["x"]))
        // The account changes while the question is open.
        fixture.wallet.hasOtherAccount = true
        fixture.dispatcher.endAll(because: .switched)
        fixture.channel.refresh()
        #expect(await fixture.until { fixture.wallet.waiting.first?.obstacle == .otherAccount })
        #expect(await fixture.shown([]))
        fixture.wallet.hasOtherAccount = false
        fixture.channel.refresh()
        #expect(await fixture.shown(["x"]))
        fixture.user.answer(.approved)
        #expect(try await asked.value == "signed x")
    }

    @Test func `an expired request closes its question, and the app gets 8000`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("x", in: session)
        #expect(await fixture.shown(["x"]))
        fixture.pair.clock.advance(seconds: 301)
        #expect(
            await fixture.until {
                fixture.pair.clock.wake()
                return fixture.user.open.isEmpty
            })
        #expect(
            await fixture.until {
                fixture.wallet.events.contains {
                    if case .withdrawn(_, isProposal: false, .expired) = $0 { true } else { false }
                }
            })
        await #expect(throws: WalletConnectError.self) { try await asked.value }
        #expect(fixture.wallet.done.isEmpty)
    }

    @Test func `a session that ends closes its questions`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = ["1", "2"].map { fixture.request($0, in: session) }
        #expect(await fixture.until { await fixture.pair.walletEngine.requestCount() == 2 })
        #expect(await fixture.until { fixture.user.open.count == 1 })
        try await fixture.pair.appEngine.disconnect(session.topic)
        #expect(await fixture.shown([]))
        #expect(
            await fixture.until {
                fixture.wallet.events.contains {
                    if case .ended = $0 { true } else { false }
                }
            })
        for task in asked { await #expect(throws: WalletConnectError.self) { try await task.value } }
        #expect(fixture.wallet.done.isEmpty)
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `what was sent while the wallet was locked is answered once the keys can be opened`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("send", in: session)
        #expect(await fixture.shown(["send"]))
        fixture.user.answer(.approved)
        #expect(await fixture.until { fixture.wallet.isSending })
        fixture.lock()
        fixture.pair.walletRun.setLocked(true)
        await fixture.pair.walletEngine.locked()
        fixture.wallet.finish()
        #expect(await fixture.until { fixture.wallet.done == ["send"] })
        #expect(await fixture.pair.walletEngine.requestCount() == 1)
        fixture.pair.walletRun.setLocked(false)
        try await fixture.pair.walletEngine.unlocked()
        fixture.unlock()
        #expect(try await asked.value == "signed send")
        #expect(fixture.user.count == 2)
    }

    @Test func `what the user had approved when the program ended is answered with an error, and not shown again`()
        async throws
    {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("send", in: session)
        #expect(await fixture.shown(["send"]))
        fixture.user.answer(.approved)
        #expect(await fixture.until { fixture.wallet.isSending })
        try await fixture.restart()
        await #expect(throws: WalletConnectError.self) { try await asked.value }
        #expect(fixture.user.count == 2)
        #expect(fixture.user.open.isEmpty)
        fixture.wallet.finish()
    }

    @Test func `nothing is signed if it cannot be stored that the user has approved it`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        let asked = fixture.request("x", in: session)
        #expect(await fixture.shown(["x"]))
        fixture.pair.walletRun.setBroken(true)
        fixture.user.answer(.approved)
        #expect(await fixture.until { fixture.user.open.isEmpty && fixture.dispatcher.pendingCount == 0 })
        fixture.pair.walletRun.setBroken(false)
        #expect(
            await fixture.until {
                fixture.unlock()
                return await fixture.pair.walletEngine.requestCount() == 0
            })
        await #expect(throws: WalletConnectError.self) { try await asked.value }
        #expect(fixture.wallet.done.isEmpty)
    }

    @Test func `a request that an earlier run has acted on is answered without a question`() async throws {
        let fixture = try await ChannelFixture()
        let session = try await fixture.connect()
        fixture.lock()
        let asked = ["1", "2"].map { fixture.request($0, in: session) }
        #expect(await fixture.until { fixture.wallet.waiting.first?.count == 2 })
        let ids = await fixture.pair.walletEngine.requests().map(\.key.id)
        fixture.wallet.earlier = [
            ids[0]: .success("0xhash"), ids[1]: .failure(RPCError(.notSent, "The transaction was not sent.")),
        ]
        fixture.unlock()
        var answers: [JSON?] = []
        for task in asked { answers.append(try? await task.value) }
        #expect(answers.contains("0xhash"))
        #expect(answers.contains(nil))
        #expect(fixture.user.count == 1)
        #expect(fixture.wallet.done.isEmpty)
    }

    @Test func `the errors of the dispatcher are the codes of the field`() {
        let codes: [(RPCError, Int64)] = [
            (.rejected, 4_001), (.unauthorized, 4_100), (RPCError(.unsupported, "x"), 4_200),
            (RPCError(.unknownChain, "x"), 4_902), (RPCError(.invalidParameters, "x"), -32_602),
            (.unknownMethod("x"), -32_601), (RPCError(.tooMany, "x"), -32_005), (RPCError(.failed, "x"), -32_603),
            (RPCError(revert: [1]), 3),
        ]
        for (error, code) in codes { #expect(ErrorResponse(error, of: "personal_sign").code == code) }
    }
}
