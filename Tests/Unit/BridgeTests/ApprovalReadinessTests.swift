import Bridge
import Testing

@Suite struct ApprovalReadinessTests {
    @Test func `a danger must be acknowledged, and this can be undone`() {
        var readiness = ApprovalReadiness(isDangerous: true, mustBeRead: false)
        #expect(!readiness.isClear)
        readiness.acknowledge(true)
        #expect(readiness.isClear)
        readiness.acknowledge(false)
        #expect(readiness.obstacles == [.unacknowledged])
        #expect(!readiness.isClear)
    }

    @Test func `the signed data must be read to its end, also if it grows`() {
        var readiness = ApprovalReadiness(isDangerous: false, mustBeRead: true)
        #expect(!readiness.isClear)
        readiness.read()
        #expect(readiness.isClear)
        readiness.unread()
        #expect(!readiness.isClear)
    }

    @Test func `a replaced danger must be acknowledged again`() {
        var readiness = ApprovalReadiness(isDangerous: true, mustBeRead: true)
        readiness.acknowledge(true)
        readiness.read()
        readiness.renew(isDangerous: true, mustBeRead: true)
        #expect(readiness.obstacles == [.unacknowledged, .unread])
    }

    @Test func `a second press does not count`() {
        var readiness = ApprovalReadiness(isDangerous: false, mustBeRead: false)
        readiness.decide()
        #expect(!readiness.isClear)
        readiness.read()
        readiness.acknowledge(true)
        #expect(!readiness.isClear)
    }
}
