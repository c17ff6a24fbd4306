import Bridge
import Testing

@testable import WalletUI

/// What a step says, and when another one is only the next moment of it.
@Suite struct ScreenTests {
    private var step: Screen {
        var step = Screen(title: "Payment", heading: "Pay 10.00 USDC")
        step.rows = [Approval.Row("To", .untrusted("Shop"))]
        step.clock = Screen.Clock("Expires in 2:01")
        step.buttons = [Screen.Button("pay", label: "Pay", .paying)]
        return step
    }

    @Test func `the countdown changes nothing else on the screen`() {
        var next = step
        next.clock = Screen.Clock("Expires in 2:00", isUrgent: true)
        #expect(next.isAnotherMoment(of: step))
        next.problems = [FieldID("name"): "This is empty."]
        #expect(next.isAnotherMoment(of: step))
    }

    @Test func `any change that affects the decision is a new step`() {
        var other = step
        other.heading = "Pay 10.01 USDC"
        #expect(!other.isAnotherMoment(of: step))
        other = step
        other.rows = [Approval.Row("To", .untrusted("Other"))]
        #expect(!other.isAnotherMoment(of: step))
        other = step
        other.buttons = []
        #expect(!other.isAnotherMoment(of: step))
        other = step
        other.clock = nil
        #expect(!other.isAnotherMoment(of: step))
        other = step
        other.busy = "Paying …"
        #expect(!other.isAnotherMoment(of: step))
    }

    @Test func `an image has a light border of four modules, at any scale`() {
        let image = Screen.Image(side: 2, isDark: [true, false, false, true], description: "")
        for scale in [1, 3] {
            let (side, bytes) = image.pixels(scale: scale)
            #expect(side == 10 * scale)
            #expect(bytes.count == side * side * 3)
            let dark = (0..<side * side).filter { bytes[$0 * 3] == 0 }
            #expect(dark.count == 2 * scale * scale)
            #expect(
                dark.allSatisfy { pixel in
                    let (row, column) = (pixel / side / scale - 4, pixel % side / scale - 4)
                    return (0...1).contains(row) && row == column
                })
        }
    }
}
