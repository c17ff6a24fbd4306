internal import Synchronization

/// What was handed over for which payment, so that nothing else is while its fate is open.
final class HandedOver: Sendable {
    /// What a wallet hands over: the option, and what the actions came to.
    struct Parcel: Hashable {
        let option: PaymentOption.ID
        let signatures: [String]
    }

    /// What may be done with a parcel.
    enum Turn: Equatable {
        /// To be sent: nothing was yet.
        case first
        /// To be sent if the payment waits still: something was sent, and whether it arrived is not known.
        case again
        /// Not to be sent: something arrived.
        case done
        /// Not to be sent: another is just being sent, or may be on its way.
        case never(PayError)
    }

    /// After this time nothing that was sent is on its way any more: no server holds a question for so long.
    static let longestTravel = Duration.seconds(120)

    private enum Fate {
        case travelling, arrived
        case unknown(since: Duration)
    }

    private let parcels = Mutex<[PaymentID: (parcel: Parcel, fate: Fate)]>([:])

    /// Begins to hand over; after ``Turn/first`` and ``Turn/again`` one of the three endings must follow.
    func begin(_ parcel: Parcel, for payment: PaymentID, now: Duration) -> Turn {
        parcels.withLock { parcels in
            switch parcels[payment] {
            case nil:
                parcels[payment] = (parcel, .travelling)
                return .first
            case (_, .arrived)?: return .done
            // Nothing is known of it yet, and nothing was refused.
            case (_, .travelling)?: return .never(.outcomeUnknown)
            case (let other, .unknown(let since))?:
                guard other == parcel || now - since >= Self.longestTravel else { return .never(.outcomeUnknown) }
                parcels[payment] = (parcel, .travelling)
                return .again
            }
        }
    }

    /// It arrived: nothing more is handed over for the payment.
    func arrived(_ payment: PaymentID) { end(payment, .arrived) }

    /// Whether it arrived is not known: for a while nothing else is handed over.
    func isUnknown(_ payment: PaymentID, now: Duration) { end(payment, .unknown(since: now)) }

    /// The gateway does not have it.
    func isNotThere(_ payment: PaymentID) { parcels.withLock { $0[payment] = nil } }

    private func end(_ payment: PaymentID, _ fate: Fate) {
        parcels.withLock { $0[payment]?.fate = fate }
    }
}
