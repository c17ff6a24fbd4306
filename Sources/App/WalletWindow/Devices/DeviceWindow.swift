import Bridge
import Ethereum
import HeadlessWallet
import Keys
import Messages
import Primitives
import QRWriter
import UniformResources
import WalletCore
import WalletTerminal
import WalletUI

/// Shows a device what it must sign in a window with QR codes, and reads its answer from images or a text (ERC-4527).
@MainActor final class DeviceWindow: DeviceSigner {
    private let parent: BrowserWindow
    private let mark: PhraseMark

    /// Windows that show why an answer was not taken, until the user closes them.
    private var refusals: [ObjectIdentifier: ScreenWindow] = [:]

    /// The maximum number of such windows.
    private static let mostRefusals = 4

    init(over parent: BrowserWindow, mark: PhraseMark) {
        (self.parent, self.mark) = (parent, mark)
    }

    private indirect enum Event: Sendable {
        /// The user wants an image or a text to be read.
        case read([FieldID: String])
        /// An image or a text was read.
        case found(DeviceSigning, DeviceSigning.Outcome)
        /// The user cancels, or the window is closed.
        case cancelled
    }

    func signature(for wanted: DeviceRequest) async throws(RPCError) -> RecoverableSignature {
        var step = try await DeviceSigning(wanted)
        let window = ScreenWindow(over: parent, mark: mark)
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        window.onPress = { action, values in
            feed.yield(action.of(DeviceSigning.Action.self) == .read ? .read(values) : .cancelled)
        }
        window.onClose = { feed.yield(.cancelled) }
        window.onGone = { feed.finish() }
        window.show(step.screen)
        window.present()
        // The user can cancel while an image is read; then what was in it is not used.
        var reading: Task<Void, Never>?
        defer { reading?.cancel() }
        events: for await event in events {
            switch event {
            case .cancelled: break events
            case .read(let values):
                guard reading == nil else { continue }
                reading = Task { [step] in
                    let (next, outcome) = await step.reading(values)
                    feed.yield(.found(next, outcome))
                }
            case .found(let next, let outcome):
                (reading, step) = (nil, next)
                switch outcome {
                case .more: window.show(step.screen)
                case .signed(let signature):
                    window.close()
                    return signature
                case .refused(let error):
                    show(error, in: window)
                    throw error
                }
            }
        }
        window.close()
        // The request can have ended, because its page was closed or the wallet was locked.
        throw Task.isCancelled
            ? RPCError(.gone, sentence: localizable("The request ended before anything was signed or sent."))
            : .rejected
    }

    /// Closes the windows about answers that were not taken: they name an account.
    func closeRefusals() {
        for window in refusals.values { window.close() }
    }

    /// Shows why the answer of the device was not taken; the request has ended by then.
    private func show(_ error: RPCError, in window: ScreenWindow) {
        guard !window.isClosed, refusals.count < Self.mostRefusals else { return window.close() }
        let id = ObjectIdentifier(window)
        refusals[id] = window
        window.onGone = { [weak self] in self?.refusals[id] = nil }
        window.onPress = { [weak window] _, _ in window?.close() }
        window.onClose = { [weak window] in window?.close() }
        window.show(DeviceSigning.refusal(error))
    }
}

/// The request to a device as a window shows it, and what was read of the answer.
struct DeviceSigning {
    /// What can be done.
    enum Action: Hashable {
        case cancel, read, close
    }

    /// What came of an image or a text.
    enum Outcome {
        /// The answer is not complete, or cannot be read; the screen says so.
        case more
        /// The verified signature.
        case signed(RecoverableSignature)
        /// The answer is not a signature of what the user approved.
        case refused(RPCError)
    }

    private let wanted: DeviceRequest
    private let codes: [QRCode]
    private let interval: Duration
    private var collector = ImageCollector(EthereumSignature.wanted)
    private var problems: [FieldID: String] = [:]
    private var note: String?

    /// Draws the codes of a request.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if it is too large for QR codes.
    init(_ wanted: DeviceRequest) async throws(RPCError) {
        self.wanted = wanted
        do throws(WalletError) {
            let series = try CodeSeries(wanted.resource)
            codes = await series.codes()
            interval = series.interval
        } catch {
            throw RPCError(.failed, error.description)
        }
    }

    /// Reads the values `image` and `text`.
    ///
    /// - Returns: The step with what was read, and what came of it.
    func reading(_ values: [FieldID: String]) async -> (next: DeviceSigning, outcome: Outcome) {
        var next = self
        let outcome = await next.read(values)
        return (next, outcome)
    }

