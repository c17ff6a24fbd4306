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
                address: try RelayAddress(relay), projectID: projectID, version: "1")
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
}

extension SessionSettings: Codable {
    private enum Name: String, CodingKey { case relay, projectId, enabled, verification, verificationKey }

    package init(from decoder: any Decoder) throws {
        let members = try SettingsMembers<Name>(decoder)
        func text(_ name: Name) throws -> String? {
            try members.read(
                name, { localized("“\($0, as: "setting")” must be a string of at most 2048 characters.") },
                { 1...2_048 ~= $0.utf8.count ? $0 : nil })
        }
        self.init(
            relay: try text(.relay), projectID: try text(.projectId), isEnabled: try members.value(.enabled) ?? true,
            verifies: try members.value(.verification) ?? false, verificationKey: try text(.verificationKey))
        let problem =
            verificationKey.flatMap(Self.problem(verificationKey:)).map { (Name.verificationKey, $0) }
            ?? Self.problem(relay: relay ?? "wss://relay.example", projectID: projectID)
            .map { (Name(rawValue: $0.setting) ?? .relay, $0.sentence) }
        if let (name, sentence) = problem {
            throw WalletError(
                localized("“\(members.path(name), as: "setting")” is not valid. \(sentence, as: "reason")"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encodeIfPresent(relay, forKey: .relay)
        try members.encodeIfPresent(projectID, forKey: .projectId)
        if !isEnabled { try members.encode(false, forKey: .enabled) }
        if verifies { try members.encode(true, forKey: .verification) }
        try members.encodeIfPresent(verificationKey, forKey: .verificationKey)
    }
}
