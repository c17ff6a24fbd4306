import Bridge
import Primitives
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct SignInSessionTests {
    @Test func `an app signs a user in and connects with one signature`() async throws {
        let both = try await SignInPair()
        let news = await both.wallet.news()
        let wallet = Task {
            for await case .authentication(let shown) in news {
                let messages = try shown.signIn.messages(for: both.user.supported())
                return try await both.wallet.approve(shown, [try #require(messages.first)], sign: both.user.sign)
            }
            return nil
        }
        let result = try await both.app.authenticate(Sample.signIn(), Sample.wanted) { link in
            try? await both.wallet.pair(link)
        }
        let session = try #require(result.session)
        let accounts = ["eip155:1:\(both.user.address)", "eip155:10:\(both.user.address)"]
        #expect(await session.accounts().map(\.description) == accounts)
        #expect(result.accounts.map(\.description) == [accounts[0]])
        #expect(session.details.namespaces.entries.map(\.methods) == [["personal_sign"]])
        let own = try #require(await wallet.result.get())
        #expect(own.topic == session.details.topic)
        #expect(own.namespaces == session.details.namespaces)
        #expect(own.isSettled && session.details.isSettled)
        await both.pair.settle()
        // No settlement; the answer has the tag of sign-ins.
        #expect(await both.pair.relay.published.map(\.tag) == [1116, 1100, 1117])
        // The session is one like any other.
        let requests = await both.wallet.news()
        async let answer = session.request("personal_sign", ["0x00"])
        for await case .request(let request) in requests {
            try await both.wallet.answer(request, with: "0xab")
            break
        }
        #expect(try await answer == "0xab")
        try await session.disconnect()
        await both.pair.settle()
        #expect(await both.wallet.sessions().isEmpty)
        #expect(both.pair.app.memory.records.keys.allSatisfy { !$0.isOfSignIn })
    }

    @Test func `the user sees the exact text of each account and chain`() async throws {
        let both = try await SignInPair()
        var request = Sample.signIn()
        request.statement = "Welcome."
        _ = try await both.ask(request, methods: ["personal_sign", "eth_sendTransaction", "eth_sign"])
        let messages = try await both.shown().signIn.messages(for: both.user.supported())
        #expect(messages.map(\.account.chain.description) == ["eip155:1", "eip155:10"])
        let capability = Capabilities(
            namespace: "eip155", methods: ["personal_sign", "eth_sendTransaction"], chains: request.chains)
        #expect(
            messages.last?.text == """
                app.example wants you to sign in with your Ethereum account:
                \(both.user.address)

                Welcome. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': \
                'eth_sendTransaction', 'personal_sign' for 'eip155'.

                URI: https://app.example/in
                Version: 1
                Chain ID: 10
                Nonce: a1b2c3d4
                Issued At: 2027-01-15T08:00:00Z
                Resources:
                - \(capability.text)
                """)
        #expect(
            messages.last?.capabilities?.sentences == [
                "Allows the app to request “eth_sendTransaction”, “personal_sign” on eip155:1, eip155:10. You are still "
                    + "asked each time."
            ])
    }

    @Test func `a sign-in without methods makes no session`() async throws {
        let both = try await SignInPair()
        let uri = try await both.ask(methods: [])
        let shown = try await both.shown()
        #expect(try await both.pair.walletEngine.approve(shown.key, authentications: both.signed(shown)) == nil)
        let result = try await both.pair.appEngine.signIn(uri.topic)
        #expect(result.session == nil)
        #expect(result.authentications.count == 2)
        #expect(await both.pair.appEngine.sessions().isEmpty)
        #expect(await both.pair.walletEngine.sessions().isEmpty)
    }

    // MARK: Wallets without sign-in

    @Test(arguments: [[], [ChainID(eip155: 137)]])
    func `a wallet without sign-in, or on other chains, gets a plain proposal`(chains: [ChainID]) async throws {
        let both = try await SignInPair(chains)
        let uri = try await both.ask()
        #expect(await both.pair.walletEngine.authentications().isEmpty)
        #expect(try await both.responses(on: uri).compactMap(\.failure?.known) == [.unsupportedProtocolMethod])
        let proposal = try #require(await both.pair.walletEngine.proposals().first)
        try await both.pair.walletEngine.approve(proposal.key, namespaces: Sample.approved())
        let result = try await both.pair.appEngine.signIn(uri.topic)
        #expect(result.session?.namespaces == Sample.approved())
        #expect(result.authentications.isEmpty)
        #expect(both.pair.app.memory.records.keys.allSatisfy { !$0.isOfSignIn })
    }

    @Test func `a capability that cannot be read is answered as if there was no sign-in`() async throws {
        let both = try await SignInPair()
        var request = Sample.signIn()
        request.resources = ["urn:recap:e30"]
        let uri = try await HandmadeApp.ask(both.pair, request)
        await both.pair.settle()
        #expect(try await both.responses(on: uri).compactMap(\.failure?.known) == [.unsupportedProtocolMethod])
        #expect(await both.pair.walletEngine.authentications().isEmpty)
    }

    @Test func `the proposal waits behind the sign-in, and is shown if that is declined`() async throws {
        let both = try await SignInPair()
        let uri = try await both.ask()
        #expect(await both.pair.walletEngine.proposals().isEmpty)
        let held = try #require(both.pair.wallet.memory.records.values.compactMap(\.proposal).first)
        await #expect(throws: WalletConnectError.session(.unknownProposal)) {
            try await both.pair.walletEngine.approve(held.key, namespaces: Sample.approved())
        }
        try await both.wallet.decline(both.shown())
        let proposal = try #require(await both.pair.walletEngine.proposals().first)
        // The newest form: the sign-in is part of the proposal, and its answer of the settlement.
        let messages = try #require(proposal.authentications.first).messages(for: both.user.supported())
        let signed = try messages.map { try $0.signed(#require(both.user.sign($0))) }
        try await both.pair.walletEngine.approve(
            proposal.key, namespaces: Sample.approved(), authentications: signed)
        let result = try await both.pair.appEngine.signIn(uri.topic)
        #expect(result.session != nil)
        #expect(result.authentications == signed)
    }

    @Test func `a proposal that came first is replaced by the sign-in`() async throws {
        let both = try await SignInPair()
        let news = await both.wallet.news()
        let uri = try await both.ask(isHeld: true)
        let sent = await both.pair.relay.published
        for message in sent.reversed() {
            #expect(await both.pair.walletEngine.receive(message.text, on: message.topic))
        }
        var kinds: [String] = []
        for await item in news {
            switch item {
            case .proposal: kinds.append("proposal")
            case .proposalWithdrawn(_, .replaced): kinds.append("replaced")
            case .authentication: kinds.append("sign-in")
            default: kinds.append("other")
            }
            if kinds.count == 3 { break }
        }
        #expect(kinds == ["proposal", "replaced", "sign-in"])
        await both.pair.relay.hold(false)
        try await both.wallet.approve(
            both.shown(), both.shown().signIn.messages(for: both.user.supported()), sign: both.user.sign)
        #expect(try await both.pair.appEngine.signIn(uri.topic).session != nil)
        #expect(await both.pair.walletEngine.proposals().isEmpty)
    }

    // MARK: Ends

    @Test func `a rejection reaches the app, and the proposal is not shown`() async throws {
        let both = try await SignInPair()
        let uri = try await both.ask()
        let shown = try await both.shown()
        let messages = try shown.signIn.messages(for: both.user.supported())
        #expect(try await both.wallet.approve(shown, messages) { _ in nil } == nil)
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejected)))) {
            _ = try await both.pair.appEngine.signIn(uri.topic)
        }
        #expect(await both.pair.relay.published.map(\.tag) == [1116, 1100, 1118])
        #expect(await both.pair.walletEngine.proposals().isEmpty)
        // A proposal that comes late finds nothing.
        for message in await both.pair.relay.published.prefix(2) {
            #expect(await both.pair.walletEngine.receive(message.text, on: message.topic))
        }
        #expect(await both.pair.walletEngine.proposals().isEmpty)
        #expect(await both.pair.walletEngine.authentications().isEmpty)
        #expect(await both.pair.appEngine.sessions().isEmpty)
    }

    @Test func `a sign-in that nobody answers expires on both sides`() async throws {
        let both = try await SignInPair()
        let news = await both.wallet.news()
        let uri = try await both.ask()
        let key = try await both.shown().key
        both.pair.clock.advance(seconds: 301)
        await #expect(throws: WalletConnectError.session(.expired)) {
            _ = try await both.pair.appEngine.signIn(uri.topic)
        }
        for await case .authenticationWithdrawn(let withdrawn, .expired) in news {
            #expect(withdrawn == key)
            break
        }
        await #expect(throws: WalletConnectError.session(.unknownProposal)) {
            try await both.pair.walletEngine.approve(key, authentications: [])
        }
        await both.pair.settle()
        #expect(await both.pair.relay.published.map(\.tag).contains(1119))
    }

    // MARK: Restarts

    @Test func `a sign-in and its answer survive a restart of both sides`() async throws {
        let both = try await SignInPair()
        let uri = try await both.ask()
        for record in Array(both.pair.wallet.memory.records.values) + both.pair.app.memory.records.values {
            #expect(try StoredRecord(parsing: record.text, as: record.key) == record)
        }
        await both.pair.walletEngine.stop()
        await both.pair.appEngine.stop()
        let (wallet, _) = try await both.pair.wallet.start(seed: 5)
        let (app, _) = try await both.pair.app.start(seed: 6)
        let shown = try #require(await wallet.authentications().first)
        let news = await app.news()
        let session = try #require(try await wallet.approve(shown.key, authentications: both.signed(shown)))
        for await case .settled(let details) in news where details.topic == session.topic { break }
        #expect(await app.sessions().map(\.topic) == [session.topic])
        for record in both.pair.wallet.memory.records.values {
            #expect(try StoredRecord(parsing: record.text, as: record.key) == record)
        }
        while await !app.isIdle { await Task.yield() }
        #expect(await both.pair.relay.subscriptions(1) == [session.topic])
        // Nobody waits for it any more.
        await #expect(throws: WalletConnectError.session(.unknownProposal)) { _ = try await app.signIn(uri.topic) }
    }
}

extension StoredKey {
    /// Whether it is of a sign-in.
    var isOfSignIn: Bool {
        guard case .authentication = self else { return false }
        return true
    }
}

extension StoredRecord {
    /// The proposal, if it is one.
    var proposal: ProposalRecord? {
        guard case .proposal(let record) = self else { return nil }
        return record
    }
}
