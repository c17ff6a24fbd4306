public import Bridge
import CWebKit
import GLibKit
package import Messages
public import WebHost

/// A window with one web view, its address, and the wallet's notices.
@MainActor public final class BrowserWindow {
    /// Called when the user closes the window.
    public var onClose: (@MainActor () -> Void)?

    /// An action of the wallet's buttons and menu in the header bar.
    public enum Action: Sendable {
        /// Locks the wallet; ``BrowserWindow/show(isLocked:hint:)`` then updates the window.
        case lock

        /// Unlocks the wallet, or sets one up.
        case unlock

        /// Selects an item of the menu.
        case menu(ScreenAction)

        /// Shows the wallet.
        case show

        /// Shows what the site of the page may see and do.
        case site
    }

    /// Called when the user presses one of the wallet's buttons, or selects a menu item.
    public var onAction: (@MainActor (Action) -> Void)?

    /// Returns the site that an origin's name resembles; by default, one of the well-known sites.
    public var resembled: @MainActor (Origin) -> String? = { origin in
        Lookalikes(registeredDomain: PublicSuffix.registeredDomain).site(resembledBy: origin.host)
    }

    /// Whether the address of a page with this origin is not shown; without it, each one is.
    public var hidesAddress: (@MainActor (Origin?) -> Bool)? {
        didSet { tools.showsAddress = hidesAddress?(view?.origin) != true }
    }

    /// Handles text of the address field that is not for the view, such as a link of another kind; returns whether it
    /// did.
    public var takesAddress: (@MainActor (String) -> Bool)?

    /// Called with events of the view, after the window has handled them.
    public var onEvent: (@MainActor (WebViewEvent) -> Void)?

    let window: Ref<GtkWindow>
    let content: UnsafeMutablePointer<GtkBox>

    /// Notices about the page, and its requests.
    let bar = NoticeBar()

    /// Asks before a page opens something in another program; one question at a time.
    let questions: PromptBar

    private let dialogs = ScriptDialogBar()
    private let files = PageFiles()
    private let unlockQuestion: PromptBar

    /// The question about an address from another program; no page can remove it.
    private let addressQuestion: PromptBar
    private let lockBar = NoticeBar()
    private var isLocked = false
    private var hint: (sentence: String, button: String, isError: Bool)?
    let lookalikeBar = NoticeBar()
    let notices = NoticeList()
    let reports = NoticeBar()
    let tools: Toolbar
    let status = LoadStatus()
    private let pageArea: Ref<GtkOverlay>
    let area = ScreenArea()

    /// Says in place of the page why no page is opened.
    let obstacleArea = ScreenArea()
    let options: Options
    private(set) var view: WebView?
    private var shown = ShownPage()

    /// The title of the page.
    private(set) var pageTitle = ""
    private var isAwaited = false
    private var judged: (origin: Origin, other: String?)?

