import Bridge
import EthereumWallet
import HeadlessWallet
import Testing
import WalletUI

@testable import WalletTerminal
@testable import WalletWindow
@testable import WalletConnect

/// What the user sees of WalletConnect.
@MainActor @Suite struct SessionScreensTests {
    @Test func `while an app of version 1 is awaited, a server that does not answer is named as the reason`() {
        func busy(_ server: RelayState?) -> String? {
            PairingWindow.screen(server: server, .connected(since: 0)).busy
        }
        #expect(busy(nil) == "The app is asked what it wants…")
        #expect(busy(.connecting) == "Connecting to the server…")
        #expect(busy(.connected(since: 0)) == "The app is asked what it wants…")
        let waiting = busy(.waiting(until: 0, .unreachable))
        #expect(waiting == "The server that the link names does not answer. The wallet tries again…")
    }

    @Test func `what the wallet says about itself has an address and an icon`() throws {
        let metadata = AppIdentity.metadata
        #expect(try Origin(serialized: metadata.url).scheme == "https")
        #expect(metadata.icons.count == 1 && metadata.icons.allSatisfy { $0.hasPrefix("data:image/svg+xml;base64,") })
    }

    @Test func `what is entered is trimmed, and an empty setting is none`() {
        let old = SessionSettings(verifies: true, verificationKey: "https://verify.example/key")
        let entered: [FieldID: String] = [
            .relay: " wss://relay.example\n", .projectID: "  ", .enabled: "true", .verification: "false",
        ]
        let settings = SessionSettingsPage.settings(in: ScreenInput(entered), from: old)
        #expect(settings == SessionSettings(relay: "wss://relay.example", verificationKey: old.verificationKey))
        #expect(
            SessionSettingsPage.settings(in: ScreenInput(), from: SessionSettings())
                == SessionSettings(isEnabled: false))
    }

    @Test func `the form says what the verification service learns, and is off until the user checks it`() {
        let field = SessionSettingsPage.screen(SessionSettings()).fields.first { $0.id == .verification }
        #expect(field?.kind == .checkbox(initial: false))
        #expect(field?.hint?.contains("verify.walletconnect.org, which sees your IP address") == true)
    }

    @Test func `the relay that apps use is proposed until the user sets another`() {
        func relay(_ settings: SessionSettings) -> FormField.Kind? {
            SessionSettingsPage.screen(settings).fields.first { $0.id == .relay }?.kind
        }
        #expect(relay(SessionSettings()) == .text(initial: "wss://relay.walletconnect.com"))
        #expect(relay(SessionSettings(relay: "wss://relay.example")) == .text(initial: "wss://relay.example"))
        #expect(SessionSettings.wantsProjectID(SessionSettings.offeredRelay))
        #expect(!SessionSettings.wantsProjectID("wss://relay.example"))
    }

    // MARK: The proposal

    private func offer(_ peer: SessionPeer, missing: [String] = []) throws -> Approval {
        SessionOffer(
            peer: peer, namespaces: try SessionSample.session().namespaces, accountName: "Savings, Account 1",
            chains: Chain.wellKnown, missing: missing, warnings: []
        ).approval()
    }

    @Test func `a proposal shows the account, the networks and the methods, and what is missing as a quotation`()
        throws
    {
        let peer = SessionPeer(topic: "t", name: "A “dapp”", url: "https://dapp.example")
        let approval = try offer(peer, missing: ["solana:x", "eth_sign\u{202E}"])
        #expect(approval.sentence == "“A ⟨U+201C⟩dapp⟨U+201D⟩” wants to connect to this wallet.")
        #expect(approval.verb == "Connect")
        #expect(approval.rows.filter { $0.role == .account }.map(\.value) == [.exact(SessionSample.account)])
        #expect(approval.rows.first { $0.role == .network }?.value == .trusted("Ethereum, Base"))
        #expect(approval.rows.contains { $0.value == .exact("personal_sign") })
        #expect(approval.rows.contains { $0.value == .untrusted("solana:x, eth_sign\u{202E}") })
        #expect(approval.payload.isEmpty)
        let many = try offer(peer, missing: (1...100).map { "m\($0)" })
        #expect(many.rows.contains { $0.value.text.hasSuffix("m12 and 88 more") })
    }

    // MARK: Sentences

    @Test func `what waits is named by the first app, with the number of requests`() throws {
        let peer = SessionPeer(
            topic: "t", name: "A dapp", url: "",
            accounts: [AccountID(chain: ChainID(eip155: 1), address: SessionSample.account)])
        #expect(SessionText.waiting([]) == nil)
        let one = SessionChannelEvent.Waiting(peer: peer, obstacle: .locked, count: 1)
        #expect(SessionText.waiting([one]) == "“A dapp” is waiting for you. Unlock the wallet to see its request.")
        let more = SessionChannelEvent.Waiting(peer: peer, obstacle: .locked, count: 3)
        #expect(SessionText.waiting([one, more])?.contains("4 requests") == true)
        let other = SessionChannelEvent.Waiting(peer: peer, obstacle: .otherAccount, count: 1)
        #expect(SessionText.waiting([other])?.contains(SessionSample.account) == true)
    }

    @Test(arguments: [
        ("wc:\(String(repeating: "a", count: 64))@2?relay-protocol=irn&symKey=00", true), ("WC:x@1?bridge=y", true),
        (
            "drawbridge://wc?uri=wc%3A\(String(repeating: "a", count: 64))%402%3Frelay-protocol%3Dirn%26symKey%3D00",
            true
        ), ("drawbridge://sumup-callback?smp-status=success", false),
        ("https://wallet.example/wc?uri=wc%3Ax%402%3Fy", false), ("pay_abc", false), ("", false),
        ("javascript:wc:x@2?y", false),
    ]) func `links of WalletConnect are those of its scheme, and those in the program's own`(
        link: String, expected: Bool
    ) {
        #expect((WalletLink(ofPage: link) { _ in false } == .connection(link)) == expected)
    }
}
