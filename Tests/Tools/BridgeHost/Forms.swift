import Bridge
import Glibc
import WebHost

/// Opens one data-collection form after the other, each when the one before has ended.
@MainActor final class Forms {
    private let address: FormAddress
    private var form: CollectionView?

    init(_ url: String) throws {
        address = try PaymentHostRule(origins: [try Origin(ofURL: url)]).form(at: url)
    }

    func open() {
        let form = CollectionView(address, payment: "pay_1")
        self.form = form
        form.onEvent = { [weak self] event in
            switch event {
            case .ended(.complete):
                self?.form?.close()
                self?.open()
            case .loading, .loaded: break
            case .failed, .blocked, .ended:
                print("\(event)")
                exit(1)
            }
        }
        form.load()
    }
}
