import Bridge
import Testing

@Suite struct ArmingTests {
    @Test func `a danger must be acknowledged, and this can be undone`() {
        var arming = Arming(isDangerous: true, mustBeRead: false)
        #expect(!arming.isClear)
        arming.acknowledge(true)
        #expect(arming.isClear)
        arming.acknowledge(false)
        #expect(arming.obstacles == [.unacknowledged])
        #expect(!arming.isClear)
    }

    @Test func `the signed data must be read to its end, also if it grows`() {
        var arming = Arming(isDangerous: false, mustBeRead: true)
        #expect(!arming.isClear)
        arming.read()
        #expect(arming.isClear)
        arming.unread()
        #expect(!arming.isClear)
    }

    @Test func `a replaced danger must be acknowledged again`() {
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
