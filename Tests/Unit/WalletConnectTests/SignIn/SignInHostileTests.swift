import Bridge
import Primitives
import Testing

@testable import WalletConnect

/// An app that a test plays itself.
enum HandmadeApp {
    /// Sends a sign-in to the wallet without a proposal.
    static func ask(
        _ pair: SessionPair, _ request: SignInRequest, key: AgreementPublicKey = AgreementKey.random().publicKey,
        id: Int64 = 1
    ) async throws -> PairingURI {
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        let message = AuthenticationRequest(
            requester: Participant(publicKey: key, metadata: AppMetadata(name: "app")), signIn: request,
            expiry: pair.clock.seconds + 300)
        let text = try SessionPair.seal(
            .request(SessionCall.authenticate(message).request(id: .number(id))), uri.key)
        #expect(await pair.walletEngine.receive(text, on: uri.topic))
        return uri
    }
}

@Suite(.timeLimit(.minutes(2))) struct SignInHostileTests {
    /// The answer of a wallet that a test plays itself.
    private struct Answer {
        let uri: PairingURI
        let request: RPCRequest
        let asked: AuthenticationRequest
        let envelopeKey = AgreementKey.random()
        let sessionKey = AgreementKey.random()

        init(_ both: SignInPair) async throws {
            uri = try await both.pair.appEngine.authenticate(
                Sample.signIn().requesting(["personal_sign"]), fallback: Sample.wanted)
            await both.pair.settle()
            let message = try #require(await both.pair.relay.published.first { $0.tag == 1116 })
            guard case .request(let request) = try SessionPair.open(message, uri.key) else {
                throw WalletConnectError.session(.malformedAnswer)
            }
            self.request = request
            asked = try AuthenticationRequest(request.params)
        }

        func result(_ authentications: [SignedAuthentication]) -> JSON {
            let responder = Participant(publicKey: sessionKey.publicKey, metadata: AppMetadata(name: "wallet"))
            return AuthenticationResponse(responder: responder, authentications: authentications).json
        }

        func send(_ result: JSON, id: RPCID? = nil, to both: SignInPair) async throws {
            let response = RPCMessage.response(RPCResponse(id: id ?? request.id, result: result))
            let shared = try envelopeKey.sharedKey(with: asked.requester.publicKey)
            let text = try Envelope.seal(response.json.bytes, with: shared, sender: envelopeKey.publicKey)
                .text(for: .relay)
            #expect(await both.pair.appEngine.receive(text, on: asked.requester.publicKey.responseTopic))
            await both.pair.settle()
        }
    }

    private static func signed(
        _ request: SignInRequest, _ user: SignInUser
    ) throws -> SignedAuthentication {
        let message = try #require(try request.messages(for: user.supported()).first)
        return try message.signed(#require(user.sign(message)))
    }

    @Test func `an app refuses what was not asked for or not signed, and the wallet's session ends`() async throws {
        let user = try SignInUser()
        let more = Capabilities(namespace: "eip155", methods: ["eth_sign"], chains: [])
        let changes: [(WalletConnectError.SignIn, (inout SignedAuthentication) -> Void)] = [
            (.otherRequest, { $0.payload.nonce = "other" }), (.otherRequest, { $0.payload.domain = "evil.example" }),
            (.otherRequest, { $0.payload.resources = [more.text] }),
            (.signature, { $0.payload.issuer = "did:pkh:eip155:1:0x00000000000000000000000000000000000000ab" }),
            (.signature, { $0.signature.text = "0x" + String(repeating: "1", count: 130) }),
            (.otherRequest, { $0.payload.issuer = "did:pkh:eip155:5:\(user.address)" }),
            (.issuer, { $0.payload.issuer = "did:key:z6Mk" }),
        ]
        for (fault, change) in changes {
            let both = try await SignInPair()
            let answer = try await Answer(both)
            var signed = try Self.signed(answer.asked.signIn, user)
            change(&signed)
            try await answer.send(answer.result([signed]), to: both)
            await #expect(throws: WalletConnectError.signIn(fault)) {
                _ = try await both.pair.appEngine.signIn(answer.uri.topic)
            }
            #expect(await both.pair.appEngine.sessions().isEmpty)
            let session = try answer.sessionKey.sharedKey(with: answer.asked.requester.publicKey)
            let last = try #require(await both.pair.relay.published.last)
            #expect(last.topic == session.topic)
            guard case .request(let request) = try SessionPair.open(last, session) else {
                Issue.record("no request")
                return
            }
            #expect(request.method == "wc_sessionDelete")
        }
    }

    @Test func `an answer that is malformed fails the connection`() async throws {
        let zeros = String(repeating: "0", count: 64)
        for result in [true, [:], ["cacaos": []], ["responder": ["publicKey": .string(zeros)]]] as [JSON] {
            let both = try await SignInPair()
            let answer = try await Answer(both)
            try await answer.send(result, to: both)
            await #expect(throws: WalletConnectError.session(.malformedAnswer)) {
                _ = try await both.pair.appEngine.signIn(answer.uri.topic)
            }
        }
    }

    @Test func `an answer on the topic of the pairing, or with another id, does not count`() async throws {
        let both = try await SignInPair()
        let answer = try await Answer(both)
        let good = try answer.result([Self.signed(answer.asked.signIn, both.user)])
        let response = RPCMessage.response(RPCResponse(id: answer.request.id, result: good))
        #expect(await both.pair.appEngine.receive(try SessionPair.seal(response, answer.uri.key), on: answer.uri.topic))
        try await answer.send(good, id: .number(99), to: both)
        #expect(await both.pair.appEngine.counts().unexpectedAnswers == 2)
        #expect(await both.pair.appEngine.sessions().isEmpty)
        try await answer.send(good, to: both)
        #expect(try await both.pair.appEngine.signIn(answer.uri.topic).session != nil)
        // The same answer again finds nothing.
        try await answer.send(good, to: both)
        #expect(await both.pair.appEngine.sessions().count == 1)
    }

    @Test func `a wallet sends no signature that is not of the account`() async throws {
        let both = try await SignInPair()
        let uri = try await both.ask()
        let shown = try await both.shown()
        let other = try SignInUser(byte: 9)
        let messages = try shown.signIn.messages(for: both.user.supported())
        await #expect(throws: WalletConnectError.signIn(.signature)) {
            try await both.wallet.approve(shown, messages, sign: other.sign)
        }
        await #expect(throws: WalletConnectError.parameters("cacaos")) {
            try await both.wallet.approve(shown, [], sign: both.user.sign)
        }
        let foreign = try Sample.signIn(nonce: "other").messages(for: both.user.supported())
        await #expect(throws: WalletConnectError.signIn(.otherRequest)) {
            try await both.wallet.approve(shown, foreign, sign: both.user.sign)
        }
        #expect(await both.pair.walletEngine.sessions().isEmpty)
        try await both.wallet.approve(shown, messages, sign: both.user.sign)
        #expect(try await both.pair.appEngine.signIn(uri.topic).authentications.count == 2)
    }

    @Test func `a sign-in that comes again is answered from the record, and not shown again`() async throws {
        let both = try await SignInPair()
        _ = try await both.ask()
        let request = try #require(await both.pair.relay.published.first { $0.tag == 1116 })
        #expect(await both.pair.walletEngine.receive(request.text, on: request.topic))
        let shown = try await both.shown()
        #expect(await both.pair.walletEngine.authentications().count == 1)
        try await both.wallet.approve(
            shown, shown.signIn.messages(for: both.user.supported()), sign: both.user.sign)
        await both.pair.settle()
        #expect(await both.pair.walletEngine.receive(request.text, on: request.topic))
        await both.pair.settle()
        let answers = await both.pair.relay.published.filter { $0.tag == 1117 }
        #expect(answers.count == 2)
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(await both.pair.walletEngine.authentications().isEmpty)
        #expect(await both.pair.walletEngine.sessions().count == 1)
    }

    @Test func `a sign-in with a key of low order, or of the wrong side, is not shown`() async throws {
        let both = try await SignInPair()
        let zeros = try #require(AgreementPublicKey(hex: String(repeating: "0", count: 64)))
        let uri = try await HandmadeApp.ask(both.pair, Sample.signIn(), key: zeros)
        await both.pair.settle()
        #expect(try await both.responses(on: uri).compactMap(\.failure?.known) == [.unsupportedProtocolMethod])
        #expect(await both.pair.walletEngine.authentications().isEmpty)
        let own = try await both.pair.appEngine.propose(optional: Sample.wanted)
        let request = AuthenticationRequest(
            requester: Participant(publicKey: AgreementKey.random().publicKey, metadata: AppMetadata(name: "")),
            signIn: Sample.signIn(), expiry: nil)
        let message = RPCMessage.request(SessionCall.authenticate(request).request(id: .number(3)))
        #expect(await both.pair.appEngine.receive(try SessionPair.seal(message, own.key), on: own.topic))
        #expect(await both.pair.appEngine.authentications().isEmpty)
    }

    @Test func `more sign-ins than are kept are answered as if there was none`() async throws {
        let both = try await SignInPair()
        for id in 0..<20 { _ = try await HandmadeApp.ask(both.pair, Sample.signIn(), id: Int64(id)) }
        #expect(await both.pair.walletEngine.authentications().count == SessionLimits().proposals)
    }

    @Test func `the signature of a contract counts only if the app has checked it on the chain`() async throws {
        for isValid in [true, false] {
            let both = try await SignInPair()
            let news = await both.wallet.news()
            let wallet = Task {
                for await case .authentication(let shown) in news {
                    let message = try #require(try shown.signIn.messages(for: both.user.supported()).first)
                    let signed = message.signed(byContract: "0x1234")
                    try await both.pair.walletEngine.approve(shown.key, authentications: [signed])
                    return
                }
            }
            do {
                let result = try await both.app.authenticate(
                    Sample.signIn(), Sample.wanted, isValid: { $0.signature.text == "0x1234" && isValid }
                ) { link in try? await both.wallet.pair(link) }
                #expect(isValid && result.session != nil)
            } catch {
                #expect(!isValid && error == .signIn(.signature))
                await both.pair.settle()
                #expect(await both.pair.walletEngine.sessions().isEmpty)
            }
            try await wallet.value
        }
    }

    @Test func `a settlement with a signature that does not count is refused`() async throws {
        let both = try await SignInPair([])
        let uri = try await both.ask()
        await both.pair.settle()
        let message = try #require(await both.pair.relay.published.first { $0.tag == 1100 })
        guard case .request(let request) = try SessionPair.open(message, uri.key) else { return }
        let proposal = try SessionProposal(request.params)
        let own = AgreementKey.random()
        let shared = try own.sharedKey(with: proposal.proposer.publicKey)
        let approval = RPCResponse(id: request.id, result: ProposalApproval(responderPublicKey: own.publicKey).json)
        #expect(await both.pair.appEngine.receive(try SessionPair.seal(.response(approval), uri.key), on: uri.topic))
        var signed = try Self.signed(Sample.signIn(nonce: "other"), both.user)
        signed.payload.nonce = try #require(proposal.authentications.first).nonce
        var settlement = SessionSettlement(
            controller: Participant(publicKey: own.publicKey, metadata: AppMetadata(name: "wallet")),
            namespaces: Sample.approved(), expiry: both.pair.clock.seconds + 1_000)
        settlement.authentications = [signed]
        let call = SessionCall.settle(settlement).request(id: .number(5))
        let response = try await both.pair.answer(to: .request(call), shared, from: 0)
        #expect(response.failure?.known == .signatureVerificationFailed)
        await #expect(throws: WalletConnectError.self) { _ = try await both.pair.appEngine.signIn(uri.topic) }
        #expect(await both.pair.appEngine.sessions().isEmpty)
    }
}
