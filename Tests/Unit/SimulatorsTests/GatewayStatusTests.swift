import Simulators
import Testing

struct GatewayStatusTests {
    @Test func `only two states are not final`() {
        #expect(GatewayStatus.allCases.filter { !$0.isFinal } == [.requiresAction, .processing])
    }
}
