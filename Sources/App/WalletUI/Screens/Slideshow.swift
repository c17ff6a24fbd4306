import Bridge

/// Shows the images of a series one after another, again and again, until it is paused or released.
@MainActor final class Slideshow {
    /// Called with the place of the next image.
    var onShow: (@MainActor (Int) -> Void)?

    /// The place of the image that is shown.
    private(set) var place = 0

    private let count: Int
    private let interval: Duration
    private let time: TimeSource
    private var running: Task<Void, Never>?

    /// Creates a slideshow that is paused.
    init(count: Int, interval: Duration, time: TimeSource) {
        self.count = count
        self.interval = interval
        self.time = time
    }

    isolated deinit { running?.cancel() }

    /// Whether the images change.
    var isRunning: Bool { running != nil }

    /// Starts or continues; one image stays as it is.
    func start() {
        guard running == nil, count > 1 else { return }
        running = Task { [weak self, time, interval] in
            while (try? await time.sleep(interval)) != nil, !Task.isCancelled {
                guard let self else { return }
                place = (place + 1) % count
                onShow?(place)
            }
        }
    }

    /// Stops at the image that is shown.
    func pause() {
        running?.cancel()
        running = nil
    }
}
