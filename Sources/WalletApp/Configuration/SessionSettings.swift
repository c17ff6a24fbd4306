import Bridge
import Messages
import WalletConnect

/// The user's settings for WalletConnect: the relay, and whether it is used.
package struct SessionSettings: Hashable, Sendable {
    /// The address of the relay: `wss`, or `ws` to this machine; `nil` until the user sets one.
    package var relay: String?

    /// The ID of this wallet's project, for a relay that asks for one.
    package var projectID: String?

    /// Whether the wallet connects to the relay at all.
    package var isEnabled = true

    /// Creates settings in which nothing is set.
    package init(relay: String? = nil, projectID: String? = nil, isEnabled: Bool = true) {
        self.relay = relay
        self.projectID = projectID
        self.isEnabled = isEnabled
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { self == SessionSettings() }

    /// The relay that is used; `nil` if no relay is set, or the user has turned it off.
    package var usedRelay: String? { isEnabled ? relay : nil }

    /// Why `relay` or `projectID` cannot be used, as a sentence for the setting with that name; `nil` if both can.
    package static func problem(relay: String, projectID: String?) -> (setting: String, sentence: String)? {
        do throws(WalletConnectError) {
            _ = try WalletConnectConfiguration(
                metadata: AppMetadata(name: AppIdentity.name), relay: relay, projectID: projectID)
            return nil
        } catch .relay(.projectID) {
            return (
                "projectId", localized("A project ID has only letters, digits, - and _, and at most 128 of them.")
            )
        } catch {
            return (
                "relay",
                localized("The address of a relay begins with wss://, or with ws:// for one on this computer.")
            )
        }
    }

    /// Reads the settings from the members of an object, which have been checked for unknown names.
    init(_ members: JSONObject) throws(WalletAppError) {
        func text(_ name: String) throws(WalletAppError) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, 1...2_048 ~= text.utf8.count else {
                throw WalletAppError(
                    localized(
                        "“\("walletConnect.\(name)", as: "setting")” must be a string of at most 2048 characters."))
            }
            return text
        }
        relay = try text("relay")
        projectID = try text("projectId")
        if let enabled = members["enabled"] {
            guard let isEnabled = enabled.bool else {
                throw WalletAppError(
                    localized("“\("walletConnect.enabled", as: "setting")” must be true or false."))
            }
            self.isEnabled = isEnabled
        }
        if let problem = Self.problem(relay: relay ?? "wss://relay.example", projectID: projectID) {
            throw WalletAppError(
                localized(
                    "“\("walletConnect.\(problem.setting)", as: "setting")” is not valid. \(problem.sentence, as: "reason")"
                ))
        }
    }

    /// The settings as JSON.
    var json: JSON {
        var members: JSONObject = [:]
        if let relay { members["relay"] = .string(relay) }
        if let projectID { members["projectId"] = .string(projectID) }
        if !isEnabled { members["enabled"] = .bool(false) }
        return .object(members)
    }
}
