public import Bridge
import CWebKit
import GLibKit

extension BrowserWindow {
    /// The options of a window.
    public struct Options: Sendable {
        /// The title.
        public var title = "Drawbridge"

        /// A permanently visible sentence, such as “demo keys, no value”.
        public var notice: String?

        /// Whether there is a button that locks the wallet.
        public var hasLock = true

        /// Whether there are buttons that show the wallet, and what the site of the page may see and do.
        public var hasWallet = false

        /// The option with which the user can start the program without WebKit's sandbox; `nil` if it has none.
        public var sandboxOption: String?

        /// The initial width and height in pixels.
        public var size = (width: 1_000, height: 760)

        /// The smallest width and height of the page and its header bar in pixels; `nil` for what they need.
        public var minimumSize: (width: Int, height: Int)?

        /// Whether the user can change the size.
        public var isResizable = true

        /// Whether the window is maximized when it is shown first.
        public var isMaximized = false

        /// The name of the window's icon in the icon theme; `nil` for that of the program's desktop file.
        public var iconName: String?

        /// The clock for the protection of questions from accidental presses.
        public var time = TimeSource.system

        /// Creates the default options.
        public init() {}
    }
}

extension BrowserWindow {
    /// Gives the window the size and the icon of its options.
    func applyShape() {
        let size = Self.bounded(options.size)
        gtk_window_set_default_size(window.pointer, size.width, size.height)
        // GTK gives a window of a fixed size what it requests, and ignores the default size.
        if let (width, height) = options.isResizable ? options.minimumSize.map(Self.bounded) : size {
            var (header, natural): (gint, gint) = (0, 0)
            gtk_widget_get_preferred_height(tools.widget, &header, &natural)
            // What the window itself requests would count its shadow, too.
            gtk_widget_set_size_request(content.cast(), width, max(1, height - natural))
        }
        gtk_window_set_resizable(window.pointer, options.isResizable ? 1 : 0)
        if options.isMaximized { gtk_window_maximize(window.pointer) }
        if let name = options.iconName { gtk_window_set_icon_name(window.pointer, name) }
    }

    /// A size that a display can have: X11's limit is 32,767 pixels.
    static func bounded(_ size: (width: Int, height: Int)) -> (width: gint, height: gint) {
        (gint(min(max(size.width, 1), 32_767)), gint(min(max(size.height, 1), 32_767)))
    }
}
