import Bridge
import Messages
import WebHost

extension ExternalNavigation {
    /// The question to the user whether to open the URL.
    var question: Message {
        let isWeb = ["http", "https"].contains(scheme)
        let scheme = Quotation.of(address: "\(scheme):")
        guard let page = page.map({ SiteName($0.description, registeredDomain: nil).shortened(to: 80) })
        else {
            return isWeb
                ? localizable("This page wants to open this address in your web browser:")
                : localizable(
                    """
                    This page wants to open this address in the program for addresses that begin with \
                    \(scheme, as: "scheme"):
                    """)
        }
        return isWeb
            ? localizable("\(page, as: "site") wants to open this address in your web browser:")
            : localizable(
                """
                \(page, as: "site") wants to open this address in the program for addresses that begin with \
                \(scheme, as: "scheme"):
                """)
    }
}
