import Bridge
import EthereumWallet
import Foundation
import HeadlessWallet
import Messages
import QRReader
import WalletConnect
import WalletMethods
import WalletUI

/// The window about WalletConnect: the connected apps, new connections, and the settings.
@MainActor final class SessionWindow {
    /// What the window shows.
    private enum Step {
        case list
        case details(Topic)
        case all
        case connect
        case pairing
        case settings(then: WalletSessions.HeldLink?)
    }

    /// Reads a text that was entered as a link of the wallet.
    var readLink: (@MainActor (String) -> WalletLink?)?

    /// Opens a link of the wallet that is not one of WalletConnect.
    var onOtherLink: (@MainActor (String) -> Void)?

    private let sessions: WalletSessions
    private let notice: String?
    private let mark: PhraseMark
    private var window: ScreenWindow?
    private var step = Step.list
    private var patience: Task<Void, Never>?
    /// The connection to the server that the awaited link names.
    private var server: RelayState?

    /// Creates the window of `sessions`, which is not shown yet.
    init(_ sessions: WalletSessions, notice: String?, mark: PhraseMark) {
        self.sessions = sessions
        self.notice = notice
        self.mark = mark
        sessions.onChange = { [weak self] in self?.redraw() }
        sessions.onProposal = { [weak self] in self?.stopPairing() }
        sessions.onPairing = { [weak self] link, expiry in self?.awaitProposal(of: link, until: expiry) }
        sessions.onSettings = { [weak self] link in self?.askForRelay(then: link) }
    }

    /// Shows the connected apps.
    func show() {
        show(.list)
        window?.present()
        Task { await sessions.connectNow() }
    }

    private var screens: SessionScreens {
        let services = sessions.wallet.services
        return SessionScreens(
            settings: sessions.settings, sessions: sessions.sessions, relay: sessions.relay, server: server,
            chains: services.chains.chains, now: services.now())
    }

    private func show(_ step: Step) {
        self.step = step
        let window = window ?? open()
        window.show(screen(of: step))
    }

    private func screen(of step: Step) -> Screen {
        switch step {
        case .list: screens.list
        case .details(let topic):
            sessions.sessions.first { $0.topic == topic }.map(screens.details) ?? screens.list
        case .all: screens.disconnectAll
        case .connect: screens.connect()
        case .pairing: screens.pairing
        case .settings(let link): settingsScreen(link)
        }
    }

    /// Updates a step without fields to the current state.
    private func redraw() {
        guard window != nil else { return }
        switch step {
        case .list, .details, .pairing: show(step)
        case .all, .connect, .settings: break
        }
    }

    private func open() -> ScreenWindow {
        let window = ScreenWindow(over: sessions.window, notice: notice, mark: mark)
        self.window = window
        window.onPress = { [weak self] button, values in self?.press(button, values) }
        window.onChoose = { [weak self] topic in Topic(topic).map { self?.show(.details($0)) } }
        window.onClose = { [weak self] in self?.close() }
        window.onGone = { [weak self] in self?.window = nil }
        return window
    }

    private func close() {
        patience?.cancel()
        let window = window
        self.window = nil
        window?.close()
    }

    private func press(_ button: String, _ values: [String: String]) {
        guard let action = SessionScreens.Action(rawValue: button) else { return }
        switch action {
        case .add: show(.connect)
        case .settings: show(.settings(then: nil))
        case .all: show(.all)
        case .disconnect: disconnect()
        case .yes:
            Task {
                await sessions.disconnectAll()
                show(.list)
            }
        case .close, .no: close()
        case .back: if case .settings(.some) = step { close() } else { show(.list) }
        case .connect: Task { await connect(values) }
        case .scan: Task { await scan(values) }
        case .save: Task { await save(values) }
        }
    }

    private func disconnect() {
        guard case .details(let topic) = step else { return }
        Task {
            await sessions.disconnect(topic)
            show(.list)
        }
    }

    // MARK: A new connection

    /// Connects the app of the link or of the picture that was entered.
    private func connect(_ values: [String: String]) async {
        let link = EnteredText.trimmed(values["link"])
        let picture = EnteredText.trimmed(values["picture"])
        guard link.isEmpty else { return await connect(link, "link", values) }
        guard !picture.isEmpty else {
            return complain("link", localized("Enter a link, or choose a picture."), values)
        }
        do throws(QRError) {
            await connect(try await QRImageReader.usual.text(inFileAt: picture), "picture", values)
        } catch {
            complain("picture", "\(error)", values)
        }
    }

