import WindowTesting

/// A keyboard that the display takes for a real one.
@MainActor final class Keyboard {
    /// Keys that are not characters, by their X11 symbols.
    enum Key: UInt {
        case enter = 0xFF0D
        case escape = 0xFF1B
        case tab = 0xFF09
        case space = 0x20
    }

    private let hand: XTest

    init() throws(Failure) { hand = try XTest() }

    /// Types a letter, digit or space of ASCII: its symbol is its code.
    func type(_ character: Character) {
        guard let code = character.asciiValue else { return }
        hand.key(UInt(code), isDown: true)
        hand.key(UInt(code), isDown: false)
    }

    func tap(_ key: Key) {
        press(key, true)
        press(key, false)
    }

    /// Presses or releases a key.
    func press(_ key: Key, _ isDown: Bool) {
        hand.key(key.rawValue, isDown: isDown)
    }
}
