import Bridge
import Testing

@Suite struct ArmingTests {
    @Test func `a danger needs its acknowledgement, which can be taken back`() {
        var arming = Arming(isDangerous: true, mustBeRead: false)
        #expect(!arming.isClear)
        arming.acknowledge(true)
        #expect(arming.isClear)
        arming.acknowledge(false)
        #expect(arming.obstacles == [.unacknowledged])
        #expect(!arming.isClear)
    }

    @Test func `what is signed must be read to its end, also what came later`() {
        var arming = Arming(isDangerous: false, mustBeRead: true)
        #expect(!arming.isClear)
        arming.read()
        #expect(arming.isClear)
        arming.unread()
        #expect(!arming.isClear)
    }

    @Test func `what takes the place of a danger needs its own acknowledgement`() {
        var arming = Arming(isDangerous: true, mustBeRead: true)
        arming.acknowledge(true)
        arming.read()
        arming.renew(isDangerous: true, mustBeRead: true)
        #expect(arming.obstacles == [.unacknowledged, .unread])
    }

    @Test func `a second press does not count`() {
        var arming = Arming(isDangerous: false, mustBeRead: false)
        arming.decide()
        #expect(!arming.isClear)
        arming.read()
        arming.acknowledge(true)
        #expect(!arming.isClear)
    }
}
