import Testing

@testable import WalletConnect

/// What follows a refusal or the end of a connection.
@Suite struct RelayVerdictTests {
    @Test(
        arguments: [
            (1000, RelayVerdict.again(.lost, .closed)), (1001, .again(.moved, .moved)), (1006, .again(.lost, .closed)),
            (1009, .again(.lost, .closed)), (1013, .again(.crowded, .crowded)), (3000, .stop(.credentials)),
            (3001, .again(.crowded, .crowded)), (4008, .again(.lost, .closed)), (4010, .again(.moved, .moved)),
            (65_535, .again(.lost, .closed)), (0, .again(.lost, .closed)),
        ] as [(UInt16, RelayVerdict)])
    func `each close code has its consequence`(code: UInt16, verdict: RelayVerdict) {
        #expect(RelayVerdict(.closed(code: code, reason: "<b>x</b>"), skew: nil, hasProject: true) == verdict)
    }

    @Test(arguments: [
        (401, "", false, RelayVerdict.stop(.projectMissing)), (401, "", true, .stop(.projectUnknown)),
        (403, "", true, .stop(.origin)), (403, "", false, .stop(.credentials)),
        (401, "{\"error\":\"InvalidJwt\"}", false, .stop(.credentials)),
        (401, "{\"error\":\"ProjectNotFound\"}", false, .stop(.projectUnknown)),
        (403, "OriginNotAllowed", false, .stop(.origin)), (403, "CountryBlocked", true, .stop(.country)),
        (451, "", true, .stop(.country)), (429, "", true, .again(.crowded, .crowded, pause: 7)),
        (500, "", true, .again(.lost, .crowded, pause: 7)), (503, "", true, .again(.lost, .crowded, pause: 7)),
        (404, "", true, .again(.lost, .notRelay(status: 404), pause: 7)),
        (200, "", true, .again(.lost, .notRelay(status: 200), pause: 7)),
        (302, "", true, .again(.lost, .notRelay(status: 302), pause: 7)),
        (-1, "", true, .again(.lost, .notRelay(status: -1), pause: 7)),
    ])
    func `each HTTP status has its consequence`(status: Int, body: String, hasProject: Bool, verdict: RelayVerdict) {
        let response = RelayResponse(status: status, date: nil, pause: 7, body: body)
        #expect(RelayVerdict(response, skew: 119, hasProject: hasProject) == verdict)
    }

    @Test(arguments: [121, -121, 3_600, .max, .min] as [Int64])
    func `a wrong clock explains a refusal better than its code`(skew: Int64) {
        let response = RelayResponse(status: 401, body: "ProjectNotFound")
        #expect(RelayVerdict(response, skew: skew, hasProject: true) == .stop(.clock(seconds: skew)))
        #expect(
            RelayVerdict(.closed(code: 3000, reason: "InvalidJwt"), skew: skew, hasProject: true)
                == .stop(.clock(seconds: skew)))
        #expect(RelayVerdict(.closed(code: 1001, reason: ""), skew: skew, hasProject: true) == .again(.moved, .moved))
    }

    @Test func `every state has a sentence, and none has text of the relay`() {
        let obstacles: [RelayObstacle] = [
            .unreachable, .proxy, .untrusted, .timedOut, .lost, .closed, .moved, .crowded, .malformed,
            .notRelay(status: 404),
        ]
        let refusals: [RelayRefusal] = [.projectMissing, .projectUnknown, .origin, .country, .credentials]
        let sentences =
            [RelayState.offline, .connecting, .connected(since: 0)].map(\.sentence)
            + obstacles.map { RelayState.waiting(until: 0, $0).sentence }
            + refusals.map { RelayState.refused($0).sentence }
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.count > 10 && ($0.hasSuffix(".") || $0.hasSuffix("…")) })
    }
}
