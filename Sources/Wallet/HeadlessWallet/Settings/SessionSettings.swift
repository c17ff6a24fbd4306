import Bridge
import EthereumWallet
import Messages
import WalletConnect

/// The user's settings for WalletConnect: the relay, whether it is used, and whether the verification service is asked
/// for its key.
package struct SessionSettings: Hashable, Sendable {
    /// The address of the relay: `wss`, or `ws` to this machine; `nil` until the user sets one.
    package var relay: String?

    /// The ID of this wallet's project, for a relay that asks for one.
    package var projectID: String?

    /// Whether the wallet connects to the relay at all.
    package var isEnabled = true

    /// Whether the wallet may fetch the key of the verification service, which then learns that someone with this IP
    /// address uses WalletConnect.
    package var verifies = false

    /// The address of the key of another verification service; `nil` for the public one.
    package var verificationKey: String?

    /// Creates settings in which nothing is set.
    package init(
        relay: String? = nil, projectID: String? = nil, isEnabled: Bool = true, verifies: Bool = false,
        verificationKey: String? = nil
    ) {
        self.relay = relay
        self.projectID = projectID
        self.isEnabled = isEnabled
        self.verifies = verifies
        self.verificationKey = verificationKey
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { self == SessionSettings() }

    /// The relay that the window proposes: the one that apps use if they name no other.
    package static let offeredRelay = "wss://relay.walletconnect.com"

    /// Whether a relay is one that answers only with a project ID.
    package static func wantsProjectID(_ relay: String) -> Bool {
        let host = (try? Origin(ofURL: relay.replacing("wss://", with: "https://", maxReplacements: 1)))?.host
        return ["relay.walletconnect.com", "relay.walletconnect.org"].contains(host)
    }

    /// The relay that is used; `nil` if no relay is set, or the user has turned it off.
    package var usedRelay: String? { isEnabled ? relay : nil }

    /// The address from which the key of the verification service comes.
    package var verificationAddress: String { verificationKey ?? NetworkAttestationKeySource.publicService }

    /// The name of the verification service, for the user.
    package var verificationService: String {
        (try? Endpoint(verificationAddress))?.origin.host ?? verificationAddress
    }

    /// What the verification service learns.
    package var verificationSentence: String {
        localized(
            """
            For this, the wallet sometimes fetches a key from \(verificationService, as: "host"), which sees your IP \
            address and that you use WalletConnect. It is not told which apps you use.
            """)
    }

    /// Why `address` cannot be the address of the key of a verification service; `nil` if it can.
    package static func problem(verificationKey address: String) -> String? {
        do throws(NodeError) {
            _ = try Endpoint(address)
            return nil
        } catch {
            return localized(
                "The address of the key begins with https://, or with http:// for a service on this computer.")
        }
    }

    /// Why `relay` or `projectID` cannot be used, as a sentence for the setting with that name; `nil` if both can.
    package static func problem(relay: String, projectID: String?) -> (setting: String, sentence: String)? {
        do throws(WalletConnectError) {
            _ = try RelayConfiguration(
                address: try RelayAddress(relay), projectID: projectID, version: WalletConnectConfiguration.version)
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
    init(_ members: JSONObject) throws(WalletError) {
        func text(_ name: String) throws(WalletError) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, 1...2_048 ~= text.utf8.count else {
                throw WalletError(
                    localized(
                        "“\("walletConnect.\(name)", as: "setting")” must be a string of at most 2048 characters."))
            }
            return text
        }
        relay = try text("relay")
        projectID = try text("projectId")
        verificationKey = try text("verificationKey")
        func flag(_ name: String, _ usual: Bool) throws(WalletError) -> Bool {
            guard let value = members[name] else { return usual }
            guard let flag = value.bool else {
                throw WalletError(
                    localized("“\("walletConnect.\(name)", as: "setting")” must be true or false."))
            }
            return flag
        }
        isEnabled = try flag("enabled", true)
        verifies = try flag("verification", false)
        if let problem = verificationKey.flatMap(Self.problem(verificationKey:)) {
            throw WalletError(
                localized(
                    "“\("walletConnect.verificationKey", as: "setting")” is not valid. \(problem, as: "reason")"))
        }
        if let problem = Self.problem(relay: relay ?? "wss://relay.example", projectID: projectID) {
            throw WalletError(
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
        if verifies { members["verification"] = .bool(true) }
        if let verificationKey { members["verificationKey"] = .string(verificationKey) }
        return .object(members)
    }
}
