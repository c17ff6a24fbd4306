import Bridge
import Glibc
import Network
import Testing

@testable import WalletConnect

/// Both roles over a bridge server that runs.
@Suite(.serialized, .timeLimit(.minutes(2))) struct V1ServerTests {
    /// The address of a relay that serves version 1, too, such as `ws://127.0.0.1:7700`.
    private static let relay = getenv("DRAWBRIDGE_TEST_RELAY").map { String(cString: $0) }

    private func engine(_ name: String, _ storage: MemoryStorage, _ address: String) throws -> V1Engine {
        let now: @Sendable () -> Int64 = { Int64(time(nil)) * 1_000 }
        return V1Engine(
            metadata: AppMetadata(name: name), bridge: try V1BridgeAddress(address), store: storage,
            transport: V1Bridges(WebSocketClient(), environment: RelayEnvironment(now: now)),
            sealing: PlainSealing(), environment: SessionEnvironment(now: now))
    }

    @Test(.enabled(if: relay != nil)) func `a wallet and an app meet at a server, also after either was away`()
        async throws
    {
        let address = try #require(Self.relay)
        let (walletMemory, appMemory) = (MemoryStorage(), MemoryStorage())
        let (wallet, app) = (try engine("wallet", walletMemory, address), try engine("app", appMemory, address))
        try await wallet.start()
        try await app.start()
        // The app's request waits at the server until the wallet has read the link.
        let link = try await app.offer(ConnectionOffer(optional: V1Pair.wanted))
        await eventually { await app.isIdle }
        let news = await wallet.news()
        try await wallet.pair(ConnectionLink(link.text, now: 0))
        for await case .proposal(let proposal) in news {
            try await wallet.approve(proposal.key, namespaces: V1Pair.approved())
            break
        }
        let session = try await app.connection(link.topic)
        let chain = ChainID(eip155: 5)
        let serving = Task { await Self.serve(wallet) }
        for number in 0..<100 {
            let params: JSON = [.string("\(number)")]
            #expect(try await app.request(session.topic, "personal_sign", params, chain: chain) == params)
        }
        serving.cancel()
        // Requests that are made while the wallet is away, and answers while the app is.
        await eventually { await wallet.isIdle }
        await wallet.stop()
        let calls = (0..<20).map { number in
            Task {
                try await app.request(session.topic, "personal_sign", [.string("\(number)")], chain: chain)
            }
        }
        await eventually { await app.state.sent.values.count { $0.state == .waiting } == 20 }
        await eventually { await app.isIdle }
        await app.stop()
        for call in calls { await #expect(throws: WalletConnectError.session(.stopped)) { try await call.value } }
        let nextWallet = try engine("wallet", walletMemory, address)
        let shown = await nextWallet.news()
        try await nextWallet.start()
        var times: [Int64] = []
        for await case .request(let request) in shown {
            times.append(request.key.id.milliseconds ?? 0)
            try await nextWallet.answer(request.key, with: .result(request.request.params))
            if times.count == 20 { break }
        }
        #expect(times == times.sorted() && Set(times).count == 20)
        await eventually { await nextWallet.isIdle }
        let nextApp = try engine("app", appMemory, address)
        try await nextApp.start()
        await eventually { await nextApp.unreadAnswers().count == 20 }
        for answer in await nextApp.unreadAnswers() { #expect(answer.outcome == .success(answer.request.params)) }
        try await nextWallet.update(session.topic, namespaces: V1Pair.approved(chain: 10))
        await eventually { await nextApp.session(session.topic)?.namespaces.chains == [ChainID(eip155: 10)] }
        try await nextApp.disconnect(session.topic)
        await eventually { await nextWallet.sessions().isEmpty }
        await eventually { await nextWallet.isIdle }
        await eventually { await nextApp.isIdle }
        await nextWallet.stop()
        await nextApp.stop()
    }

    private static func serve(_ wallet: V1Engine) async {
        for await case .request(let request) in await wallet.news() {
            try? await wallet.answer(request.key, with: .result(request.request.params))
        }
    }
}
