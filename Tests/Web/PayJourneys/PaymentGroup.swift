import Foundation
public import WindowTesting

/// The journeys of payments, against a gateway on this machine, in windows that a person uses.
public let paymentGroup = TestGroup("payments", prepare: prepare) {
    screenJourneys + payJourneys + allowanceJourneys + edgeCaseJourneys + returnJourneys
}

/// The window with the steps of a payment.
public let paymentWindows = [ShownWindow("steps") { _ in try await showSteps() }]

@Sendable private func prepare() {
    // This process looks at the windows of others; its own must not be in the same tree of elements.
    setenv("NO_AT_BRIDGE", "1", 1)
}
