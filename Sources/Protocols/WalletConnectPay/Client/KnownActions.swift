internal import Synchronization

/// The actions that were included with options, by payment and option, until the next options replace them.
final class KnownActions: Sendable {
    /// The maximum number of payments; when it is exceeded, the oldest is removed.
    private static let limit = 8

    private struct Entry {
        let payment: PaymentID
        var actions: [PaymentOption.ID: [PaymentAction]]
    }

    private let entries = Mutex<[Entry]>([])

    /// Stores the actions of new options in place of the old ones.
    func keep(_ options: PaymentOptions) {
        let actions = Dictionary(options.options.map { ($0.id, $0.actions) }) { first, _ in first }
        entries.withLock { entries in
            entries.removeAll { $0.payment == options.paymentID }
            entries.append(Entry(payment: options.paymentID, actions: actions))
            if entries.count > Self.limit { entries.removeFirst() }
        }
    }

    /// The actions of an option; empty if the option is not known, or if its actions were not included.
    func actions(of payment: PaymentID, option: PaymentOption.ID) -> [PaymentAction] {
        entries.withLock { entries in entries.first { $0.payment == payment }?.actions[option] ?? [] }
    }

    /// Removes a payment whose options are about to become invalid.
    func forget(_ payment: PaymentID) { entries.withLock { $0.removeAll { $0.payment == payment } } }
}
