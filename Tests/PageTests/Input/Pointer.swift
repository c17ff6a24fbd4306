/// A mouse that the display takes for a real one.
@MainActor final class Pointer {
    private let hand: XTest

    init() throws(Failure) { hand = try XTest() }

    /// Moves to a point of the screen, in pixels.
    func move(x: Int, y: Int) {
        hand.move(x: x, y: y)
    }

    /// Clicks where it is.
    func click() {
        hand.button(isDown: true)
        hand.button(isDown: false)
    }

    /// Clicks at a point of the screen, in pixels.
    func click(x: Int, y: Int) {
        move(x: x, y: y)
        click()
    }

    /// Presses the button, or lets go of it.
    func press(_ isDown: Bool) {
        hand.button(isDown: isDown)
    }
}
