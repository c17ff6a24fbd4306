public import Bridge
public import WebHost

/// The wallet that pages are tested against: yours, wired to a user who follows the page's script.
///
/// One is made for each page, so pages find nothing of each other.
@MainActor public struct TestWallet {
    /// Makes a wallet whose methods ask through the gate and whose events go to the announcer.
    public typealias Make = @MainActor (_ gate: Gate, _ eventBus: EventBus) -> TestWallet

    /// Answers the requests of pages.
    public var handler: any Handler

    /// The dialects that pages find, beside the harness's own.
    public var dialects: [PageDialect]

    /// The events with which a document is greeted.
    public var welcome: @MainActor (Peer) -> [Event] = { _ in [] }

    /// Takes an origin's accounts away, as the user would in the wallet; `t.wallet.disconnect()`.
    public var disconnect: @MainActor (Origin) async throws(RPCError) -> Void = { (_) throws(RPCError) in
        throw RPCError(.unsupported, "This wallet cannot disconnect.")
    }

    /// Puts an origin on another chain, as the user would in the wallet, by its id as a hexadecimal quantity;
    /// `t.wallet.setChain("0x89")`.
    public var setChain: @MainActor (_ chainID: String, Origin) throws(RPCError) -> Void = { (_, _) throws(RPCError) in
        throw RPCError(.unsupported, "This wallet cannot change the chain.")
    }

    /// Called when a test has locked or unlocked the wallet, to tell pages of it; `t.wallet.lock()`.
    public var onLock: @MainActor () -> Void = {}

    /// Creates a wallet that can neither disconnect nor change the chain of itself.
    public init(handler: any Handler, dialects: [PageDialect]) {
        self.handler = handler
        self.dialects = dialects
    }
}
