public import Bridge
public import WebHost

/// The wallet under test, connected to a simulated user who follows the page's script.
///
/// Each page gets a new one, so pages do not affect each other.
@MainActor public struct TestWallet {
    /// Creates a wallet whose methods ask the user through the gate and whose events go to the event bus.
    public typealias Make = @MainActor (_ gate: Gate, _ eventBus: EventBus) -> TestWallet

    /// Handles the requests of pages.
    public var handler: any Handler

    /// The dialects for pages, in addition to the harness's own.
    public var dialects: [PageDialect]

    /// The events that a new document receives.
    public var initialEvents: @MainActor (Peer) -> [Event] = { _ in [] }

    /// Disconnects an origin, as the user could in the wallet; `t.wallet.disconnect()`.
    public var disconnect: @MainActor (Origin) async throws(RPCError) -> Void = { (_) throws(RPCError) in
        throw RPCError(.unsupported, "This wallet cannot disconnect.")
    }

    /// Changes the chain of an origin, as the user could in the wallet, given its ID as a hexadecimal quantity;
    /// `t.wallet.setChain("0x89")`.
    public var setChain: @MainActor (_ chainID: String, Origin) async throws(RPCError) -> Void = {
        (_, _) throws(RPCError) in
        throw RPCError(.unsupported, "This wallet cannot change the chain.")
    }

    /// Gives an order to the chain that the wallet's nodes are of: its name and its parameters; `t.chain.mine()`.
    public var controlChain: @MainActor (_ order: String, _ params: JSON) async throws(RPCError) -> JSON = {
        (_, _) throws(RPCError) in
        throw RPCError(.unsupported, "There is no simulated chain: run the tests with --chain.")
    }

    /// A sentence for the report about requests that fail because the wallet has no node; `nil` if it has nodes.
    public var nodeAdvice: String?

    /// Tells pages that a test has locked or unlocked the wallet; `t.wallet.lock()`.
    public var announceLock: @MainActor () -> Void = {}

    /// Creates a wallet; unless set later, it can neither disconnect sites nor change the chain.
    public init(handler: any Handler, dialects: [PageDialect]) {
        self.handler = handler
        self.dialects = dialects
    }
}
