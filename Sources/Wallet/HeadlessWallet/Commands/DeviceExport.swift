import Bridge
import Ethereum
import Keys
import Messages
import Primitives
package import UniformResources
package import WalletCore

/// The accounts on EVM chains that a device exports when it is paired with a wallet (ERC-4527).
package struct DeviceExport: Sendable {
    /// One account of the export.
    package struct Account: Hashable, Sendable {
        /// Its address (EIP-55).
        package let address: String

        /// Where the device has its key.
        package let key: DeviceKey
    }

    /// The name of the device, as it says.
    package let name: String?

    private let keys: [EthereumKeyExport]

    /// The highest number of an account, as wallets count them.
    package static let highestNumber: UInt32 = 9_999

    /// Reads the export of a device.
    ///
    /// - Throws: A sentence for the user, about the field `text`.
    package init(_ resource: UniformResource) throws(WalletError) {
        do throws(UniformResourceError) {
            keys = try EthereumKeyExport.all(in: resource)
        } catch .type {
            throw WalletError(
                field: .text, localized("The QR code does not contain Ethereum accounts of a hardware wallet."))
        } catch {
            throw WalletError(field: .text, error.sentence.localized)
        }
        guard !keys.isEmpty else {
            throw WalletError(field: .text, localized("The QR code contains no Ethereum account."))
        }
        name = keys.lazy.compactMap(\.name).first { !$0.isEmpty }
    }

    /// Reads the text of an export, `ur:…`.
    package init(_ text: String) throws(WalletError) {
        let resource: UniformResource
        do throws(UniformResourceError) {
            resource = try UniformResource(text)
        } catch {
            throw WalletError(field: .text, error.sentence.localized)
        }
        try self.init(resource)
    }

    /// The accounts with numbers from `first`, at most `count` of each key; keys of one account come first.
    ///
    /// - Throws: An error if a key is not a point on the curve.
    package func accounts(from first: UInt32, count: UInt32) throws(WalletError) -> [Account] {
        var accounts: [Account] = []
        do throws(KeyError) {
            for key in keys {
                switch key.accounts {
                case .one:
                    guard first == 0 else { continue }
                    accounts.append(try Self.account(PublicKey(exported: key.key), key.path, []))
                case .children(let text, let steps):
                    var parent = try ExtendedPublicKey(text)
                    for step in steps { parent = try parent.child(step) }
                    let (end, isBeyond) = first.addingReportingOverflow(count)
                    let last = min(isBeyond ? .max : end, Self.highestNumber + 1)
                    for number in first..<max(first, last) {
                        accounts.append(
                            try Self.account(parent.child(number).publicKey, key.path, steps + [number]))
                    }
                }
            }
        } catch {
            throw WalletError(field: .text, error.description)
        }
        return accounts
    }

    private static func account(
        _ key: PublicKey, _ path: KeyPath, _ steps: [UInt32]
    ) throws(KeyError) -> Account {
        Account(
            address: EthereumAddress(key).description,
            key: DeviceKey(
                fingerprint: path.fingerprint ?? 0, path: try DerivationPath(indices: path.steps + steps)))
    }
}

extension PublicKey {
    /// Reads the bytes of a key.
    fileprivate init(exported bytes: [UInt8]) throws(KeyError) {
        guard let key = try? PublicKey(bytes) else { throw .malformedExtendedKey }
        self = key
    }
}
