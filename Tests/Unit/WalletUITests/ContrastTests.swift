import Testing

@testable import WalletUI

/// Whether the fainter groups of an address are readable (WCAG 2.1, success criterion 1.4.3).
@Suite struct ContrastTests {
    /// A theme's text and background: red, green and blue from 0 to 255.
    struct Theme: CustomTestStringConvertible, Sendable {
        let name: String
        let text: [Double]
        let ground: [Double]
        var testDescription: String { name }
    }

    static let themes = [
        Theme(name: "Adwaita", text: [0x2E, 0x34, 0x36], ground: [0xF6, 0xF5, 0xF4]),
        Theme(name: "Adwaita, dark", text: [0xEE, 0xEE, 0xEC], ground: [0x35, 0x35, 0x35]),
        Theme(name: "HighContrast", text: [0, 0, 0], ground: [0xFD, 0xFD, 0xFC]),
        Theme(name: "HighContrast, dark", text: [0xFF, 0xFF, 0xFF], ground: [0x0F, 0x0F, 0x0F]),
    ]

    @Test(arguments: themes) func `the fainter groups of an address have a contrast of 4.5 to 1`(theme: Theme) {
        let faint = zip(theme.text, theme.ground).map {
            ExactText.faintOpacity * $0 + (1 - ExactText.faintOpacity) * $1
        }
        let (light, dark) = (Self.luminance(faint), Self.luminance(theme.ground))
        #expect((max(light, dark) + 0.05) / (min(light, dark) + 0.05) >= 4.5)
    }

    /// The relative luminance of a colour, as defined in WCAG 2.1.
    private static func luminance(_ colour: [Double]) -> Double {
        let parts = colour.map { part in
            let share = part / 255
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// `base` to the power of 2.4: its square times the fifth root of its square, by Newton's method.
    private static func power(_ base: Double) -> Double {
        let square = base * base
        var root = 1.0
        for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
        return square * root
    }
}
