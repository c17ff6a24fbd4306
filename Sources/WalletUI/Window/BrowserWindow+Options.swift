public import Bridge

extension BrowserWindow {
    /// The options of a window.
    public struct Options: Sendable {
        /// The title.
        public var title = "Drawbridge"

        /// A permanently visible sentence, such as “demo keys, no value”.
        public var notice: String?

        /// Whether there is a button that locks the wallet.
        public var hasLock = true

        /// The option with which the user can start the program without WebKit's sandbox; `nil` if it has none.
        public var sandboxOption: String?

        /// The initial width and height in pixels.
        public var size = (width: 1_000, height: 760)

        /// The clock for the protection of questions from accidental presses.
        public var time = TimeSource.system

        /// Creates the default options.
        public init() {}
    }
}
