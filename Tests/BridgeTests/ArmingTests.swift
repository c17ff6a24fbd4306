import Bridge
import Testing

@Suite struct ArmingTests {
    private let delay = Duration.milliseconds(500)

    @Test func `nothing is armed before it is seen`() {
        let arming = Arming(isDangerous: false, mustBeRead: false)
        #expect(!arming.isArmed(at: .seconds(9)))
        #expect(arming.remaining(at: .seconds(9)) == nil)
    }

    @Test func `half a second of quiet arms`() {
        var arming = Arming(isDangerous: false, mustBeRead: false)
        arming.disturb(at: .seconds(1))
        #expect(!arming.isArmed(at: .milliseconds(1_499)))
        #expect(arming.remaining(at: .milliseconds(1_200)) == .milliseconds(300))
        #expect(arming.isArmed(at: .milliseconds(1_500)))
    }

    @Test func `every change begins the delay again`() {
        var arming = Arming(isDangerous: false, mustBeRead: false)
        arming.disturb(at: .zero)
        arming.disturb(at: .milliseconds(400))
        #expect(!arming.isArmed(at: .milliseconds(600)))
        #expect(arming.isArmed(at: .milliseconds(900)))
        arming.disturb(at: .milliseconds(950))
        #expect(!arming.isArmed(at: .milliseconds(960)))
    }

    @Test func `what left the screen is not armed until it has been back for the delay`() {
        var arming = Arming(isDangerous: false, mustBeRead: false)
        arming.disturb(at: .zero)
        arming.hide()
        #expect(!arming.isArmed(at: .seconds(2)))
        arming.disturb(at: .seconds(3))
        #expect(!arming.isArmed(at: .seconds(3)))
        #expect(arming.isArmed(at: .seconds(3) + delay))
    }

    @Test func `a danger needs its acknowledgement, which can be taken back`() {
        var arming = Arming(isDangerous: true, mustBeRead: false)
        arming.disturb(at: .zero)
        #expect(!arming.isArmed(at: .seconds(1)))
        arming.acknowledge(true)
        #expect(arming.isArmed(at: .seconds(1)))
        arming.acknowledge(false)
        #expect(arming.obstacles == [.unacknowledged])
        #expect(!arming.isArmed(at: .seconds(1)))
    }

    @Test func `what is signed must be read to its end, also what came later`() {
        var arming = Arming(isDangerous: false, mustBeRead: true)
        arming.disturb(at: .zero)
        #expect(!arming.isArmed(at: .seconds(1)))
        arming.read()
        #expect(arming.isArmed(at: .seconds(1)))
        arming.unread()
        #expect(!arming.isArmed(at: .seconds(1)))
    }

    @Test func `a second press does not count`() {
        var arming = Arming(isDangerous: false, mustBeRead: false)
        arming.disturb(at: .zero)
        arming.decide()
        #expect(!arming.isArmed(at: .seconds(1)))
        arming.disturb(at: .seconds(1))
        arming.read()
        arming.acknowledge(true)
        #expect(!arming.isArmed(at: .seconds(2)))
    }
}