    /// Connects the app whose QR code is on the screen.
    private func scan(_ values: [String: String]) async {
        let code: String
        do throws(WalletError) {
            code = try await ScreenCode.read()
        } catch {
            return complain("link", error.description, values)
        }
        await connect(code, "link", values)
    }

    private func connect(_ link: String, _ field: String, _ values: [String: String]) async {
        switch readLink?(link) {
        case .payment, .asked:
            close()
            onOtherLink?(link)
            return
        case .refused(let reason): return complain(field, reason, values)
        case .page, .connection, .card, .answer, nil: break
        }
        switch await sessions.pair(link) {
        case .paired(let expiry): awaitProposal(of: link, until: expiry)
        case .opened, .held: close()
        case .needsRelay: askForRelay(then: WalletSessions.HeldLink(link: link, page: nil))
        case .problem(let sentence): complain(field, sentence, values)
        }
    }

    private func complain(_ field: String, _ sentence: String, _ values: [String: String]) {
        step = .connect
        window?.show(screens.connect((field, sentence), values))
    }

    private func awaitProposal(of link: String, until expiry: Int64) {
        server = nil
        show(.pairing)
        patience?.cancel()
        let services = sessions.wallet.services
        let left = max(expiry.subtractingReportingOverflow(services.now()).partialValue, 1)
        patience = Task { [weak self, time = services.time] in
            for _ in 0..<left {
                guard (try? await time.sleep(.seconds(1))) != nil, let self, case .pairing = step else { return }
                let now = await sessions.server(of: link)
                guard case .pairing = step, now != server else { continue }
                server = now
                redraw()
            }
            guard let self, case .pairing = step else { return }
            close()
            sessions.window.report(localized("The app did not answer. Create a new link in the app."))
        }
    }

    /// The app has answered: its question is shown in another window.
    private func stopPairing() {
        patience?.cancel()
        if case .pairing = step { close() }
    }

    // MARK: Settings

    private func askForRelay(then link: WalletSessions.HeldLink) {
        show(.settings(then: link))
        window?.present()
    }

    private func settingsScreen(
        _ link: WalletSessions.HeldLink?, _ problem: (String, String)? = nil, _ values: [String: String] = [:]
    ) -> Screen {
        var screen = screens.form(problem.map { (field: $0.0, sentence: $0.1) }, values)
        if link != nil {
            screen.paragraphs.append(
                Form.Paragraph(localized("Set a relay to connect the app of the link."), tone: .caution))
        }
        return screen
    }

    private func save(_ values: [String: String]) async {
        guard case .settings(let link) = step else { return }
        let settings = SessionScreens.settings(in: values, from: sessions.settings)
        func complain(_ field: String, _ sentence: String) {
            window?.show(settingsScreen(link, (field, sentence), values))
        }
        if let relay = settings.relay,
            let problem = SessionSettings.problem(relay: relay, projectID: settings.projectID)
        {
            return complain(problem.setting, problem.sentence)
        }
        if let relay = settings.usedRelay, settings.projectID == nil, SessionSettings.wantsProjectID(relay) {
            return complain("projectId", localized("This relay answers only to a project ID."))
        }
        if link != nil, settings.usedRelay == nil {
            return settings.relay == nil
                ? complain("relay", localized("This is required."))
                : complain("enabled", localized("This must be checked to continue."))
        }
        do throws(WalletError) {
            try await sessions.use(settings)
        } catch {
            return complain("relay", localized("The settings could not be saved. \(error.description, as: "reason")"))
        }
        guard let link else { return show(.list) }
        close()
        await sessions.open(link.link, from: link.page)
    }
}

/// Reads the QR code that is on the screen.
@MainActor enum ScreenCode {
    /// The text of the QR code; it is untrusted.
    ///
    /// The picture of the screen is a file that only this user can read, and that is removed at once.
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
                localized("This desktop does not let programs read the screen. Choose a picture of the code instead."))
        }
        do throws(QRError) {
            return try await QRImageReader.usual.text(inFileAt: path)
        } catch {
            throw WalletError("\(error)")
        }
    }
}
