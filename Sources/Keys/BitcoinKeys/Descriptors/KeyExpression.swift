package import Keys
internal import Primitives

/// A key, or a row of keys, in an output descriptor (BIP-380, "Key Expressions").
package struct KeyExpression: Sendable {
    /// The keys below an extended key.
    package enum Wildcard: Hashable, Sendable {
        /// One key.
        case none
        /// All children that are not hardened: `/*`.
        case normal
        /// All hardened children: `/*h`.
        case hardened
    }

    /// A public key as a script contains it.
    enum Point: Hashable, Sendable {
        case full(PublicKey, isCompressed: Bool)
        case xOnly(XOnlyPublicKey)

        /// 33, 65 or 32 bytes.
        var bytes: [UInt8] {
            switch self {
            case .full(let key, true): key.compressed
            case .full(let key, false): key.uncompressed
            case .xOnly(let key): key.bytes
            }
        }

        var isUncompressed: Bool {
            if case .full(_, false) = self { true } else { false }
        }
    }

    private enum Root: Sendable {
        case point(Point)
        case extended(ExtendedPublicKey, ExtendedKeyVersion)
        case secret(KeySource)
    }

    /// Where the key comes from, if the expression says it.
    package let origin: KeyOrigin?

    private let root: Root

    /// The steps after an extended key, without the wildcard.
    private let path: DerivationPath

    /// The keys below an extended key.
    package let wildcard: Wildcard

    /// The extended key before the wildcard, if it can be derived.
    private let parent: ExtendedPublicKey?

    /// Whether it is an extended key alone, of which a descriptor means one address and wallets mean all.
    package var isBareExtended: Bool {
        if case .extended = root { path.indices.isEmpty && wildcard == .none } else { false }
    }

    /// Reads a key expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - isTaproot: Whether it may be an x coordinate alone.
    /// - Throws: ``BitcoinKeysError/descriptor(_:)``, or ``BitcoinKeysError/key(_:)``.
    init(_ text: ArraySlice<UInt8>, isTaproot: Bool = false) throws(BitcoinKeysError) {
        var rest = text
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { throw .descriptor(.key) }
            origin = try KeyOrigin(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            origin = nil
        }
        var parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        guard let key = parts.popFirst(), !key.isEmpty else { throw .descriptor(.key) }
        switch parts.last.map({ String(decoding: $0, as: UTF8.self) }) {
        case "*": wildcard = .normal
        case "*h", "*'": wildcard = .hardened
        default: wildcard = .none
        }
        if wildcard != .none { parts.removeLast() }
        path = try KeyOrigin.path(parts)
        root = try Self.root(key, isTaproot: isTaproot)
        switch root {
        case .point:
            guard path.indices.isEmpty, wildcard == .none else { throw .descriptor(.key) }
            parent = nil
        case .secret(let source) where !source.isExtended:
            guard path.indices.isEmpty, wildcard == .none else { throw .descriptor(.key) }
            parent = nil
        case .secret(let source):
            let path = path
            parent = try BitcoinKeysError.from { () throws(KeyError) in try source.extendedPublicKey(at: path) }
        case .extended(let key, _):
            parent = try? key.derived(path)
        }
    }

    private static func root(_ text: ArraySlice<UInt8>, isTaproot: Bool) throws(BitcoinKeysError) -> Root {
        let digits = String(decoding: text, as: UTF8.self)
        switch text.count {
        case 66, 130:
            guard !digits.hasPrefix("0x"), let bytes = Hex.decode(digits), let key = try? PublicKey(bytes) else {
                throw .descriptor(.key)
            }
            return .point(.full(key, isCompressed: bytes.count == 33))
        case 64 where isTaproot:
            guard !digits.hasPrefix("0x"), let bytes = Hex.decode(digits), let key = try? XOnlyPublicKey(bytes) else {
                throw .descriptor(.key)
            }
            return .point(.xOnly(key))
        case 51, 52:
            return .secret(
                try BitcoinKeysError.from { () throws(KeyError) in KeySource(try WIF(SecretBytes(copying: text))) })
        case 100...120:
            if let (key, version) = try? ExtendedPublicKey.read(digits) { return .extended(key, version) }
            return .secret(
                try BitcoinKeysError.from { () throws(KeyError) in try KeySource(extended: SecretBytes(copying: text)) }
            )
        default:
            throw .descriptor(.key)
        }
    }

    /// The keys that it contains in addition to the public ones; `nil` if it is watch-only.
    package var source: KeySource? {
        if case .secret(let source) = root { source } else { nil }
    }

    /// Whether it is for a test network; `nil` for a public key without a network.
    var isTest: Bool? {
        switch root {
        case .point: nil
        case .extended(_, let version): version.isTest
        case .secret(let source): source.isTest
        }
    }

    /// Whether its key is in the uncompressed form.
    var isUncompressed: Bool {
        switch root {
        case .point(let point): point.isUncompressed
        case .extended: false
        case .secret(let source): !source.isCompressed
        }
    }

    /// The key at `index`, which counts only with a wildcard.
    func point(at index: UInt32) throws(BitcoinKeysError) -> Point {
        guard index < DerivationPath.hardened else { throw .descriptor(.index) }
        switch (root, wildcard) {
        case (.point(let point), _):
            return point
        case (.secret(let source), .none) where !source.isExtended, (.secret(let source), .hardened):
            let steps = path.indices + (wildcard == .none ? [] : [index | DerivationPath.hardened])
            let key = try BitcoinKeysError.from { () throws(KeyError) in
                try source.publicKey(at: DerivationPath(indices: steps))
            }
            return .full(key, isCompressed: source.isCompressed)
        case (_, .hardened):
            throw .key(.hardenedChildOfPublicKey)
        case (_, let wildcard):
            guard let parent else { throw .key(.hardenedChildOfPublicKey) }
            let key = try BitcoinKeysError.from { () throws(KeyError) in
                try wildcard == .none ? parent : parent.child(index)
            }
            return .full(key.publicKey, isCompressed: true)
        }
    }

    /// The master key's fingerprint and the whole path of the key at `index`, as a partially signed transaction names
    /// it; `nil` if neither an origin nor an extended key says it.
    package func origin(at index: UInt32) -> KeyOrigin? {
        let step: [UInt32] =
            switch wildcard {
            case .none: []
            case .normal: [index]
            case .hardened: [index | DerivationPath.hardened]
            }
        guard let fingerprint = origin?.fingerprint ?? own,
            let path = try? DerivationPath(indices: (origin?.path.indices ?? []) + path.indices + step)
        else { return nil }
        return KeyOrigin(fingerprint: fingerprint, path: path)
    }

    /// The fingerprint of the extended key itself.
    private var own: UInt32? {
        switch root {
        case .point: nil
        case .extended(let key, _): key.fingerprint
        case .secret(let source): (try? source.extendedPublicKey(at: DerivationPath(indices: [])))?.fingerprint
        }
    }

    /// The expression without private keys, and with `h` for hardened steps.
    ///
    /// The hardened steps after an extended private key move into the origin (BIP-380, "Normalization"). Extended keys
    /// are written in the versions of BIP-32.
    func text() throws(BitcoinKeysError) -> String {
        var (origin, steps) = (origin, path.indices)
        let key: String
        switch root {
        case .point(let point):
            key = Hex.encode(point.bytes)
        case .extended(let extended, let version):
            key = extended.text(version: version.isTest ? .testnet : .bitcoin)
        case .secret(let source) where !source.isExtended:
            key = Hex.encode(try point(at: 0).bytes)
        case .secret(let source):
            let last = steps.lastIndex { $0 >= DerivationPath.hardened }
            let moved = Array(steps[..<(last.map { $0 + 1 } ?? 0)])
            steps.removeFirst(moved.count)
            let known = origin?.path.indices ?? []
            let extended = try BitcoinKeysError.from { () throws(KeyError) in
                try source.extendedPublicKey(at: DerivationPath(indices: moved))
            }
            if let fingerprint = origin?.fingerprint ?? own, !moved.isEmpty {
                origin = try BitcoinKeysError.from { () throws(KeyError) in
                    KeyOrigin(fingerprint: fingerprint, path: try DerivationPath(indices: known + moved))
                }
            }
            key = extended.text(version: source.isTest ? .testnet : .bitcoin)
        }
        let ending =
            switch wildcard {
            case .none: ""
            case .normal: "/*"
            case .hardened: "/*h"
            }
        return (origin?.text ?? "") + key + KeyOrigin.text(of: steps) + ending
    }
}