    private mutating func read(_ values: [FieldID: String]) async -> Outcome {
        (problems, note) = ([:], nil)
        let (image, text) = (EnteredText.trimmed(values[.image]), EnteredText.trimmed(values[.text]))
        guard image.isEmpty != text.isEmpty else {
            problems[.image] = localized("Choose an image, or paste a text.")
            return .more
        }
        let answer: EthereumSignature
        do throws(WalletError) {
            let reading = try await collector.reading(image: image, text: text)
            collector = reading.collector
            guard let resource = reading.resource else {
                note = collector.progress.map { localized("\($0, as: "progress"). Open the next image.") }
                return .more
            }
            answer = try Self.answer(resource)
        } catch {
            problems[text.isEmpty ? .image : .text] = error.description
            return .more
        }
        do throws(RPCError) {
            return .signed(
                try wanted.signature(requestID: answer.requestID, r: answer.r, s: answer.s, v: answer.v))
        } catch {
            return .refused(error)
        }
    }

    private static func answer(_ resource: UniformResource) throws(WalletError) -> EthereumSignature {
        do throws(UniformResourceError) {
            return try EthereumSignature(resource)
        } catch {
            throw WalletError(error.sentence.localized)
        }
    }

    var screen: Screen {
        var screen = Screen(title: AppIdentity.name, heading: localized("Sign with your hardware wallet"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    Scan the QR code with your hardware wallet, check the details there, and sign. Then take a photo of \
                    the QR code that it shows, and open the photo here.
                    """))
        ]
        screen.paragraphs += note.map { [Screen.Paragraph($0)] } ?? []
        screen.rows = [
            Approval.Row(localized("Action"), .trusted(wanted.sentence), role: .step),
            Approval.Row(
                localized("Account"), .exact(wanted.signer.description), note: wanted.accountName, role: .account),
        ]
        screen.animation = Screen.Animation(
            codes, named: localized("QR code for the hardware wallet"), interval: interval)
        screen.fields = [
            FormField(
                .image, label: localized("Image of the QR code"), .file(initial: ""),
                hint: localized("For an animated QR code, open one image after another, in any order.")),
            FormField(
                .text, label: localized("Text of the QR code"), .text(initial: ""),
                hint: localized("Instead of an image: the text of the QR code, which begins with “ur:”.")),
        ]
        screen.buttons = [
            Screen.Button(Action.cancel, label: localized("Cancel")),
            Screen.Button(Action.read, label: localized("Read signature"), .next),
        ]
        return screen
    }

    /// Why an answer was not taken.
    static func refusal(_ error: RPCError) -> Screen {
        var screen = Screen(title: AppIdentity.name, heading: localized("The signature was not accepted"))
        screen.mark = .stopped
        screen.paragraphs = [
            Screen.Paragraph(error.sentence, tone: .danger),
            Screen.Paragraph(
                localized("Nothing was sent. Check that this account is on the hardware wallet that you used.")),
        ]
        screen.buttons = [Screen.Button(Action.close, label: localized("Close"), .next)]
        return screen
    }
}

extension DeviceRequest {
    /// What the device reads.
    fileprivate var resource: UniformResource {
        get throws(WalletError) {
            let (data, type, chainID): ([UInt8], EthereumSignRequest.DataType, UInt64?) =
                switch content {
                case .transaction(let payload, let chainID):
                    // A list of RLP begins with at least 0xC0, and a type is below that (EIP-2718).
                    (payload, (payload.first ?? 0) >= 0xC0 ? .legacyTransaction : .typedTransaction, chainID)
                case .typedData(let json, let chainID): (json, .typedData, chainID)
                case .message(let bytes): (bytes, .message, nil)
                }
            do throws(UniformResourceError) {
                let request = try EthereumSignRequest(
                    id: id, data, type, chainID: chainID,
                    path: KeyPath(steps: key.path.indices, fingerprint: key.fingerprint), address: signer.bytes,
                    origin: AppIdentity.name)
                return request.resource
            } catch {
                throw WalletError(error.sentence.localized)
            }
        }
    }
}

extension ImageCollector {
    /// Adds what is in an image, or in a pasted text with one code in each line.
    ///
    /// - Returns: The collector with it, and the resource if it is complete.
    /// - Throws: A sentence for the user, also if it is something else than a resource.
    func reading(
        image: String, text: String
    ) async throws(WalletError) -> (collector: ImageCollector, resource: UniformResource?) {
        var collector = self
        var content: CodeCollector.Content?
        if text.isEmpty {
            (collector, content) = try await adding(image: image)
        } else {
            for line in text.split(whereSeparator: \.isWhitespace) where content == nil {
                content = try collector.receive(String(line))
            }
        }
        switch content {
        case nil: return (collector, nil)
        case .resource(let resource)?: return (collector, resource)
        case .text?, .bbqr?:
            throw WalletError(
                field: text.isEmpty ? .image : .text, UniformResourceError.type.sentence.localized)
        }
    }
}
