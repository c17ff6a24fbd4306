import Bridge
import Testing

@testable import WalletUI

/// What a screen reader says of an approval.
@MainActor @Suite struct ApprovalNameTests {
    @Test func `an approval is named after the site, and the user's own one after nobody`() throws {
        let approval = Approval("Send 1 ETH to a\u{202E}b.", verb: "Send")
        let document = try #require(DocumentID(String(repeating: "0", count: 32)))
        let site = Peer.page(origin: try Origin(serialized: "https://shop.example"), document: document)
        #expect(
            ApprovalDialog.name(of: approval, from: .wallet)
                == "Approval of your own request: Send 1 ETH to a⟨U+202E⟩b.")
        #expect(
            ApprovalDialog.name(of: approval, from: site).hasPrefix("Approval for https://shop.example: Send 1 ETH"))
    }
}
