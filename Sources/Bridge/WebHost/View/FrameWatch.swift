import Bridge

/// Notices a page that is loaded but never drawn, as with some graphics drivers.
///
/// A page that is drawn makes GTK draw the view. A window that is not on the screen has no frames, so that only the time
/// during which the window itself is drawn counts.
struct FrameWatch {
    /// How long a page may take to be drawn after it has been loaded.
    static let patience = Duration.seconds(8)

    /// The number of frames of the window in which the page could have been drawn.
    static let leastFrames = 60

    /// What is known about a page.
    enum Verdict { case waiting, drawn, blank, over }

    private var isDrawn = false
    private var loaded: Duration?
    private var frames = 0

    /// Another document is shown.
    mutating func begin() { self = FrameWatch() }

    /// The view is drawn.
    mutating func draw() { isDrawn = true }

    /// The document has been loaded completely.
    mutating func finish(at now: Duration) { if loaded == nil { loaded = now } }

    /// The window has a frame.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isVisible: Whether the view is shown in the window.
    /// - Returns: What is known now.
    mutating func frame(at now: Duration, isVisible: Bool) -> Verdict {
        guard let loaded else { return .over }
        if isDrawn { return .drawn }
        guard isVisible else {
            begin()
            return .over
        }
        frames += 1
        return frames >= Self.leastFrames && now - loaded >= Self.patience ? .blank : .waiting
    }
}
