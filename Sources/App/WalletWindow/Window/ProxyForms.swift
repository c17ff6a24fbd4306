import Bridge
import HeadlessWallet
import Messages
import Network
import WalletUI
import WebHost

/// Lets the user see and set the proxy in the window.
@MainActor final class ProxyForms {
    /// Stores a proxy, and uses it from then on.
    typealias Use = @MainActor (Proxy) async throws(WalletError) -> Void

    private let setting: ProxySetting
    private let window: BrowserWindow
    private let mark: PhraseMark
    private let use: Use
    private var form: ScreenWindow?

    /// Creates forms about the proxy in `setting`.
    init(_ setting: ProxySetting, window: BrowserWindow, mark: PhraseMark, use: @escaping Use) {
        self.setting = setting
        self.window = window
        self.mark = mark
        self.use = use
    }

    /// Shows the proxy, and sets the one that the user enters.
    func show() {
        if let form { return form.present() }
        let form = ScreenWindow(over: window, mark: mark)
        self.form = form
        Task {
            await ask(form)
            self.form = nil
            form.close()
        }
    }

    private func ask(_ form: ScreenWindow) async {
        var answers = await form.ask(ProxyAnswer.form(setting.current))
        while let given = answers {
            guard let problem = await problem(of: given.values) else { return }
            answers = await form.complain([problem.field: problem.sentence])
        }
    }

    /// Uses the proxy of the values from now on; returns the reason if it cannot be used.
    private func problem(of values: [FieldID: String]) async -> ServerAnswer.Problem? {
        switch ProxyAnswer.read(values, over: setting.current) {
        case .problem(let problem): return problem
        case .proxy(let proxy):
            do throws(WalletError) {
                try await use(proxy)
                return nil
            } catch {
                return ServerAnswer.Problem(
                    field: .kind,
                    sentence: localized("The proxy could not be saved. \(error.description, as: "reason")"))
            }
        }
    }
}

/// The proxy, as the user filled it into a form.
enum ProxyAnswer {
    /// The parsed values of the form.
    enum Reading: Equatable {
        case proxy(Proxy)
        case problem(ServerAnswer.Problem)
    }

    /// The form that shows `proxy` and asks for another.
    static func form(_ proxy: Proxy) -> Screen {
        let (kind, host, port) =
            switch proxy {
            case .none, .thisMachineOnly: ("none", "", "")
            case .socks5(let host, let port): ("socks5", host, "\(port)")
            case .http(let host, let port): ("http", host, "\(port)")
            }
        return Screen(
            title: localized("Drawbridge – proxy"), heading: localized("Proxy"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        """
                        The wallet and its pages make their connections through the proxy, which also looks up the \
                        names of servers. If the proxy cannot be reached, there is no connection.
                        """)),
                Screen.Paragraph(
                    localized(
                        """
                        Servers on this computer, such as a node of your own, are reached without the proxy.
                        """)),
                Screen.Paragraph(
                    localized(
                        """
                        A change applies to new connections at once, in every window of the wallet.
                        """)),
            ],
            fields: [
                FormField(
                    .kind, label: localized("Proxy"),
                    .choice(
                        [
                            .init("none", label: localized("No proxy")),
                            .init("socks5", label: localized("SOCKS5, such as Tor")),
                            .init("http", label: localized("HTTP")),
                        ], selected: kind)),
                FormField(
                    .host, label: localized("Host"), .text(initial: host),
                    hint: localized("A name or an IP address.")),
                FormField(
                    .port, label: localized("Port"), .text(initial: port),
                    hint: localized("Tor uses port 9050.")),
            ], verb: localized("Save"))
    }

    /// Reads the values of the form that showed `current`.
    ///
    /// A user who chooses no proxy need not delete the address. A new address without a kind is a mistake.
    static func read(_ values: [FieldID: String], over current: Proxy = .none) -> Reading {
        let (host, port) = (EnteredText.trimmed(values[.host]), EnteredText.trimmed(values[.port]))
        guard let kind = values[.kind], kind != "none" else {
            guard host.isEmpty || host == current.host else {
                return .problem(
                    .init(
                        field: .kind, sentence: localized("Choose the kind of the proxy, or leave the host empty.")))
            }
            return .proxy(.none)
        }
        let written = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard Proxy("\(kind)://\(written):1") != nil else {
            return .problem(
                .init(field: .host, sentence: localized("This is not the name or the IP address of a server.")))
        }
        guard let number = UInt16(port), number > 0, let proxy = Proxy("\(kind)://\(written):\(number)") else {
            return .problem(.init(field: .port, sentence: localized("The port must be a number from 1 to 65535.")))
        }
        return .proxy(proxy)
    }
}

extension Proxy {
    /// The name or the IP address of its server.
    fileprivate var host: String? {
        switch self {
        case .none, .thisMachineOnly: nil
        case .socks5(let host, _), .http(let host, _): host
        }
    }

    /// The same proxy for pages.
    var forPages: WebProxy? {
        switch self {
        case .none: nil
        // Nothing listens at this port, so pages reach no other machine.
        case .thisMachineOnly: .socks5(host: "127.0.0.1", port: 1)
        case .socks5(let host, let port): .socks5(host: host, port: port)
        case .http(let host, let port): .http(host: host, port: port)
        }
    }
}
