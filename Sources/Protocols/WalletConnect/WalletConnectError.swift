public import Bridge
internal import Messages

/// Why a text, a message or a key of WalletConnect cannot be used.
///
/// No case carries text of the other side, except the name of a member of a message, and the answer of a peer.
public enum WalletConnectError: Error, Hashable, Sendable {
    /// A text is not a link or a pairing URI.
    case link(Link)

    /// A key does not have 32 bytes, or is a point of low order, with which anybody could compute the shared key.
    case key

    /// An envelope cannot be opened.
    case envelope(Envelope)

    /// A text is not JSON.
    case json(JSON.Fault)

    /// A JSON value is not a JSON-RPC 2.0 message; the text names the member that is wrong.
    case message(String)

    /// The parameters or the result of a method are wrong; the text is the path of the member, such as
    /// `proposer.publicKey`.
    case parameters(String)

    /// Namespaces are not valid, or do not satisfy a proposal.
    case namespaces(NamespaceFault)

    /// Something cannot be done with a pairing or a session.
    case session(Session)

    /// A JSON Web Token or a `did:key` cannot be used.
    case token(Token)

    /// A sign-in message cannot be written, or its signature is not valid.
    case signIn(SignIn)

    /// Something could not be done with a relay.
    case relay(Relay)
}

extension WalletConnectError {
    /// Why a text is not a link or a pairing URI.
    public enum Link: Hashable, Sendable, CaseIterable {
        /// It is something else.
        case notWalletConnect
        /// It has more bytes than the limit.
        case tooLong
        /// It has characters that no link contains, or a broken `%` sequence.
        case characters
        /// A parameter occurs twice.
        case duplicate
        /// It has a version of the protocol that does not exist.
        case version
        /// The topic is missing, or not 64 lower-case hexadecimal digits.
        case topic
        /// The key is missing, or not 64 hexadecimal digits.
        case key
        /// The topic is not the hash of the key.
        case otherTopic
        /// The relay's protocol is not `irn`.
        case relay
        /// The relay's protocol is missing.
        case noRelay
        /// The time at which it expires is not a number of seconds.
        case expiry
        /// It has expired.
        case expired
        /// An app was connected or rejected with it.
        case used
        /// The methods are not a list.
        case methods
        /// The address of the bridge server is not one that can be used (version 1).
        case bridge
    }

    /// Why an envelope cannot be opened.
    public enum Envelope: Hashable, Sendable {
        /// It has more bytes than the limit.
        case tooLong
        /// It is not Base64.
        case base64
        /// It has a type other than 0, 1 and 2, or fewer bytes than its type needs.
        case form
        /// It was not sealed with this key, or was changed.
        case sealed
        /// It is not encrypted, which only link mode allows.
        case notEncrypted
    }

    /// Why a token or a `did:key` cannot be used.
    public enum Token: Hashable, Sendable {
        /// It does not have the form of one.
        case form
        /// Its header names another algorithm.
        case algorithm
        /// Its signature is not by its issuer.
        case signature
        /// It is for another relay.
        case audience
        /// It has expired.
        case expired
        /// It is not valid yet: one of the two clocks is wrong.
        case notYetValid
        /// It attests another message.
        case otherMessage
    }

    /// Why a sign-in message cannot be written or does not count.
    public enum SignIn: Hashable, Sendable {
        /// A member is missing or malformed; its name.
        case member(String)
        /// The issuer is not a `did:pkh`.
        case issuer
        /// A capability is not a ReCap (ERC-5573).
        case capability
        /// The signature is of a kind that only a node of the chain can check.
        case needsChain
        /// The signature is not by the issuer.
        case signature
        /// It has expired.
        case expired
        /// It is not valid yet.
        case notYetValid
        /// It is not the answer to what was asked.
        case otherRequest
    }
}

extension WalletConnectError: CustomStringConvertible {
    /// A sentence in English, for logs.
    public var description: String {
        switch self {
        case .link(let fault): "The text is not a pairing URI: \(fault)."
        case .key: "The key is not valid."
        case .envelope(let fault): "The envelope cannot be opened: \(fault)."
        case .json(let fault): "The message \(fault.reason.rawValue), at byte \(fault.offset)."
        case .message(let member): "The message is not JSON-RPC 2.0: “\(member)” is wrong."
        case .parameters(let member): "The member “\(member)” is missing or wrong."
        case .namespaces(let fault): "\(fault.message)."
        case .session(let fault): fault.description
        case .token(let fault): "The token cannot be used: \(fault)."
        case .signIn(let fault): "The sign-in cannot be used: \(fault)."
        case .relay(let fault): fault.description
        }
    }
}

extension WalletConnectError.Link {
    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .notWalletConnect: localized("This is not a WalletConnect link.")
        case .tooLong: localized("This WalletConnect link is too long.")
        case .characters: localized("This WalletConnect link contains characters that it cannot contain.")
        case .duplicate: localized("This WalletConnect link has the same parameter twice.")
        case .version: localized("This WalletConnect link has a version that this wallet does not support.")
        case .topic, .key, .noRelay, .methods, .expiry: localized("This WalletConnect link is incomplete or damaged.")
        case .otherTopic: localized("The parts of this WalletConnect link do not belong together.")
        case .relay: localized("This WalletConnect link uses a relay that this wallet does not support.")
        case .expired: localized("This WalletConnect link has expired. Create a new one in the app.")
        case .used: localized("This WalletConnect link was already used. Create a new one in the app.")
        case .bridge: localized("This WalletConnect link has an invalid server address.")
        }
    }
}

extension WalletConnectError {
    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .link(let fault): fault.sentence
        case .session(.locked): localized("The wallet is locked.")
        case .session(.tooMany): localized("There are too many connections already.")
        case .session(.expired): localized("It expired before it was answered.")
        case .session(.inUse): localized("Another window of the wallet uses WalletConnect already.")
        case .session(.storage): localized("The wallet could not save it.")
        case .session(.unknownProposal), .session(.unknownSession), .session(.unknownRequest):
            localized("It no longer exists.")
        case .relay: localized("The relay cannot be used.")
        default: localized("This could not be done.")
        }
    }
}
