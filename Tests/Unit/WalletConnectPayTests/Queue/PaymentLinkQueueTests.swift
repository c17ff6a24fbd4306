import Bridge
import Testing

@testable import WalletConnectPay

/// Links while the wallet is locked, and while another payment is open.
@MainActor @Suite struct PaymentLinkQueueTests {
    /// Whether the wallet is locked.
    @MainActor private final class Lock {
        var isLocked = true
    }

    private let fixture = PaymentQueueFixture()
    private let lock = Lock()
    private let links: PaymentLinkQueue

    init() {
        links = PaymentLinkQueue(fixture.queue, rule: PaymentLinkRule()) { [lock] in lock.isLocked }
    }

    private func unlock() {
        lock.isLocked = false
        links.unlocked()
    }

    @Test func `a link to a locked wallet is kept, and opened when it is unlocked`() async {
        var changes = 0
        links.changes.add { changes += 1 }
        links.open("https://pay.walletconnect.com/?pid=pay_1")
        #expect(links.held.map(\.text) == ["pay_1"])
        #expect(fixture.queue.flow == nil)
        #expect(changes == 1)
        unlock()
        #expect(links.held.isEmpty)
        #expect(fixture.queue.flow?.payment == PaymentFixture.payment)
        await fixture.settle()
    }

    @Test func `a locked wallet keeps each payment once, and only a few`() async {
        for name in ["pay_1", "pay_1", "pay_2", "pay_3", "pay_4"] { links.open(PaymentFixture.id(name)) }
        #expect(links.held.map(\.text) == ["pay_1", "pay_2", "pay_3"])
        #expect(links.waitingCount == 3)
        unlock()
        #expect(fixture.queue.flow?.payment.text == "pay_1")
        #expect(fixture.queue.waiting.map(\.text) == ["pay_2", "pay_3"])
        #expect(links.waitingCount == 2)
        #expect(links.remark == nil)
        await fixture.settle()
    }

    @Test func `if the wallet is locked again at once, the payments are kept`() {
        links.open(PaymentFixture.payment)
        links.unlocked()
        #expect(links.held == [PaymentFixture.payment])
        #expect(fixture.queue.flow == nil)
    }

    @Test func `a link during another payment waits, and one beyond the limit is refused`() async {
        lock.isLocked = false
        for name in ["pay_1", "pay_2", "pay_3", "pay_4"] { links.open(PaymentFixture.id(name)) }
        #expect(links.remark == nil)
        links.open(PaymentFixture.id("pay_5"))
        #expect(links.remark == .tooMany)
        #expect(fixture.queue.flow?.payment.text == "pay_1")
        // One that waits already is accepted.
        links.open(PaymentFixture.id("pay_2"))
        #expect(links.remark == nil)
        await fixture.settle()
    }

    @Test func `a link that arrives while the wallet is locked waits for the open payment`() async {
        lock.isLocked = false
        links.open(PaymentFixture.payment)
        lock.isLocked = true
        links.open(PaymentFixture.id("pay_2"))
        #expect(links.held.map(\.text) == ["pay_2"])
        #expect(links.waitingCount == 1)
        unlock()
        #expect(fixture.queue.waiting.map(\.text) == ["pay_2"])
        await fixture.settle()
    }

    @Test(arguments: ["", "https://shop.example/?pid=pay_1", "wc:x", "javascript:alert(1)"])
    func `anything but a payment link is reported, locked or not`(link: String) {
        for isLocked in [true, false] {
            lock.isLocked = isLocked
            links.open(link)
            guard case .notALink = links.remark else {
                Issue.record("It was accepted: \(link)")
                continue
            }
        }
        #expect(links.held.isEmpty && fixture.queue.flow == nil)
    }

    @Test func `the configured rule decides which links are payment links`() throws {
        let own = try Origin(serialized: "https://gateway.example")
        let configured = PaymentLinkQueue(fixture.queue, rule: PaymentLinkRule(origins: [own])) { true }
        for queue in [links, configured] { queue.open("https://gateway.example/?pid=pay_1") }
        #expect(links.held.isEmpty)
        #expect(configured.held == [PaymentFixture.payment])
    }

    @Test func `closing drops the waiting links, and the notice`() {
        links.open(PaymentFixture.payment)
        links.refuse("Not a link.")
        #expect(links.remark == .sentence("Not a link."))
        links.forget()
        #expect(links.held.isEmpty && links.remark == nil)
        unlock()
        #expect(fixture.queue.flow == nil)
    }

    @Test func `the active address pays on each EVM chain of the wallet, and none pays without an address`() throws {
        let chains = try ["eip155:1", "eip155:8453", "bip122:000000000019d6689c085ae165831e93"].map {
            try #require(ChainID($0))
        }
        let accounts = AccountID.paying(with: PaymentFixture.payer.lowercased(), on: chains)
        #expect(accounts.map(\.description) == ["eip155:1", "eip155:8453"].map { "\($0):\(PaymentFixture.payer)" })
        #expect(AccountID.paying(with: "", on: chains).isEmpty)
    }
}
