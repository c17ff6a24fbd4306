import WebHost

extension Screen {
    /// Images that are shown one after another.
    public struct Animation: Hashable, Sendable {
        /// The images, in order.
        public let images: [Image]

        /// How long each is shown.
        public let interval: Duration

        /// Creates an animation.
        public init(_ images: [Image], interval: Duration) {
            self.images = images
            self.interval = interval
        }
    }

    /// A square image of dark and light modules, with a description in words.
    public struct Image: Hashable, Sendable {
        /// The number of modules on a side.
        public let side: Int

        /// Whether each module is dark, line by line.
        public let isDark: [Bool]

        /// The description for users who cannot see it.
        public let description: String

        /// Creates an image; `isDark` must have `side` times `side` elements.
        public init(side: Int, isDark: [Bool], description: String) {
            precondition(side > 0 && isDark.count == side * side)  // No trap: the wallet's own code for what it shows.
            self.side = side
            self.isDark = isDark
            self.description = description
        }

        /// Each module as `scale` times `scale` pixels of red, green and blue, with a light border of four modules
        /// around them (ISO/IEC 18004, section 5.3.8).
        func pixels(scale: Int) -> (side: Int, bytes: [UInt8]) {
            let border = 4
            let width = (side + 2 * border) * scale
            var bytes = [UInt8](repeating: 255, count: width * width * 3)
            for row in 0..<side {
                for column in 0..<side where isDark[row * side + column] {
                    for line in 0..<scale {
                        let start = (((row + border) * scale + line) * width + (column + border) * scale) * 3
                        for offset in 0..<scale * 3 { bytes[start + offset] = 0 }
                    }
                }
            }
            return (width, bytes)
        }
    }
}
