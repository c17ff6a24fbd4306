import Bridge
import Messages
import WalletConnect
import WalletConnectPay
import WalletCore
import SumUp
import Desktop
import WalletUI
import WebHost

/// The links that a wallet window handles itself: from its pages, from its address field, and from the desktop.
@MainActor final class PageLinks {
    /// Shows a web address that the user has approved.
    var onAddress: (@MainActor (String) -> Void)?

    /// Handles a payment link, with the page that it came from, if any.
    var onPayment: (@MainActor (_ link: String, _ page: Origin?) async -> Void)?

    /// Handles a link of WalletConnect, with the page that it came from, if any.
    var onConnection: (@MainActor (_ link: String, _ page: Origin?) async -> Void)?

    /// Shows the form for a payment on a chain, with the page whose link asks for it, if any.
    var onAsked: (@MainActor (_ link: String, _ page: Origin?) async -> Void)?

    /// Asks whether to connect a page by the link of WalletConnect that it opens; without it, no page can.
    var mayConnect: (@MainActor (_ page: Origin?) async -> Bool)?

    /// Called with the message about a rejected link of another program if the window itself is not shown.
    var onRefusal: (@MainActor (String) -> Void)?

    private let isPayment: @Sendable (String) -> Bool
    private var sumUp: PageSumUp?
    private var instance: Instance?

    /// Creates links; `isPayment` decides which are payment links.
    init(isPayment: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.isPayment = isPayment
    }

    /// The hook for the window's view.
    var interceptor: NavigationInterceptor {
        NavigationInterceptor(
            takes: { [isPayment] url in
                PageSumUp.takes(url) || isPayment(url) || Self.isConnection(url) || AskedPayment.isMeant(by: url)
            },
            take: { [weak self] navigation, view in await self?.take(navigation, from: view) })
    }

    /// Takes payments with SumUp's app in this window.
    func serve(_ window: BrowserWindow, sumUpPayments: SumUpPayments, notice: String?, mark: PhraseMark) {
        sumUp = PageSumUp(sumUpPayments: sumUpPayments, window: window, notice: notice, mark: mark)
    }

    /// Receives the desktop's links once the window is shown, as the running instance `early`, or as `name` unless
    /// another window already does.
    func listen(in window: BrowserWindow, as name: String, _ early: Instance?) {
        Task { [weak self, weak window] in
            guard let self else { return }
            instance = early ?? Instance(name)
            instance?.onLinks = { [weak self, weak window] links in
                for link in links { self?.open(link, in: window) }
            }
        }
    }

    private func take(_ navigation: ExternalNavigation, from view: WebView) async {
        if PageSumUp.takes(navigation.url) {
            await sumUp?.take(navigation, from: view)
        } else if isPayment(navigation.url) {
            await onPayment?(navigation.url, navigation.page)
        } else if AskedPayment.isMeant(by: navigation.url) {
            await onAsked?(navigation.url, navigation.page)
        } else if await mayConnect?(navigation.page) == true {
            await onConnection?(navigation.url, navigation.page)
        }
    }

    /// Whether a link of another program is one of WalletConnect: `wc:…`, or one of this program with such a link in
    /// it.
    nonisolated static func isConnection(_ link: String) -> Bool {
        let scheme = link.prefix { $0 != ":" }.lowercased()
        return (scheme == "wc" || scheme == AppIdentity.scheme) && ConnectionLink.isMeant(by: link)
    }

    /// Handles text of the address field, if it is a link of WalletConnect or for a payment.
    ///
    /// - Returns: Whether it was one.
    func takeAddress(_ text: String) -> Bool {
        let link = String(text.drop(while: \.isWhitespace))
        if let onConnection, !isPayment(text), Self.isConnection(link) {
            Task { await onConnection(text, nil) }
        } else if let onAsked, AskedPayment.isMeant(by: link) {
            Task { await onAsked(ServerAnswer.trimmed(link), nil) }
        } else {
            return false
        }
        return true
    }

    /// The message about a rejected link of another program.
    static func refusal(of link: String) -> String {
        localized(
            "Another program tried to open \(Quotation.of(address: link), as: "link"), which is not a link for this wallet."
        )
    }

    /// The message if another program opens links with the program's own scheme, so that responses of SumUp's app go
    /// there; `nil` if this program or no program opens them.
    ///
    /// - Parameters:
    ///   - entry: The desktop entry of the program that opens the links.
    ///   - name: The desktop's name for it.
    /// - Returns: A sentence for the user.
    static func rivalry(entry: String?, name: String?) -> String? {
        guard let entry, entry != "\(AppIdentity.id).desktop" else { return nil }
        return localized(
            """
            Another program, \(Quotation.of(name ?? entry), as: "program"), opens \(AppIdentity.scheme, as: "scheme"): links \
            on this desktop. Payment links and answers of SumUp’s app go there. Run `drawbridge register` to open them \
            with this program.
            """)
    }

    /// What the window is told to show the wallet; the desktop never opens links of this scheme with this program.
    static let homeSignal = "drawbridge-home:show"

    /// Shows what the accounts hold.
    var onHome: (@MainActor () -> Void)?

    private func open(_ link: String, in window: BrowserWindow?) {
        guard link != Self.homeSignal else { return onHome?() ?? () }
        if let window, let onAddress, ["http", "https"].contains(where: { link.lowercased().hasPrefix("\($0)://") }),
            !isPayment(link), (try? Origin(ofURL: link)) != nil
        {
            window.present()
            Task { if await window.offer(link) { onAddress(link) } }
            return
        }
        if SumUpAnswer.isAnswer(link, scheme: AppIdentity.scheme), let sumUp {
            Task { if await !sumUp.receive(link) { refuse(link, in: window) } }
            return
        }
        if isPayment(link), let onPayment {
            Task { await onPayment(link, nil) }
        } else if Self.isConnection(link), let onConnection {
            window?.present()
            Task { await onConnection(link, nil) }
        } else if AskedPayment.isMeant(by: link), let onAsked {
            Task { await onAsked(link, nil) }
        } else {
            refuse(link, in: window)
        }
    }

    private func refuse(_ link: String, in window: BrowserWindow?) {
        let sentence = Self.refusal(of: link)
        if let onRefusal { onRefusal(sentence) } else { window?.report(sentence) }
    }
}
