import Bitcoin
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import QRWriter
import WalletCore
import WalletMethods
import WalletTerminal
import WalletUI

/// A partially signed transaction, which is explained, signed and sent.
@MainActor final class PSBTPage: Page {
    enum Action: Hashable {
        case back, open, save, saveFinal, combine, codes, showCodes, transaction, sign, send
    }

    /// What is shown of it.
    private enum Part {
        /// The question which one is meant.
        case open
        /// A transaction with its explanation.
        case shown(PSBTReport, rows: [Approval.Row], warnings: [Approval.Warning])
        /// The QR codes of a transaction.
        case codes(PSBT, CodeSeries.Form, [QRCode], interval: Duration)
        /// An approval is open.
        case approving
    }

    private let context: PageContext
    private var part = Part.open
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    /// What happened last, such as that a file was written.
    private var note: String?

    /// The parts of a transaction that were read from images.
    private var collector = PSBTCollector()

    init(_ context: PageContext) { self.context = context }

    var screen: Screen {
        switch part {
        case .open: opening
        case .shown(let report, let rows, let warnings): shown(report, rows, warnings)
        case .codes(_, let form, let codes, let interval): self.codes(form, codes, interval)
        case .approving: approving
        }
    }

    /// Shows a transaction with its explanation.
    func show(_ psbt: PSBT, note: String? = nil) async {
        (values, problems, self.note) = ([:], [:], note)
        collector = PSBTCollector()
        do throws(RPCError) {
            let report = try await context.holdings.coinWallet.report(on: psbt)
            let (rows, warnings) = await context.holdings.coinWallet.explanation(of: report)
            part = .shown(report, rows: rows, warnings: warnings)
        } catch {
            (part, problems) = (.open, [.file: error.sentence])
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        (values, problems, note) = (input.values, [:], nil)
        do throws(WalletError) {
            switch (action, part) {
            case (.back, _): return .back
            case (.open, _): try await open(input)
            case (.save, .shown(let report, _, _)):
                try save { path throws(WalletError) in try PSBTFile.write(report.psbt, to: path) }
            case (.saveFinal, .shown(let report, _, _)):
                guard let signed = report.signed else { return .stay }
                try save { path throws(WalletError) in try PSBTFile.write(signed, to: path) }
            case (.combine, .shown(let report, _, _)): try await combine(report.psbt, input)
            case (.codes, .shown(let report, _, _)):
                do throws(WalletError) {
                    try await showCodes(of: report.psbt, .ur)
                } catch {
                    note = error.description
                }
            case (.showCodes, .codes(let psbt, let shown, _, _)):
                try await showCodes(of: psbt, CodeSeries.Form(rawValue: input[.form]) ?? shown)
            case (.transaction, .codes(let psbt, _, _, _)): await show(psbt)
            case (.sign, .shown(let report, _, _)): await sign(report.psbt)
            case (.send, .shown(let report, _, _)): return await send(report.psbt)
            default: break
            }
        } catch {
            problems = [error.field ?? .file: error.description]
        }
        return .stay
    }

    private func showCodes(of psbt: PSBT, _ form: CodeSeries.Form) async throws(WalletError) {
        let series = try CodeSeries(psbt, form)
        part = .codes(psbt, form, await series.codes(), interval: series.interval)
    }

    /// Adds the QR codes of the image that was chosen.
    ///
    /// - Returns: The transaction; `nil` if parts are still missing, which the screen says then.
    private func content(ofImage path: String) async throws(WalletError) -> PSBTCollector.Content? {
        let (collector, content) = try await collector.adding(image: path)
        guard content == nil else { return content }
        (self.collector, values) = (collector, [:])
        note = collector.progress.map { localized("\($0, as: "progress"). Open the next image.") }
        return nil
    }

    private func open(_ input: ScreenInput) async throws(WalletError) {
        let (path, text, image) = (input[.file], input[.text], input[.image])
        guard [path, text, image].count(where: { !$0.isEmpty }) == 1 else {
            throw WalletError(field: .file, localized("Choose a file, paste a text, or choose an image."))
        }
        guard !image.isEmpty else {
            return await show(try await text.isEmpty ? PSBTFile.reading(path) : PSBTFile.reading(text: text))
        }
        switch try await content(ofImage: image) {
        case nil: return
        case .psbt(let psbt)?: await show(psbt)
        case .signed?:
            throw WalletError(
                field: .image,
                localized("This is a signed transaction without its coins. Open the PSBT first, and add it there."))
        }
    }

    private func save(_ write: (String) throws(WalletError) -> Void) throws(WalletError) {
        let path = EnteredText.trimmed(values[.save])
        guard !path.isEmpty else { throw WalletError(field: .save, localized("Enter the path of a new file.")) }
        try write(path)
        (values, note) = ([:], localized("Saved as \(path, as: "file")."))
    }

    private func combine(_ psbt: PSBT, _ input: ScreenInput) async throws(WalletError) {
        let (path, image) = (input[.file], input[.image])
        guard path.isEmpty != image.isEmpty else {
            throw WalletError(field: .file, localized("Choose a file or an image."))
        }
        let combined: PSBT
        if image.isEmpty {
            combined = try await PSBTFile.combining(psbt, with: [try await PSBTFile.reading(path)])
        } else {
            switch try await content(ofImage: image) {
            case nil: return
            case .psbt(let other)?: combined = try await PSBTFile.combining(psbt, with: [other])
            case .signed(let signed)?: combined = try PSBTFile.combine(psbt, with: signed)
            }
        }
        await show(combined, note: localized("The signatures were added."))
    }

    private func sign(_ psbt: PSBT) async {
        part = .approving
        context.draw(self)
        do throws(RPCError) {
            let signed = try await context.wallet.headless.sign(psbt)
            await show(signed, note: localized("The signatures of this wallet were added."))
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
        }
    }

    private func send(_ psbt: PSBT) async -> Navigation {
        part = .approving
        context.draw(self)
        do throws(RPCError) {
            let sent = try await context.wallet.headless.send(psbt)
            return .replace(SentPage(context, sent))
        } catch {
            await show(psbt, note: error.kind == .rejected ? nil : error.sentence)
            return .stay
        }
    }

    private var opening: Screen {
        var screen = Screen(localized("Open a PSBT"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    A PSBT is a transaction on Bitcoin that is not signed completely. The wallet explains it, adds the \
                    signatures of its keys, or sends it when it has all signatures.
                    """))
        ]
        screen.fields = [
            FormField(.file, label: localized("File"), .file(initial: values[.file] ?? "")),
            FormField(
                .text, label: localized("Text"), .text(initial: values[.text] ?? ""),
                hint: localized("Instead of a file: the text in Base64.")),
            image,
        ]
        screen.paragraphs += note.map { [Screen.Paragraph($0)] } ?? []
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.open, label: localized("Open"), .next),
        ]
        return screen
    }

    /// The field for images of QR codes.
    private var image: FormField {
        FormField(
            .image, label: localized("Image of a QR code"), .file(initial: ""),
            hint: localized(
                "UR, BBQr, Base64 or a signed transaction. For a series, open one image after another, in any order.")
        )
    }

    private func shown(_ report: PSBTReport, _ rows: [Approval.Row], _ warnings: [Approval.Warning]) -> Screen {
        var screen = Screen(
            report.signed == nil ? localized("Transaction to sign") : localized("Signed transaction"))
        screen.problems = problems
        let state = [note, Self.state(of: report)].compactMap(\.self).joined(separator: " ")
        screen.paragraphs =
            [Screen.Paragraph(state)]
            + warnings.map { Screen.Paragraph($0.text, tone: $0.level == .danger ? .danger : .caution) }
        screen.rows = rows
        screen.fields = [
            FormField(
                .save, label: localized("Save as"), .file(initial: values[.save] ?? "", saves: true),
                hint: localized("For the wallet with the keys, for example on another computer.")),
            FormField(
                .file, label: localized("Signed by others"), .file(initial: ""),
                hint: localized("A file with more signatures of the same transaction.")),
            image,
        ]
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.codes, label: localized("Show QR codes…")),
            Screen.Button(Action.save, label: localized("Save")),
            Screen.Button(Action.combine, label: localized("Add signatures")),
        ]
        if report.isSignable {
            screen.buttons.append(Screen.Button(Action.sign, label: localized("Sign…"), .next))
        }
        if report.signed != nil {
            screen.buttons.insert(
                Screen.Button(Action.saveFinal, label: localized("Save final transaction")), at: 3
            )
            screen.buttons.append(Screen.Button(Action.send, label: localized("Send…"), .next))
        }
        return screen
    }

    private static func state(of report: PSBTReport) -> String {
        if report.signed != nil {
            return report.isVerified
                ? localized("All signatures are present and valid. It can be sent.")
                : localized("All inputs are final. It can be sent.")
        }
        return report.isSignable
            ? localized("Keys of this wallet can sign it.")
            : localized("Save it, sign it in the wallet with the keys, and add the signatures here.")
    }

    private func codes(_ form: CodeSeries.Form, _ codes: [QRCode], _ interval: Duration) -> Screen {
        var screen = Screen(localized("QR codes of the transaction"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    "Scan them with the wallet that signs. To read its answer, take photos of its QR codes and add them."
                ))
        ]
        screen.animation = Screen.Animation(codes, named: localized("QR code of the transaction"), interval: interval)
        screen.fields = [
            FormField(
                .form, label: localized("Form"),
                .choice(
                    CodeSeries.Form.allCases.map { FormField.Choice($0.rawValue, label: $0.label) },
                    selected: form.rawValue))
        ]
        screen.buttons = [
            Screen.Button(Action.transaction, label: localized("Back")),
            Screen.Button(Action.showCodes, label: localized("Show"), .next),
        ]
        return screen
    }

    private var approving: Screen {
        var screen = Screen(localized("Transaction to sign"))
        screen.busy = localized("Confirm it in the window that opens.")
        return screen
    }
}
