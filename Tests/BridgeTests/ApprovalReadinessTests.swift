import Bridge
import Testing

@Suite struct ApprovalReadinessTests {
    @Test func `a danger needs its acknowledgement, which can be taken back`() {
        var readiness = ApprovalReadiness(isDangerous: true, mustBeRead: false)
        #expect(!readiness.isClear)
        readiness.acknowledge(true)
        #expect(readiness.isClear)
        readiness.acknowledge(false)
        #expect(readiness.obstacles == [.unacknowledged])
        #expect(!readiness.isClear)
    }

    @Test func `what is signed must be read to its end, also what came later`() {
        var readiness = ApprovalReadiness(isDangerous: false, mustBeRead: true)
        #expect(!readiness.isClear)
        readiness.read()
        #expect(readiness.isClear)
        readiness.unread()
        #expect(!readiness.isClear)
    }

    @Test func `what takes the place of a danger needs its own acknowledgement`() {
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
