import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// Signs and sends partially signed transactions in the window and for the terminal.
@MainActor struct PSBTTasks {
    let wallet: PageWallet

    private var coins: CoinWallet { wallet.services.holdings.coinWallet }

    /// Adds the signatures of the wallet's keys, after the approval.
    func sign(_ psbt: PSBT) async throws(RPCError) -> PSBT {
        let result = await wallet.dispatcher.run("psbt") { [coins] request throws(RPCError) in
            .string(try await coins.sign(psbt, for: request).base64)
        }
        let text = try Self.text(result)
        do throws(BitcoinError) {
            return try PSBT(base64: text)
        } catch {
            throw RPCError(.failed, error.sentence)
        }
    }

    /// Sends a transaction that has all signatures, after the approval.
    ///
    /// - Returns: The transaction ID.
    func send(_ psbt: PSBT) async throws(RPCError) -> String {
        let result = await wallet.dispatcher.run("psbt") { [coins] request throws(RPCError) in
            .string(try await coins.send(psbt, for: request))
        }
        return try Self.text(result)
    }

    private static func text(_ result: Result<JSON, RPCError>) throws(RPCError) -> String {
        try result.get().string ?? ""
    }
}

extension HomeController {
    /// Shows a transaction with its explanation, and as a QR code if `hasCode`.
    func show(_ psbt: PSBT, note: String? = nil, hasCode: Bool = false) async {
        do throws(RPCError) {
            let report = try holdings.coinWallet.report(on: psbt)
            let (rows, warnings) = await holdings.coinWallet.explanation(of: report)
            show(.psbt(PSBTStep(part: .shown(report, rows: rows, warnings: warnings), note: note, hasCode: hasCode)))
        } catch {
            show(.psbt(PSBTStep(problems: ["file": error.sentence])))
        }
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: PSBTStep) {
        var step = step
        (step.values, step.problems, step.note) = (values, [:], nil)
        switch (action, step.part) {
        case (.open, .open):
            tasks.start { await self.open(step) }
        case (.write, .shown(let report, _, _)):
            save(report.psbt, step)
        case (.combine, .shown(let report, _, _)):
            tasks.start { await self.combine(report.psbt, step) }
        case (.sign, .shown(let report, _, _)):
            show(.psbt(PSBTStep(part: .approving)))
            tasks.start { await self.sign(report.psbt) }
        case (.send, .shown(let report, _, _)):
            show(.psbt(PSBTStep(part: .approving)))
            tasks.start { await self.send(report.psbt) }
        default: show()
        }
    }

    private func open(_ step: PSBTStep) async {
        do throws(WalletAppError) {
            let (path, text) = (ServerAnswer.trimmed(step.values["file"]), ServerAnswer.trimmed(step.values["text"]))
            guard path.isEmpty != text.isEmpty else {
                throw WalletAppError(field: "file", localized("Choose a file or paste a text, not both."))
            }
            await show(try text.isEmpty ? PSBTFile.read(path) : PSBTFile.read(text: text))
        } catch {
            complain(error, in: step)
        }
    }

    private func complain(_ error: WalletAppError, in step: PSBTStep) {
        var step = step
        step.problems = [error.field ?? "file": error.description]
        show(.psbt(step))
    }

    private func save(_ psbt: PSBT, _ step: PSBTStep) {
        let path = ServerAnswer.trimmed(step.values["save"])
        do throws(WalletAppError) {
            guard !path.isEmpty else { throw WalletAppError(field: "save", localized("Enter the path of a new file.")) }
            try PSBTFile.write(psbt, to: path)
        } catch {
            return complain(error, in: step)
        }
        var step = step
        step.values = [:]
        step.note = localized("Saved as \(path, as: "file").")
        show(.psbt(step))
    }

    private func combine(_ psbt: PSBT, _ step: PSBTStep) async {
        do throws(WalletAppError) {
            let path = ServerAnswer.trimmed(step.values["file"])
            guard !path.isEmpty else { throw WalletAppError(field: "file", localized("Choose a file.")) }
            let other = try PSBTFile.read(path)
            do throws(BitcoinError) {
                await show(try psbt.combined(with: [other]), note: localized("The signatures were added."))
            } catch {
                throw WalletAppError(field: "file", error.sentence)
            }
        } catch {
            complain(error, in: step)
        }
    }

    private func sign(_ psbt: PSBT) async {
        do throws(RPCError) {
            let signed = try await PSBTTasks(wallet: wallet).sign(psbt)
            await show(signed, note: localized("The signatures of this wallet were added."))
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
        }
    }

    private func send(_ psbt: PSBT) async {
        do throws(RPCError) {
            let txid = try await PSBTTasks(wallet: wallet).send(psbt)
            show(.psbt(PSBTStep(part: .sent(txid))))
            refresh()
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
        }
    }
}
