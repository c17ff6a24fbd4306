import Bridge
@testable import WalletConnectPay

/// A payment flow that submits a signature to a client with a script, and requests its status from it.
struct SubmissionBench {
    let bench: ClientBench
    var run = FlowRun()

    /// The pauses before the status requests, in order.
    private(set) var waits: [Duration] = []

    init(_ script: [String: [ScriptedSender.Reply]]) throws {
        bench = try ClientBench(script)
        run.beginAndConfirm()
    }

    var state: PaymentFlow.State { run.state }

    /// What was requested, by the last part of its path.
    var asked: [String] { bench.sender.asked }

    /// How often the results were submitted.
    var submissions: Int { asked.filter { $0 == "confirm" }.count }

    /// Carries out what the flow wants, until the payment is settled or on its way, or the flow waits for longer than a
    /// few seconds.
    mutating func settle() async {
        for _ in 0..<100 {
            switch run.state {
            case .confirming, .unsure: break
            default: return
            }
            switch run.effects.last {
            case .keep(_?, _)?: run.answer(.kept(.success(())))
            case .confirm(_, let option, let signatures, let collected)?:
                run.answer(.confirmed(await confirm(option, signatures, collected)))
            case .askStatus(_, let pause)?:
                guard pause < .seconds(5) else { return }
                waits.append(pause)
                run.now += pause.components.seconds
                run.answer(.status(await status()))
            default: return
            }
        }
    }

    /// The user requests the status.
    mutating func check() async {
        run.take(.checkStatus)
        await settle()
    }

    private func confirm(
        _ option: PaymentOption.ID, _ signatures: [String], _ collected: [CollectedField]?
    ) async -> Result<ConfirmResult, PayError> {
        do throws(PayError) {
            return .success(
                try await bench.client.confirm(
                    bench.payment, option: option, signatures: signatures, collectedData: collected))
        } catch {
            return .failure(error)
        }
    }

    private func status() async -> Result<ConfirmResult, PayError> {
        do throws(PayError) { return .success(try await bench.client.status(of: bench.payment)) } catch {
            return .failure(error)
        }
    }
}
