import Foundation
import HeadlessWallet
package import Store
package import SumUp

/// The stored payments with SumUp's app.
package enum SumUpBook {
    /// The payments in the user's store, or in the one in the folder `state`: for a command without a window.
    package static func sumUpPayments(_ state: String?) throws -> SumUpPayments {
        sumUpPayments(try Store.ofUser(in: state).sumUp)
    }

    /// The payments of a window; without a store, in memory: with demo keys nothing is written.
    package static func sumUpPayments(in store: Store?) -> SumUpPayments {
        sumUpPayments(store?.sumUp ?? MemorySumUpJournal())
    }

    /// The payments in a journal.
    private static func sumUpPayments(_ journal: any SumUpJournal) -> SumUpPayments {
        SumUpPayments(journal: journal, scheme: AppIdentity.scheme, now: { Int64(Date().timeIntervalSince1970) })
    }

    /// The scheme of SumUp's app.
    package static let appScheme = "sumupmerchant"
}
