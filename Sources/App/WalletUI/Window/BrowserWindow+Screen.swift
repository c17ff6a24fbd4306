import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The wallet's own screens in the window, in place of the page.
extension BrowserWindow {
    /// The place of the screens.
    package var screens: ScreenArea { area }

    /// Whether a screen of the wallet is shown instead of the page.
    package var isScreenShown: Bool { area.screen != nil }

    /// Whether there is a web page, which may be behind a screen of the wallet.
    package var hasPage: Bool { view?.shownURL != nil }

    /// Shows a screen of the wallet instead of the page, which stays as it is.
    package func show(_ screen: Screen) {
        showPages(false)
        area.show(screen)
        tools.address.show(ShownPage())
        showTools()
        showTitle()
    }

    /// Shows the page again.
    package func leaveScreen() {
        guard isScreenShown else { return }
        area.hide()
        showPages(true)
        showPage()
        showTitle()
    }

    /// Reloads the page, if it is shown.
    func reload() {
        if !isScreenShown { view?.reload() }
    }

    /// Shows which of the buttons for the page can do something.
    func showTools() {
        tools.show(
            canGoBack: isScreenShown ? hasPage : view?.canGoBack == true,
            canReload: !isScreenShown && (hasPage || view?.url.isEmpty == false))
    }

    /// Shows the title of the page, or that of the program while the wallet is shown.
    func showTitle() {
        let title =
            isScreenShown || pageTitle.isEmpty
            ? options.title
            : localized("\(Quotation.of(pageTitle), as: "page") – \(options.title, as: "program")")
        gtk_window_set_title(window.pointer, title)
        tools.title = title
    }
}
