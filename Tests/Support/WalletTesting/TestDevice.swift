import Bridge
import Ethereum
import Keys
import Primitives
import WalletCore
import EthereumWallet
import WalletMethods

/// A device with the demo keys at a path that the wallet does not use, which answers what a test wants.
@MainActor final class TestDevice: DeviceSigner {
    /// An answer of the device.
    struct Answer {
        var requestID: [UInt8]
        var r, s, v: [UInt8]
    }

    /// What it was asked, in order.
    private(set) var asked: [DeviceRequest] = []

    /// Changes each answer.
    var change: @MainActor (inout Answer) throws -> Void = { _ in }

    /// Done before each answer.
    var beforeAnswer: @MainActor () async throws(RPCError) -> Void = {}

    let account: WalletAddress

    init() throws {
        let path = try DerivationPath("m/44'/60'/7'/0/3")
        let key = DeviceKey(fingerprint: 0xD34D_B33F, path: path)
        account = WalletAddress(
            Account(name: "Cold", device: key), EthereumAddress(try DemoKeys().publicKey(at: path)).description)
    }

    /// What a device computes from what it was given: the digest of these bytes, not the one that the wallet knows.
    static func digest(of content: DeviceContent) throws -> Digest32 {
        switch content {
        case .transaction(let payload, _): Keccak256.hash(payload)
        case .typedData(let json, _): try TypedData(.string(String(decoding: json, as: UTF8.self))).digest
        case .message(let bytes):
            Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes)
        }
    }

    func signature(for wanted: DeviceRequest) async throws(RPCError) -> RecoverableSignature {
        asked.append(wanted)
        try await beforeAnswer()
        var answer: Answer
        do {
            let signature = try DemoKeys().sign(Self.digest(of: wanted.content), at: wanted.key.path)
            answer = Answer(requestID: wanted.id, r: signature.r, s: signature.s, v: [signature.v])
            if case .transaction(let payload, let chainID) = wanted.content {
                let isLegacy = payload[0] >= 0xC0
                answer.v = [isLegacy ? UInt8(chainID * 2 + 35) + signature.recoveryID : signature.recoveryID]
            }
            try change(&answer)
        } catch {
            throw RPCError(.failed, "the device has failed: \(error)")
        }
        return try wanted.signature(requestID: answer.requestID, r: answer.r, s: answer.s, v: answer.v)
    }
}

extension TestSite {
    /// A site that is connected to the account of `device`, which is in use.
    static func connected(_ node: FakeNode, device: TestDevice) async throws -> TestSite {
        let site = try await connected(node)
        site.services.ethereum.deviceSigner = device
        site.services.sites.set(devices: [device.account])
        site.services.sites.use(device: device.account.address)
        _ = await site.ask("eth_requestAccounts")
        return site
    }
}
