internal import Synchronization

/// The actions that came along with options, by payment and option, until the next options end them.
final class KnownActions: Sendable {
    /// How many payments are kept at most; who asks for more lets go of the oldest.
    private static let limit = 8

    private struct Entry {
        let payment: PaymentID
        var actions: [PaymentOption.ID: [PaymentAction]]
    }

    private let entries = Mutex<[Entry]>([])

    /// Keeps the actions of new options in place of the old.
    func keep(_ options: PaymentOptions) {
        let actions = Dictionary(options.options.map { ($0.id, $0.actions) }) { first, _ in first }
        entries.withLock { entries in
            entries.removeAll { $0.payment == options.paymentID }
            entries.append(Entry(payment: options.paymentID, actions: actions))
            if entries.count > Self.limit { entries.removeFirst() }
        }
    }

    /// The actions of an option; none where it is not known, or they did not come along.
    func actions(of payment: PaymentID, option: PaymentOption.ID) -> [PaymentAction] {
        entries.withLock { entries in entries.first { $0.payment == payment }?.actions[option] ?? [] }
    }

    /// Forgets a payment, whose options are about to end.
    func forget(_ payment: PaymentID) { entries.withLock { $0.removeAll { $0.payment == payment } } }
}
