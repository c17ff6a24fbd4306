public import Bridge

/// The payment links that a wallet receives: each is opened immediately, or kept until the wallet is unlocked.
///
/// A link that arrives while another payment is open waits in ``PaymentQueue``; this type comes before that queue.
@MainActor public final class PaymentLinkQueue {
    /// What the user must know about a link.
    public enum Remark: Hashable, Sendable {
        /// It is not a payment link.
        case notALink(PayError)
        /// Too many payments are waiting, so this one was not accepted.
        case tooMany
        /// A sentence of the program about it.
        case sentence(String)
    }

    /// ``held`` or ``remark`` has changed.
    public let changes = Listeners<Void>()

    /// The payments that wait for the wallet to be unlocked, the earliest first; at most
    /// ``PaymentQueue/mostWaiting``.
    public private(set) var held: [PaymentID] = []

    /// What the user must know about the last link; `nil` if it was accepted.
    public private(set) var remark: Remark?

    private let queue: PaymentQueue

    /// The rule that says which links are payment links.
    public var rule: PaymentLinkRule

    private let isLocked: @MainActor () -> Bool

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - queue: The queue that opens payments.
    ///   - rule: The rule that says which links are payment links.
    ///   - isLocked: Whether the wallet is locked.
    public init(_ queue: PaymentQueue, rule: PaymentLinkRule, isLocked: @escaping @MainActor () -> Bool) {
        self.queue = queue
        self.rule = rule
        self.isLocked = isLocked
    }

    /// The number of payments that wait for the wallet or for the open payment.
    public var waitingCount: Int { queue.waiting.count + held.count }

    /// Opens the payment of a link.
    public func open(_ link: String) {
        do throws(PayError) {
            open(try PaymentLink(link, rule: rule).id)
        } catch {
            remark = .notALink(error)
            changes.tell()
        }
    }

    /// Opens a payment; in a locked wallet it is kept until ``unlocked()``, at most once.
    public func open(_ payment: PaymentID) {
        if isLocked() {
            hold(payment)
        } else {
            remark = queue.open(payment) == .refused ? .tooMany : nil
        }
        changes.tell()
    }

    /// Shows a sentence about something that is not a payment link.
    public func refuse(_ sentence: String) {
        remark = .sentence(sentence)
        changes.tell()
    }

    /// Opens the waiting payments after the wallet was unlocked.
    public func unlocked() {
        let held = held
        self.held = []
        for payment in held { open(payment) }
    }

    /// Removes the payments that wait for the wallet, and the remark, because the user closed them.
    public func forget() {
        held = []
        remark = nil
        queue.close()
        changes.tell()
    }

    private func hold(_ payment: PaymentID) {
        guard !held.contains(payment), held.count < PaymentQueue.mostWaiting else { return }
        held.append(payment)
    }
}