    /// Creates a window that is not shown yet.
    public init(options: Options = Options()) {
        self.options = options
        questions = PromptBar(time: options.time)
        unlockQuestion = PromptBar(time: options.time)
        addressQuestion = PromptBar(PressProtection.forOrdinaryQuestions, time: options.time)
        let widget: UnsafeMutablePointer<GtkWidget> = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        window = Ref(retaining: widget.cast())
        content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0).cast()
        pageArea = Ref(retaining: gtk_overlay_new().cast())
        tools = Toolbar(
            title: options.title, notice: options.notice, hasLock: options.hasLock, hasWallet: options.hasWallet)
        gtk_window_set_title(window.pointer, options.title)
        applyShape()
        gtk_window_set_titlebar(window.pointer, tools.widget)
        gtk_container_add(window.pointer.cast(), content.cast())
        if let mark = SandboxMark.draw() {
            gtk_widget_show_all(mark)
            gtk_box_pack_start(content, mark, 0, 1, 0)
        }
        // Questions come first: notices that pages can trigger below them do not move them.
        for bar in [
            questions.widget, unlockQuestion.widget, addressQuestion.widget, lockBar.widget, lookalikeBar.widget,
            notices.widget, reports.widget, bar.widget, dialogs.widget,
        ] {
            gtk_box_pack_start(content, bar, 0, 1, 0)
        }
        gtk_box_pack_start(content, area.widget, 1, 1, 0)
        gtk_overlay_add_overlay(pageArea.pointer, status.widget)
        gtk_overlay_set_overlay_pass_through(pageArea.pointer, status.widget, 1)
        gtk_overlay_add_overlay(pageArea.pointer, obstacleArea.widget)
        Draw.style(obstacleArea.widget, "background")
        showPages(true)
        PageInputGuard.guardWindow(widget)
        connect()
    }

    /// Puts `view` into the window and shows the window.
    public func show(_ view: WebView) {
        self.view = view
        gtk_container_add(pageArea.pointer.cast(), view.widget.pointer.cast())
        dialogs.serve(view)
        files.serve(view, over: window.pointer)
        view.onEvent = { [weak self] event in self?.follow(event) }
        view.mayLeave = { [weak self] navigation in await self?.ask(navigation) ?? false }
        gtk_widget_show_all(pageArea.pointer.cast())
        gtk_widget_show_all(window.pointer.cast())
        if !isScreenShown { gtk_widget_grab_focus(view.widget.pointer.cast()) }
    }

    /// Puts the page into the window, or takes it out of the window; it continues to run.
    ///
    /// Screen readers also read the pages of hidden widgets, so hiding the page is not enough.
    func showPages(_ areShown: Bool) {
        let widget: Widget = pageArea.pointer.cast()
        guard areShown != (gtk_widget_get_parent(widget) != nil) else { return }
        if areShown {
            gtk_box_pack_start(content, widget, 1, 1, 0)
            gtk_widget_show(widget)
        } else {
            gtk_container_remove(content.cast(), widget)
        }
    }

    /// The handle by which another process can refer to the window; `nil` if it is not on the screen.
    package func handle() async -> String? { await WindowHandle.of(window.pointer.cast()) }

    /// Shows whether the wallet is locked.
    ///
    /// - Parameters:
    ///   - isLocked: Whether it is locked.
    ///   - hint: The message that is shown instead if there is no wallet to unlock; its button is an
    ///     ``Action/unlock``, too.
    public func show(isLocked: Bool, hint: (sentence: String, button: String, isError: Bool)? = nil) {
        self.isLocked = isLocked
        self.hint = hint
        tools.show(isLocked: isLocked, button: hint?.button)
        if !isLocked { unlockQuestion.withdraw() }
        showLock()
    }

    private func showLock() {
        let isSaid = isLocked && !unlockQuestion.isAsking
        guard isSaid, let hint else {
            return lockBar.show(isSaid ? localized("The wallet is locked. Unlock it to continue.") : "")
        }
        let kind = hint.isError ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO
        lockBar.show(hint.sentence, as: kind, action: hint.button) { [weak self] in
            self?.onAction?(.unlock)
            // The message stays until there is a wallet.
            self?.showLock()
        }
    }

    /// Shows above the page that a request waits for the wallet to be unlocked, and offers to unlock it.
    ///
    /// It does not take the focus, and does nothing until the user presses one of its buttons.
    ///
    /// - Parameters:
    ///   - sentence: Which request waits. It stays until the question is answered or withdrawn: another call does nothing.
    ///   - site: The site that the sentence names in its placeholder `site`.
    ///   - button: The label of the button; without it, “Unlock”.
    ///   - answer: Called once, with whether the user wants to unlock the wallet; not after ``stopAskingToUnlock()``.
    package func askToUnlock(
        _ sentence: Message, for site: Origin? = nil, button: String? = nil,
        _ answer: @escaping @MainActor (_ isWanted: Bool) -> Void
    ) {
        guard !unlockQuestion.isAsking else { return }
        unlockQuestion.ask(
            .init(
                sentence: SiteSentence(sentence, naming: site), yes: button ?? localized("Unlock"),
                no: localized("Not now"))
        ) { [weak self] isWanted in
            self?.showLock()
            if let isWanted { answer(isWanted) }
        }
        showLock()
    }

    /// Whether ``askToUnlock(_:for:button:_:)`` waits for its answer.
    package var isAskingToUnlock: Bool { unlockQuestion.isAsking }

    /// The text of that question.
    package var unlockSentence: String? { unlockQuestion.said }

    /// Withdraws the question, because no request is waiting any longer.
    package func stopAskingToUnlock() {
        unlockQuestion.withdraw()
    }

    /// Asks whether to leave the page that is shown for `url`, which another program wants to open.
    ///
    /// - Returns: Whether the user wants to see it; false immediately if the last such question is still open.
    public func offer(_ url: String) async -> Bool {
        await addressQuestion.ask(
            .init(
                sentence: SiteSentence(localizable("Another program asks this window to open:")),
                quotation: Quotation.of(address: url, limit: ExternalNavigation.mostShown),
                yes: localized("Open"), no: localized("Don’t open")))
    }

    /// Brings the window to the front, unless the user is typing in another one.
    public func present() { DialogWindows.present(window.pointer.cast()) }

    /// Shows the wallet's menu in the header bar.
    public func show(_ menu: WindowMenu?) {
        tools.menu.show(menu)
    }

    /// Closes the window and its view.
    public func close() {
        view?.close()
        view = nil
        for question in [questions, unlockQuestion, addressQuestion] { question.withdraw() }
        gtk_widget_destroy(window.pointer.cast())
    }

    private func connect() {
        Signal.connect(window.pointer, "delete-event") { [weak self] (_: gpointer?) -> Bool in
            self?.close()
            self?.onClose?()
            return true
        }
        Signal.connect(window.pointer, "key-press-event") { [weak self] (event: gpointer?) -> Bool in
            guard let key = event?.assumingMemoryBound(to: GdkEventKey.self).pointee else { return false }
            return self?.press(key) ?? false
        }
        tools.onAction = { [weak self] action in self?.take(action) }
    }

    private func take(_ action: Toolbar.Action) {
        switch action {
        case .back: goBack()
        case .reload: reload()
        case .stop: view?.stop()
        case .address(let text?): open(typed: text)
        case .address(nil): if let view { gtk_widget_grab_focus(view.widget.pointer.cast()) }
        case .wallet(let action): onAction?(action)
        }
    }

    private func goBack() {
        if !isScreenShown { view?.goBack() } else if view?.shownURL != nil { leaveScreen() }
    }

    private func open(typed text: String) {
        guard takesAddress?(text) != true else { return }
        guard let address = Self.address(from: text) else {
            let sentence = localized("\(Quotation.of(text, limit: 80), as: "text") is not a web address.")
            return bar.show(sentence, as: GTK_MESSAGE_ERROR)
        }
        leaveScreen()
        isAwaited = true
        view?.load(address)
    }

    private func press(_ key: GdkEventKey) -> Bool {
        let control = key.state & GDK_CONTROL_MASK.rawValue != 0
        let alt = key.state & GDK_MOD1_MASK.rawValue != 0
        switch Int32(bitPattern: key.keyval) {
        case GDK_KEY_l where control: if tools.showsAddress { tools.address.focus() }
        case GDK_KEY_r where control, GDK_KEY_F5: reload()
        case GDK_KEY_Left where alt: goBack()
        case GDK_KEY_Escape: return dialogs.escape()
        case GDK_KEY_w where control, GDK_KEY_q where control: gtk_window_close(window.pointer)
        default: return false
        }
        return true
    }

    /// Updates the window after any event: the address is always that of the current document.
    func showPage() {
        let origin = view?.origin
        tools.showsAddress = hidesAddress?(origin) != true
        let page = ShownPage(
            address: view?.shownURL ?? "", origin: origin, isThere: view?.shownURL != nil,
            resembled: origin.flatMap(resemblance))
        if page.resembled != shown.resembled {
            lookalikeBar.show(
                page.resembled.map {
                    localized(
                        """
                        The name of this site looks like \($0, as: "site"), but it is another site. Be careful.
                        """)
                } ?? "", as: GTK_MESSAGE_WARNING)
        }
        shown = page
        showTools()
        tools.hasSite = origin != nil
        if !isScreenShown { tools.address.show(page) }
    }

    /// The site that the name of `origin` resembles; computed once for each origin.
    private func resemblance(of origin: Origin) -> String? {
        if let judged, judged.origin == origin { return judged.other }
        let other = resembled(origin)
        judged = (origin, other)
        return other
    }

    private func follow(_ event: WebViewEvent) {
        showPage()
        switch event {
        case .committed:
            status.show(nil)
            bar.hide()
            obstacleArea.hide()
            files.withdraw()
            // The page that wanted to open something is gone.
            questions.withdraw()
            focusAwaitedPage()
        case .moved, .ready:
            break
        case .lost:
            let sentence = localized("The page keeps opening an empty page.")
            bar.show(sentence, as: GTK_MESSAGE_ERROR, action: localized("Try again")) { [weak self] in
                guard let view = self?.view else { return }
                view.load(view.url)
            }
        case .loading(let url):
            tools.show(isLoading: true)
            status.show(url)
            obstacleArea.hide()
        case .kept:
            status.show(nil)
            isAwaited = false
        case .finished:
            tools.show(isLoading: false)
        case .titled(let title):
            pageTitle = title
            showTitle()
        case .failed(let url, let reason):
            let address = Quotation.of(address: url)
            let sentence = localized("\(address, as: "address") could not be loaded. \(reason, as: "reason")")
            bar.show(sentence, as: GTK_MESSAGE_ERROR, action: localized("Try again")) { [weak self] in
                self?.view?.load(url)
            }
        case .held(let url, let obstacle):
            isAwaited = false
            hold(url, obstacle)
        case .refused(let sentence):
            isAwaited = false
            bar.show(VisibleText.of(sentence), as: GTK_MESSAGE_WARNING)
        case .crashed(let reloads):
            status.show(nil)
            tools.show(isLoading: false)
            sayCrashed(reloads: reloads)
        case .responsive(false):
            let sentence = localized("This page does not respond.")
            bar.show(sentence, as: GTK_MESSAGE_WARNING, action: localized("Stop and reload")) { [weak self] in
                self?.view?.restart()
            }
        case .responsive(true):
            bar.hide()
        }
        onEvent?(event)
    }

    /// Focuses a page whose address the user has just entered, unless they are typing again.
    private func focusAwaitedPage() {
        guard isAwaited else { return }
        isAwaited = false
        if let view, !tools.address.isEdited { gtk_widget_grab_focus(view.widget.pointer.cast()) }
    }

    private func sayCrashed(reloads: Bool) {
        if reloads {
            bar.show(
                localized(
                    """
                    The page crashed and was reloaded. Its requests were cancelled; what you had approved may \
                    have been sent.
                    """), as: GTK_MESSAGE_WARNING)
        } else {
            let sentence = localized("The page keeps crashing.")
            bar.show(sentence, as: GTK_MESSAGE_ERROR, action: localized("Reload")) { [weak self] in
                self?.view?.reload()
            }
        }
    }

    private func ask(_ navigation: ExternalNavigation) async -> Bool {
        await questions.ask(
            .init(
                sentence: SiteSentence(navigation.question, naming: navigation.page),
                quotation: Quotation.of(address: navigation.url, limit: ExternalNavigation.mostShown),
                yes: localized("Open"), no: localized("Don’t open")))
    }
}
