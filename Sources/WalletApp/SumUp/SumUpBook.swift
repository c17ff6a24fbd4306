import Foundation
import SumUp
import Store
import WebHost

/// The payments with SumUp's app that this program keeps.
package enum SumUpBook {
    /// A till on the user's store, or on the one in the folder `state`.
    static func till(_ state: String?) throws -> SumUpPayments {
        guard let folder = state ?? Store.folder(environment: ProcessInfo.processInfo.environment) else {
            throw WalletFault(description: "There is no home folder, so nothing could be saved.")
        }
        return till(try Store(folder: folder).sumUp)
    }

    /// The till of a window: with demo keys, one that ends with the program and writes nothing.
    @MainActor static func till(for keys: WalletWindow.Keys) throws -> SumUpPayments {
        switch keys {
        case .demo: till(MemorySumUpJournal())
        case .own(_, _, _, let state, _): try till(state)
        }
    }

    /// A till on a journal.
    static func till(_ journal: any SumUpJournal) -> SumUpPayments {
        SumUpPayments(journal: journal, scheme: AppIdentity.scheme, now: { Int64(Date().timeIntervalSince1970) })
    }

    /// The scheme of SumUp's app.
    package static let appScheme = "sumupmerchant"
}
