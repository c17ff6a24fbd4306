import Bridge
import WalletUI

/// Where a stack shows its pages, in place of a web page.
@MainActor protocol PageDisplay: AnyObject {
    /// Whether a page is shown, and not the web page.
    var isScreenShown: Bool { get }

    /// Whether there is a web page, which may be behind a page.
    var hasPage: Bool { get }

    /// What is entered in the fields now, by the ID of the field.
    var values: [FieldID: String] { get }

    /// Called with the action of what was pressed, and the values of the fields.
    var onPress: (@MainActor (ScreenAction, [FieldID: String]) -> Void)? { get set }

    func show(_ screen: Screen)

    /// Shows the web page again.
    func leaveScreen()
}

extension BrowserWindow: PageDisplay {
    var values: [FieldID: String] { screens.values }

    var onPress: (@MainActor (ScreenAction, [FieldID: String]) -> Void)? {
        get { screens.onPress }
        set { screens.onPress = newValue }
    }
}

/// The pages through which the user went in the wallet's window; the last one is shown.
@MainActor final class PageStack {
    /// Shows what the accounts hold.
    var goHome: @MainActor () -> Void = {}

    private let window: any PageDisplay
    private let tasks = OwnedTasks()

    /// The pages, the first one first.
    private var pages: [any Page] = [] {
        didSet {
            for page in oldValue where !pages.contains(where: { $0 === page }) { page.leave() }
        }
    }

    /// Whether the web page is shown again when the first page is left.
    private var isOverWebPage = false

    /// The number of the last navigation: what was begun before it is dropped.
    private var turn = 0

    /// What the fields of the page had when it was drawn.
    private var drawnValues: [FieldID: String] = [:]

    /// Whether the page is reading what it shows, and whether it must do so once more.
    private var (isUpdating, needsUpdate) = (false, false)

    /// Creates an empty stack, whose pages are shown in `window`.
    init(_ window: any PageDisplay) {
        self.window = window
        window.onPress = { [weak self] action, values in self?.press(action, values) }
    }

    /// The page that is shown.
    var top: (any Page)? { pages.last }

    /// What is entered on a page now; `nil` if it is not shown.
    func values(on page: any Page) -> [FieldID: String]? {
        top === page && window.isScreenShown ? window.values : nil
    }

    // MARK: Navigation

    /// Shows a page, from which the user comes to what the accounts hold.
    func begin(with page: any Page) {
        show(page) { stack in (stack.pages, stack.isOverWebPage) = ([page], false) }
    }

    /// Shows a page, from which the user comes back to what is shown now.
    func open(_ page: any Page) {
        show(page) { stack in
            if !stack.window.isScreenShown { (stack.pages, stack.isOverWebPage) = ([], stack.window.hasPage) }
            stack.pages.append(page)
        }
    }

    /// Goes to the page before this one, if it is shown.
    func leave(_ page: any Page) {
        if top === page { back() }
    }

    private func back() {
        turn += 1
        pages = pages.dropLast()
        guard let top else { return isOverWebPage ? window.leaveScreen() : goHome() }
        draw(top)
        tasks.start { [weak self] in
            await top.load()
            self?.redraw(top)
            await top.ask()
            self?.redraw(top)
        }
    }

    /// Shows a page once it has read what it shows.
    private func show(_ page: any Page, _ change: @escaping @MainActor (PageStack) -> Void) {
        turn += 1
        let turn = turn
        // Immediate: what a locked wallet must not show is gone at once.
        tasks.startNow { [weak self] in
            await page.load()
            guard let self, self.turn == turn else { return }
            change(self)
            draw(page)
            await page.ask()
            redraw(page)
        }
    }

    // MARK: Drawing

    /// Draws a page as it is now, if it is shown.
    func draw(_ page: any Page) {
        guard top === page else { return }
        window.show(page.screen)
        drawnValues = window.values
    }

    /// Draws the page again if it has changed, unless the user is entering something.
    func redraw() {
        if let top { redraw(top) }
    }

    private func redraw(_ page: any Page) {
        if values(on: page) == drawnValues { draw(page) }
    }

    /// Reads what the page shows again, because the wallet has changed.
    func update() {
        guard window.isScreenShown else { return }
        needsUpdate = true
        guard !isUpdating else { return }
        isUpdating = true
        tasks.start { [weak self] in
            while let self, needsUpdate, let top {
                needsUpdate = false
                await top.load()
                redraw(top)
            }
            self?.isUpdating = false
        }
    }

    // MARK: Actions

    private func press(_ action: ScreenAction, _ values: [FieldID: String]) {
        if let top { press(action, values, on: top) }
    }

    private func press<Shown: Page>(_ action: ScreenAction, _ values: [FieldID: String], on page: Shown) {
        guard let action = action.of(Shown.Action.self) else { return }
        let turn = turn
        // Immediate: a page that shows that it is busy takes no second press.
        tasks.startNow { [weak self] in
            let navigation = await page.handle(action, ScreenInput(values))
            guard let self, self.turn == turn, top === page else { return }
            go(navigation, from: page)
        }
    }

    private func go(_ navigation: Navigation, from page: any Page) {
        switch navigation {
        case .stay: draw(page)
        case .back: back()
        case .open(let next): open(next)
        case .replace(let next):
            show(next) { stack in
                stack.pages.removeLast()
                stack.pages.append(next)
            }
        case .root(let next): begin(with: next)
        case .home: goHome()
        }
    }
}
