import Bridge
import WalletConnectPay

/// A gateway that keeps to its own rules: a payment is paid once, by results for an option that it named last.
@MainActor final class FakeGateway: PaymentGateway {
    let fate: Fate

    var status = PaymentStatus.requiresAction
    var options: [PaymentOption]
    var actions: [PaymentAction]
    var info = PaymentFixture.info()

    /// How often it has to be asked before a payment is settled.
    var patience = 2

    /// What it took, each time that it took something.
    private(set) var accepted: [[String]] = []

    /// What it was handed, whether it took it or not.
    private(set) var handed: [[String]] = []
    private(set) var asked = 0
    private(set) var calledOff = 0

    /// Whether the allowance is in force, so that no transaction is asked for that gives it.
    var isApproved: () -> Bool = { false }

    /// How many results the actions need that were asked for last.
    private var expected = 1

    /// The number of the latest list of options; earlier ids are invalid.
    private var list = 0

    init(
        _ options: [PaymentOption] = [PaymentFixture.dollars], _ actions: [PaymentAction] = [PaymentFixture.authorize],
        fate: Fate = Fate()
    ) {
        self.options = options
        self.actions = actions
        self.fate = fate
    }

    func options(
        for payment: PaymentID, accounts: [AccountID], includeInfo: Bool
    ) async throws(PayError) -> PaymentOptions {
        try await fate.step(lost: PayError.interrupted) { @MainActor () async throws(PayError) in
            asked += 1
            list += 1
            let info = PaymentInfo(
                status: status, amount: info.amount, expiresAt: info.expiresAt, merchantName: info.merchantName)
            guard status == .requiresAction else { return PaymentFixture.answer([], info: info) }
            let named = options.enumerated().map { number, option in
                PaymentOption(
                    id: "l\(list)-\(number)", account: option.account, amount: option.amount,
                    expiresAt: option.expiresAt, actions: option.actions, collectData: option.collectData)
            }
            return PaymentFixture.answer(named, info: info)
        }
    }

    func actions(of payment: PaymentID, option: PaymentOption.ID) async throws(PayError) -> [PaymentAction] {
        try await fate.step(lost: PayError.interrupted) { @MainActor () async throws(PayError) in
            guard option.hasPrefix("l\(list)-") else { throw .optionNotFound }
            let asked = isApproved() ? Array(actions.suffix(1)) : actions
            expected = asked.count
            return asked
        }
    }

    func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]?,
        maxPollMs: Int?
    ) async throws(PayError) -> ConfirmResult {
        try await fate.step(lost: PayError.outcomeUnknown) { @MainActor () async throws(PayError) in
            handed.append(signatures)
            guard status == .requiresAction else {
                if accepted.contains(signatures) { return answer }
                throw .invalidState
            }
            guard option.hasPrefix("l\(list)-") else { throw .invalidOption }
            guard signatures.count == expected else { throw .invalidSignature }
            accepted.append(signatures)
            status = .processing
            return answer
        }
    }

    func status(of payment: PaymentID, maxPollMs: Int?) async throws(PayError) -> ConfirmResult {
        try await fate.step(lost: PayError.interrupted) { @MainActor () async throws(PayError) in
            if status == .processing {
                patience -= 1
                if patience <= 0 { status = .succeeded }
            }
            return answer
        }
    }

    func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus {
        try await fate.step(lost: PayError.interrupted) { @MainActor () async throws(PayError) in
            calledOff += 1
            guard status == .requiresAction else { throw .invalidState }
            status = .cancelled
            return status
        }
    }

    private var answer: ConfirmResult {
        PaymentFixture.settled(status, poll: 1_000, transaction: status == .succeeded ? "0x7a1d" : nil)
    }
}
