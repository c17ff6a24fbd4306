// A program that imports this module also needs the types of its methods: `PageError`, `Invocation`, `BinaryData`.
@_exported public import Bridge
import GLibKit
import Glibc
import LocalServer
import WalletUI
import WebHost

/// A program with a window whose page calls the program's methods: `await drawbridge.invoke("greet", { … })`.
///
/// Only pages with the origin of the opened URL may call the methods, unless ``Options/origins`` has others. For
/// several windows or a custom page interface, combine the components yourself: `RequestDispatcher`, `MethodTable`,
/// `WebView` and `BrowserWindow`.
@MainActor public final class BridgeApp: MethodHost {
    /// The options of a program.
    public struct Options: Sendable {
        /// The title of the window.
        public var title = "Drawbridge"

        /// Whether the window shows the address of the page; otherwise it shows its title, and the address only while a page of
        /// another origin than those that may call the methods is shown.
        public var hasAddress = true

        /// The initial width and height of the window in pixels.
        public var size = (width: 1_000, height: 760)

        /// The smallest width and height to which the user can change the window; `nil` for what it needs.
        public var minimumSize: (width: Int, height: Int)?

        /// Whether the user can change the size of the window.
        public var isResizable = true

        /// Whether the window is maximized when it appears.
        public var isMaximized = false

        /// The name of the window's icon in the icon theme; `nil` for that of the program's desktop file.
        public var iconName: String?

        /// Whether WebKit's inspector can be opened, from the menu of a right click in the page.
        ///
        /// The inspector can call every method on behalf of the page.
        public var isInspectable = false

        /// The name of the page's object: `drawbridge` means `window.drawbridge`.
        public var name = "drawbridge"

        /// Further origins whose pages may call the methods.
        public var origins: Set<Origin> = []

        /// The limits for pages.
        public var limits = Limits()

        /// Whether pages run without WebKit's sandbox in this run of the program, which its window and its questions say.
        ///
        /// Set it only if the user has chosen that for this run; otherwise, no page is opened where the sandbox does not
        /// work.
        public var isWithoutSandbox = false

        /// The option of the program's command line by which the user chooses that; the window names it.
        public var sandboxOption: String?

        /// Creates the default options.
        public init() {}
    }

    /// The methods.
    public let methods: MethodTable

    /// The dispatcher, which handles requests.
    public let dispatcher: RequestDispatcher

    private let eventBus = EventBus()
    let window: BrowserWindow
    let view: WebView

    /// Serves the folder that was opened last.
    var server: LoopbackServer?

    /// Starts the server of a folder.
    var opening: Task<Void, Never>?

    /// Starts GTK and creates a program with a window; call it first, in a `main` that is not `async`.
    ///
    /// Without a display, it prints a message and exits with status 69 (`EX_UNAVAILABLE`).
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - approver: Shows questions to the user; by default, dialogs of the window.
    public init(_ options: Options = Options(), approver: (any Approver)? = nil) {
        guard MainLoop.start() else {
            Self.report("There is no display. Start the program in a desktop session, or with xvfb-run.")
            exit(EX_UNAVAILABLE)
        }
        if options.isWithoutSandbox { WebSandbox.waive() }
        furtherOrigins = options.origins
        var windowOptions = BrowserWindow.Options()
        windowOptions.title = options.title
        windowOptions.size = options.size
        windowOptions.minimumSize = options.minimumSize
        windowOptions.isResizable = options.isResizable
        windowOptions.isMaximized = options.isMaximized
        windowOptions.iconName = options.iconName
        windowOptions.hasLock = false
        windowOptions.sandboxOption = options.sandboxOption
        window = BrowserWindow(options: windowOptions)
        let gate = Gate(
            approver: approver ?? ApprovalPresenter(parent: window, notice: nil), limits: options.limits)
        methods = MethodTable(gate: gate, eventBus: eventBus)
        methods.origins = options.origins
        dispatcher = RequestDispatcher(
            handler: methods, gate: gate, limits: options.limits)
        var viewOptions = WebView.Options()
        viewOptions.dialects = [.invoke(name: options.name)]
        viewOptions.isInspectable = options.isInspectable
        view = WebView(dispatcher: dispatcher, profile: Profile(), options: viewOptions, eventBus: eventBus)
        window.onClose = { MainLoop.stop() }
        if !options.hasAddress {
            // Before the first page there is no address.
            window.hidesAddress = { [weak methods] origin in
                origin.map { methods?.origins.contains($0) == true } ?? true
            }
        }
    }

    /// Shows the page at `url`, and lets pages of its origin call the methods.
    ///
    /// Pages of the origin that was opened before may no longer call them, unless ``Options/origins`` has it.
    ///
    /// - Parameter url: An `http` or `https` URL. For pages of your own, use ``open(folder:page:policy:)``.
    public func open(_ url: String) {
        opening?.cancel()
        server = nil
        show(url)
    }

    /// Shows the page at `url`, and lets pages of its origin call the methods.
    func show(_ url: String) {
        if let origin = Self.origin(of: url) {
            methods.origins = Self.origins(
                methods.origins, replacing: openedOrigin, with: origin, keeping: furtherOrigins)
            openedOrigin = origin
        } else {
            Self.report("\(RPCError.quoted(url)) is not the address of a web page, so no page may call a method.")
        }
        showWindow()
        view.load(url)
    }

    /// Shows the window, unless it is shown.
    func showWindow() {
        guard !isShown else { return }
        isShown = true
        window.show(view)
    }

    private var isShown = false
    private var openedOrigin: Origin?
    private let furtherOrigins: Set<Origin>

    /// The origins whose pages may call the methods, after a page of `next` was opened in place of one of `last`.
    static func origins(
        _ current: Set<Origin>, replacing last: Origin?, with next: Origin, keeping further: Set<Origin>
    ) -> Set<Origin> {
        var origins = current
        if let last, !further.contains(last) { origins.remove(last) }
        origins.insert(next)
        return origins
    }

    /// Sends an event to all pages that may call the methods: `drawbridge.on(name, listener)` receives it.
    ///
    /// Pages that have not been loaded yet, or have no listener yet, do not get it later.
    ///
    /// If `value` cannot be encoded as JSON, it only prints an error.
    public func emit<Value: Encodable>(_ name: String, _ value: Value) {
        do throws(RPCError) {
            let event = Event.named(name, try EncodedValue(encoding: value))
            for origin in methods.origins { eventBus.announce(event, to: origin) }
        } catch {
            Self.report("The event \(RPCError.quoted(name)) was not sent: \(error.message)")
        }
    }

    /// Runs until the user closes the window, or ``quit()`` is called.
    public func run() { MainLoop.run() }

    /// Closes the window and the page, and stops the server of a folder.
    func close() {
        opening?.cancel()
        server = nil
        window.close()
    }

    /// Makes ``run()`` return.
    public func quit() { MainLoop.stop() }

    /// The origin of a URL that a person may have written: the case of the host and a default port do not matter.
    static func origin(of url: String) -> Origin? {
        let head = url.prefix { !"?#\\".contains($0) }.split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard head.count >= 3, head[1].isEmpty else { return nil }
        var text = "\(head[0])//\(head[2])".lowercased()
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where text.hasPrefix(scheme) {
            if text.hasSuffix(port) { text.removeLast(port.count) }
        }
        return try? Origin(serialized: text)
    }

    static func report(_ sentence: String) {
        let text = Array("\(sentence)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
    }
}
