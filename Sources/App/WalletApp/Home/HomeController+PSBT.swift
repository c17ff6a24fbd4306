import Bitcoin
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// Signs and sends partially signed transactions in the window and for the terminal.
extension HomeController {
    /// Shows a transaction with its explanation.
    func show(_ psbt: PSBT, note: String? = nil) async {
        do throws(RPCError) {
            let report = try await holdings.coinWallet.report(on: psbt)
            let (rows, warnings) = await holdings.coinWallet.explanation(of: report)
            show(.psbt(PSBTStep(part: .shown(report, rows: rows, warnings: warnings), note: note)))
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
            save(step) { path throws(WalletError) in try PSBTFile.write(report.psbt, to: path) }
        case (.writeFinal, .shown(let report, _, _)):
            guard let signed = report.signed else { return }
            save(step) { path throws(WalletError) in try PSBTFile.write(signed, to: path) }
        case (.combine, .shown(let report, _, _)):
            tasks.start { await self.combine(report.psbt, step) }
        case (.code, .shown(let report, _, _)):
            tasks.start { await self.showCodes(of: report.psbt, .ur, step) }
        case (.code, .codes(let psbt, let shown, _, _)):
            let form = CodeSeries.Form(rawValue: values["form"] ?? "") ?? shown
            tasks.start { await self.showCodes(of: psbt, form, step) }
        case (.back, .codes(let psbt, _, _, _)):
            tasks.start { await self.show(psbt) }
        case (.sign, .shown(let report, _, _)):
            show(.psbt(PSBTStep(part: .approving)))
            tasks.start { await self.sign(report.psbt) }
        case (.send, .shown(let report, _, _)):
            show(.psbt(PSBTStep(part: .approving)))
            tasks.start { await self.send(report.psbt) }
        default: show()
        }
    }

    private func showCodes(of psbt: PSBT, _ form: CodeSeries.Form, _ step: PSBTStep) async {
        do throws(WalletError) {
            let series = try CodeSeries(psbt, form)
            let codes = await series.codes()
            show(.psbt(PSBTStep(part: .codes(psbt, form, codes, interval: series.interval))))
        } catch {
            var step = step
            if case .codes = step.part { return complain(error, in: step) }
            step.note = error.description
            show(.psbt(step))
        }
    }

    /// Adds the QR codes of the picture that was chosen.
    ///
    /// - Returns: The transaction; `nil` if parts are still missing, which the screen says then.
    private func content(
        ofPicture path: String, _ step: PSBTStep
    ) async throws(WalletError) -> PSBTCollector.Content? {
        let (collector, content) = try await step.collector.adding(picture: path)
        guard content == nil else { return content }
        var step = step
        (step.collector, step.values) = (collector, [:])
        step.note = collector.progress.map { localized("\($0, as: "progress"). Open the next picture.") }
        show(.psbt(step))
        return nil
    }

    private func open(_ step: PSBTStep) async {
        do throws(WalletError) {
            let picture = EnteredText.trimmed(step.values["picture"])
            let (path, text) = (EnteredText.trimmed(step.values["file"]), EnteredText.trimmed(step.values["text"]))
            guard [path, text, picture].count(where: { !$0.isEmpty }) == 1 else {
                throw WalletError(field: "file", localized("Choose a file, paste a text, or choose a picture."))
            }
            guard picture.isEmpty else {
                switch try await content(ofPicture: picture, step) {
                case nil: return
                case .psbt(let psbt)?: return await show(psbt)
                case .signed?:
                    throw WalletError(
                        field: "picture",
                        localized(
                            "This is a signed transaction without its coins. Open the PSBT first, and add it there."))
                }
            }
            await show(try await text.isEmpty ? PSBTFile.reading(path) : PSBTFile.reading(text: text))
        } catch {
            complain(error, in: step)
        }
    }

    private func complain(_ error: WalletError, in step: PSBTStep) {
        var step = step
        step.problems = [error.field ?? "file": error.description]
        show(.psbt(step))
    }

    private func save(_ step: PSBTStep, _ write: (String) throws(WalletError) -> Void) {
        let path = EnteredText.trimmed(step.values["save"])
        do throws(WalletError) {
            guard !path.isEmpty else { throw WalletError(field: "save", localized("Enter the path of a new file.")) }
            try write(path)
        } catch {
            return complain(error, in: step)
        }
        var step = step
        step.values = [:]
        step.note = localized("Saved as \(path, as: "file").")
        show(.psbt(step))
    }

    private func combine(_ psbt: PSBT, _ step: PSBTStep) async {
        do throws(WalletError) {
            let (path, picture) = (
                EnteredText.trimmed(step.values["file"]), EnteredText.trimmed(step.values["picture"])
            )
            guard path.isEmpty != picture.isEmpty else {
                throw WalletError(field: "file", localized("Choose a file or a picture."))
            }
            let combined: PSBT
            if picture.isEmpty {
                combined = try await PSBTFile.combining(psbt, with: [try await PSBTFile.reading(path)])
            } else {
                switch try await content(ofPicture: picture, step) {
                case nil: return
                case .psbt(let other)?: combined = try await PSBTFile.combining(psbt, with: [other])
                case .signed(let signed)?: combined = try PSBTFile.combine(psbt, with: signed)
                }
            }
            await show(combined, note: localized("The signatures were added."))
        } catch {
            complain(error, in: step)
        }
    }

    private func sign(_ psbt: PSBT) async {
        do throws(RPCError) {
            let signed = try await wallet.headless.sign(psbt)
            await show(signed, note: localized("The signatures of this wallet were added."))
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
        }
    }

    private func send(_ psbt: PSBT) async {
        do throws(RPCError) {
            let sent = try await wallet.headless.send(psbt)
            show(.psbt(PSBTStep(part: .sent(sent))))
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
        }
    }
}
