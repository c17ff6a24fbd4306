package import Bitcoin
package import Keys
import Messages

/// Why a descriptor, a partially signed transaction or a signed message cannot be used.
package enum BitcoinKeysError: Error, Hashable, Sendable {
    /// A text is not a valid output descriptor.
    case descriptor(Descriptor)

    /// A partially signed transaction cannot be signed.
    case signing(Signing)

    /// A key of it is malformed, or cannot be derived.
    case key(KeyError)

    /// A script or an address of it is malformed.
    case bitcoin(BitcoinError)

    /// Why a text is not a valid output descriptor (BIP-380).
    package enum Descriptor: Hashable, Sendable {
        /// It is longer than any descriptor that is used.
        case tooLong
        /// It has a character outside the alphabet.
        case character
        /// The checksum is missing after `#`, or has another length.
        case checksumForm
        /// The checksum does not match.
        case checksum
        /// It has another structure than its functions require.
        case form
        /// It has a function that is unknown, or not allowed where it is.
        case function
        /// A key expression is malformed.
        case key
        /// A key has a form that is not allowed where it is: an uncompressed key in a witness script.
        case keyForm
        /// The number of keys or of required signatures is out of range.
        case threshold
        /// The tree of scripts is deeper than Taproot allows.
        case depth
        /// It mixes keys of the main network with keys of test networks.
        case networks
        /// An index was requested that no script has.
        case index
        /// It has a private key, and only public ones are wanted.
        case privateKey
        /// It is for a test network.
        case testNetwork
        /// It is for the network with value, and the account is on a test network.
        case mainNetwork
        /// It does not have one key for each address.
        case notWatchable
        /// It has an extended key without the steps to its addresses.
        case bareKey
        /// The descriptors for receiving and for change do not belong together.
        case differentForms
        /// A step has another number of alternatives than two, or several steps have some.
        case alternatives

        fileprivate var sentence: String {
            switch self {
            case .tooLong: localized("The descriptor is too long.")
            case .character: localized("The descriptor has a character that is not allowed.")
            case .checksumForm: localized("The checksum of the descriptor must have eight characters.")
            case .checksum: localized("The checksum of the descriptor is wrong; it may have been mistyped.")
            case .form: localized("The descriptor is not well formed.")
            case .function: localized("The descriptor has a function that is unknown or not allowed in its place.")
            case .key: localized("The descriptor has a key that is not well formed.")
            case .keyForm: localized("The descriptor has an uncompressed key where only compressed keys are allowed.")
            case .threshold: localized("The descriptor has an invalid number of keys or of required signatures.")
            case .depth: localized("The descriptor is nested too deeply.")
            case .networks: localized("The descriptor mixes keys of different networks.")
            case .index: localized("The descriptor has no script with this index.")
            case .privateKey:
                localized("This is a private key. To watch an account, enter its public key or its descriptor.")
            case .testNetwork: localized("The key or the address is for a test network.")
            case .mainNetwork: localized("The key or the address is not for this test network.")
            case .notWatchable:
                localized(
                    """
                    Only descriptors with one key for each address can be watched: pkh, wpkh, sh(wpkh) and tr.
                    """)
            case .bareKey:
                localized(
                    """
                    The extended key in the descriptor has no steps to its addresses, so it describes only one address. \
                    Add “/<0;1>/*” to the key for all addresses of the account.
                    """)
            case .differentForms:
                localized("The descriptors for receiving and for change do not belong to the same account.")
            case .alternatives: localized("The descriptor must have two alternatives in one step, such as <0;1>.")
            }
        }
    }

    /// Why a partially signed transaction cannot be signed.
    package enum Signing: Hashable, Sendable {
        /// No input can be signed with the keys.
        case nothingToSign

        fileprivate var sentence: String {
            switch self {
            case .nothingToSign: localized("The keys of this wallet sign none of the inputs.")
            }
        }
    }

    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .descriptor(let fault): fault.sentence
        case .signing(let fault): fault.sentence
        case .key(let error): error.description
        case .bitcoin(let error): error.sentence
        }
    }

    /// Runs `read`, and throws its error as one of this module.
    static func from<Value>(_ read: () throws(KeyError) -> Value) throws(BitcoinKeysError) -> Value {
        do throws(KeyError) { return try read() } catch { throw .key(error) }
    }

    /// Runs `read`, and throws its error as one of this module.
    package static func reading<Value>(_ read: () throws(BitcoinError) -> Value) throws(BitcoinKeysError) -> Value {
        do throws(BitcoinError) { return try read() } catch { throw .bitcoin(error) }
    }
}
