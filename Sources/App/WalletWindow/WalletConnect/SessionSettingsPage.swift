import Bridge
import HeadlessWallet
import Messages
import WalletUI

/// The settings of WalletConnect.
@MainActor final class SessionSettingsPage: Page {
    enum Action: Hashable {
        case back, save
    }

    let isForLocked = true
    private let sessions: WalletSessions

    /// The link that needs a relay, and is opened afterwards.
    private let link: WalletSessions.HeldLink?
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ sessions: WalletSessions, then link: WalletSessions.HeldLink? = nil) {
        (self.sessions, self.link) = (sessions, link)
    }

    var screen: Screen {
        var screen = Self.screen(sessions.settings, values)
        screen.problems = problems
        if link != nil {
            screen.paragraphs.append(
                Screen.Paragraph(localized("Set a relay to connect the app of the link."), tone: .caution))
        }
        return screen
    }

    /// The settings, with what was entered: `relay`, `projectId`, `enabled` and `verification`.
    static func screen(_ settings: SessionSettings, _ values: [FieldID: String] = [:]) -> Screen {
        var screen = Screen(localized("WalletConnect"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    Apps on other devices reach the wallet through a relay. The relay sees your IP address and when \
                    messages are sent, but cannot read them.
                    """)),
            Screen.Paragraph(localized("The wallet contacts the relay only while an app is connected or connects.")),
        ]
        let isEnabled = values[.enabled].map { $0 == "true" } ?? settings.isEnabled
        let verifies = values[.verification].map { $0 == "true" } ?? settings.verifies
        screen.fields = [
            FormField(
                .relay, label: localized("Relay"),
                .text(initial: values[.relay] ?? settings.relay ?? SessionSettings.offeredRelay),
                hint: localized(
                    "The relay of WalletConnect, or another one that begins with wss://, or with ws:// on this computer."
                )),
            FormField(
                .projectID, label: localized("Project ID"),
                .text(initial: values[.projectID] ?? settings.projectID ?? ""),
                hint: localized(
                    "The relay of WalletConnect asks for one. It is free of charge at dashboard.reown.com.")),
            FormField(.enabled, label: localized("Use WalletConnect"), .checkbox(initial: isEnabled)),
            FormField(
                .verification, label: localized("Check where requests of apps come from"),
                .checkbox(initial: verifies), hint: settings.verificationSentence),
        ]
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.save, label: localized("Save"), .next),
        ]
        return screen
    }

    /// The settings that were entered; what the form does not have stays as in `old`.
    static func settings(in input: ScreenInput, from old: SessionSettings) -> SessionSettings {
        func text(_ field: FieldID) -> String? { input[field].isEmpty ? nil : input[field] }
        var settings = old
        (settings.relay, settings.projectID) = (text(.relay), text(.projectID))
        settings.isEnabled = input.isChecked(.enabled)
        settings.verifies = input.isChecked(.verification)
        return settings
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .save else { return .back }
        values = input.values
        let settings = Self.settings(in: input, from: sessions.settings)
        if let problem = problem(with: settings) {
            problems = [problem.field: problem.sentence]
            return .stay
        }
        do throws(WalletError) {
            try await sessions.use(settings)
        } catch {
            problems = [.relay: localized("The settings could not be saved. \(error.description, as: "reason")")]
            return .stay
        }
        if let link { await sessions.open(link.link, from: link.page) }
        return .back
    }

    private func problem(with settings: SessionSettings) -> (field: FieldID, sentence: String)? {
        if let relay = settings.relay,
            let problem = SessionSettings.problem(relay: relay, projectID: settings.projectID)
        {
            return (FieldID(problem.setting), problem.sentence)
        }
        if let relay = settings.usedRelay, settings.projectID == nil, SessionSettings.wantsProjectID(relay) {
            return (.projectID, localized("This relay answers only to a project ID."))
        }
        guard link != nil, settings.usedRelay == nil else { return nil }
        return settings.relay == nil
            ? (.relay, localized("This is required."))
            : (.enabled, localized("This must be checked to continue."))
    }
}
