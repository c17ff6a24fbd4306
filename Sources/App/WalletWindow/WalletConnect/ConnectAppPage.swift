import Bridge
import Foundation
import HeadlessWallet
import Messages
import QRReader
import WalletUI

/// The entry of a link or a QR code of WalletConnect.
@MainActor final class ConnectAppPage: Page {
    enum Action: Hashable {
        case back, scan, connect
    }

    let isForLocked = true
    private let context: PageContext
    private let sessions: WalletSessions
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ sessions: WalletSessions) { (self.context, self.sessions) = (context, sessions) }

    var screen: Screen {
        var screen = Screen(localized("Connect an app"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    "Copy the link that the app shows, or choose an image of its QR code. You are asked again before the app can see anything."
                ))
        ]
        screen.fields = [
            FormField(.link, label: localized("Link"), .text(initial: values[.link] ?? "")),
            FormField(.image, label: localized("Image of a QR code"), .file(initial: values[.image] ?? "")),
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.scan, label: localized("Read from the screen")),
            Screen.Button(Action.connect, label: localized("Connect"), .next),
        ]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        (values, problems) = (input.values, [:])
        do throws(WalletError) {
            switch action {
            case .back: return .back
            case .scan: return try await connect(try await ScreenCode.read(), .link)
            case .connect:
                guard input[.link].isEmpty else { return try await connect(input[.link], .link) }
                guard !input[.image].isEmpty else {
                    throw WalletError(field: .link, localized("Enter a link, or choose an image."))
                }
                let text: String
                do throws(QRError) {
                    text = try await QRImageReader.usual.text(inFileAt: input[.image])
                } catch {
                    throw WalletError(field: .image, "\(error)")
                }
                return try await connect(text, .image)
            }
        } catch {
            problems = [error.field ?? .link: error.description]
            return .stay
        }
    }

    /// Opens a link that was entered in `field`.
    private func connect(_ link: String, _ field: FieldID) async throws(WalletError) -> Navigation {
        switch context.links.read(typed: link) {
        case .payment, .asked:
            context.links.takeText(link)
            return .back
        case .refused(let reason): throw WalletError(field: field, reason)
        case .page, .connection, .card, .answer, nil: break
        }
        switch await sessions.pair(link) {
        case .paired(let expiry):
            sessions.events.tell(.paired(link: link, expiry: expiry))
            return .back
        case .opened, .held: return .back
        case .needsRelay:
            return .replace(SessionSettingsPage(sessions, then: WalletSessions.HeldLink(link: link, page: nil)))
        case .problem(let sentence): throw WalletError(field: field, sentence)
        }
    }
}

/// Reads the QR code that is on the screen.
@MainActor enum ScreenCode {
    /// The text of the QR code; it is untrusted.
    ///
    /// The screenshot is a file that only this user can read, and that is removed at once.
    static func read() async throws(WalletError) -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/drawbridge-\(UUID().uuidString)"
        let path = "\(folder)/screen.png"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Screenshot.write(to: path)
        } catch {
            throw WalletError(
                localized("This desktop does not let programs read the screen. Choose an image of the code instead."))
        }
        do throws(QRError) {
            return try await QRImageReader.usual.text(inFileAt: path)
        } catch {
            throw WalletError("\(error)")
        }
    }
}
