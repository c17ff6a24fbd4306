import Bridge
import Messages
import SumUp
import Desktop
import WalletTerminal
import WalletUI
import WebHost

/// What a window does with the links of the wallet.
@MainActor protocol LinkTarget: AnyObject {
    /// Whether it shows web pages.
    var showsPages: Bool { get }

    /// Shows a web address that the user has approved.
    func show(address: String)

    /// Shows what the accounts hold.
    func showHome()

    /// Handles a payment link.
    func pay(_ link: String)

    /// Shows the form for a payment on a chain, with the page whose link asks for it, if any.
    func send(_ link: String, for page: Origin?) async

    /// Asks whether to connect a page by the link of WalletConnect that it opens.
    func mayConnect(_ page: Origin?) async -> Bool

    /// Handles a link of WalletConnect, with the page that it came from, if any.
    func connect(_ link: String, from page: Origin?) async

    /// Reports a link that a page opened, or that was typed, and that cannot be used.
    func report(_ sentence: String)

    /// Reports a rejected link of another program.
    func refuse(_ sentence: String)
}

/// The links that a wallet window handles itself: from its pages, from its address field, and from the desktop.
@MainActor final class PageLinks {
    /// The window, once all of its parts exist.
    weak var target: (any LinkTarget)?

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
            takes: { [isPayment] url in WalletLink(ofPage: url, isPayment: isPayment) != nil },
            take: { [weak self] navigation, view in await self?.take(navigation, from: view) })
    }

    /// Takes payments with SumUp's app in this window.
    func serve(
        _ window: BrowserWindow, sumUpPayments: SumUpPayments, app: SumUpApp, notice: String?, mark: PhraseMark
    ) {
        sumUp = PageSumUp(sumUpPayments: sumUpPayments, app: app, window: window, notice: notice, mark: mark)
    }

    /// Receives the desktop's links once the window is shown, as the running instance `early`, or as `name` unless
    /// another window already does.
    func listen(in window: BrowserWindow, as name: String, _ early: Instance?) {
        Task { [weak self, weak window] in
            guard let self else { return }
            instance = early ?? Instance(name)
            instance?.onLinks = { [weak self, weak window] links in
                if links.isEmpty { self?.target?.showHome() }
                for link in links { self?.open(link, in: window) }
            }
        }
    }

    private func take(_ navigation: ExternalNavigation, from view: WebView) async {
        switch WalletLink(ofPage: navigation.url, isPayment: isPayment) {
        case .card: await sumUp?.take(navigation, from: view)
        case .payment(let link): target?.pay(link)
        case .asked(let link): await target?.send(link, for: navigation.page)
        case .connection(let link):
            if await target?.mayConnect(navigation.page) == true { await target?.connect(link, from: navigation.page) }
        case .refused(let reason): target?.report(WalletLink.sentence(about: navigation.url, reason))
        case .page, .answer, nil: break
        }
    }

    /// Handles text of the address field or of a form, if it is a link of the wallet.
    ///
    /// - Returns: Whether it was one.
    @discardableResult func takeText(_ text: String) -> Bool {
        guard let target else { return false }
        switch read(typed: text) {
        case .payment(let link): target.pay(link)
        case .asked(let link): Task { await target.send(link, for: nil) }
        case .connection(let link): Task { await target.connect(link, from: nil) }
        case .refused(let reason): target.report(WalletLink.sentence(about: text, reason))
        case .page, .card, .answer, nil: return false
        }
        return true
    }

    /// What a person typed or pasted, if it is a link of the wallet.
    func read(typed text: String) -> WalletLink? { WalletLink(typed: text, isPayment: isPayment) }

    /// The message about a rejected link of another program.
    nonisolated static func refusal(of link: String, _ read: WalletLink) -> String {
        let quoted = Quotation.of(address: link)
        guard case .refused(let reason) = read else {
            return localized(
                "Another program tried to open \(quoted, as: "link"), which is not a link for this wallet.")
        }
        return localized("Another program tried to open \(quoted, as: "link"). \(reason, as: "reason")")
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
            on this desktop. Payment links and answers of SumUp’s app go there.
            """)
    }

    /// What the window is told to show the wallet; the desktop never opens links of this scheme with this program.
    static let homeSignal = "drawbridge-home:show"

    /// Handles a link of another program.
    func open(_ link: String, in window: BrowserWindow?) {
        guard link != Self.homeSignal else { return target?.showHome() ?? () }
        let read = WalletLink(link, isPayment: isPayment)
        switch read {
        case .page(let address):
            guard let window, let target, target.showsPages else { return refuse(link, read) }
            window.present()
            Task { if await window.offer(address) { target.show(address: address) } }
        case .answer:
            guard let sumUp else { return refuse(link, read) }
            Task { if await !sumUp.receive(link) { refuse(link, read) } }
        case .payment, .asked, .connection:
            if case .connection = read { window?.present() }
            if !takeText(link) { refuse(link, read) }
        case .card, .refused: refuse(link, read)
        }
    }

    private func refuse(_ link: String, _ read: WalletLink) { target?.refuse(Self.refusal(of: link, read)) }
}
