import HeadlessWallet
import Bridge
import Keys
import Primitives
import Testing
import WalletCore
import WalletUI

@testable import UniformResources
@testable import WalletWindow
@testable import WalletTesting

/// What the window reads of a hardware wallet's answer.
@MainActor @Suite struct DeviceSigningTests {
    private let wanted: DeviceRequest

    init() async throws {
        let device = try TestDevice()
        let site = try await TestSite.connected(FakeNode.quiet(), device: device)
        _ = await site.ask("personal_sign", ["0x6869", .string(device.account.address)])
        wanted = try #require(device.asked.last)
    }

    /// The answer of the device.
    private func answer(_ id: [UInt8]? = nil, origin: String? = nil) throws -> UniformResource {
        let signature = try DemoKeys().sign(TestDevice.digest(of: wanted.content), at: wanted.key.path)
        return try EthereumSignature(requestID: id ?? wanted.id, signature.encoded, origin: origin).resource
    }

    private func isMore(_ outcome: DeviceSigning.Outcome) -> Bool {
        if case .more = outcome { true } else { false }
    }

    private func isSigned(_ outcome: DeviceSigning.Outcome) -> Bool {
        if case .signed(let signature) = outcome { wanted.isValid(signature) } else { false }
    }

    private static func parts(_ resource: UniformResource, longest: Int) throws -> [String] {
        let encoder = try FountainEncoder(resource, longest: longest)
        return (1...UInt32(encoder.count)).map { encoder.text(ofPart: $0) }
    }

    @Test func `a code that is not an answer is explained, and the user can continue`() async throws {
        var step = try await DeviceSigning(wanted)
        let text = try answer().text
        let large = UniformResource(type: "eth-signature", .bytes([UInt8](repeating: 7, count: 400_000)))
        let own = UniformResource(type: "eth-sign-request", .bytes([UInt8](repeating: 7, count: 400)))
        var others: [[FieldID: String]] = [
            [:], [.image: " ", .text: " "], [.image: "/dev/zero", .text: text],
            [.image: "/dev/zero"], [.image: "/nowhere.png"], [.image: "/"],
        ]
        for text in [
            "x", "ur:eth-signature/aeae", String(text.dropLast()), String(repeating: "ur:", count: 20_000),
            String(repeating: "a", count: 65_000), UniformResource(psbt: [1]).text, own.text,
            try Self.parts(own, longest: 100)[0], try Self.parts(large, longest: 1_000)[0],
            UniformResource(type: "eth-signature", .map([:])).text,
            try answer(origin: "a").text.replacing("eth-signature", with: "crypto-psbt"),
        ] { others.append([.text: text]) }
        for values in others {
            let (next, outcome) = await step.reading(values)
            #expect(isMore(outcome), "\(values)")
            #expect(next.screen.problems.count == 1, "\(values)")
            step = next
        }
        let (next, outcome) = await step.reading([.text: " \(text.uppercased()) "])
        #expect(isSigned(outcome))
        #expect(next.screen.problems.isEmpty)
    }

    @Test func `an answer in parts is read in any order, also together with what is not wanted`() async throws {
        var step = try await DeviceSigning(wanted)
        let parts = try Self.parts(answer(origin: String(repeating: "a", count: 200)), longest: 100)
        #expect(parts.count > 2)
        for part in parts.dropFirst().reversed() {
            let (next, outcome) = await step.reading([.text: part])
            #expect(isMore(outcome))
            #expect(next.screen.problems.isEmpty)
            #expect(next.screen.paragraphs.count == step.screen.paragraphs.count || step.screen.paragraphs.count == 1)
            (step, _) = await next.reading([.text: "x"])
        }
        #expect(await isSigned(step.reading([.text: parts[0]]).outcome))
        let all = try await DeviceSigning(wanted).reading([.text: parts.joined(separator: "\n")])
        #expect(isSigned(all.outcome))
    }

    @Test func `an answer for another request is refused`() async throws {
        let step = try await DeviceSigning(wanted)
        let outcome = try await step.reading([.text: answer([UInt8](repeating: 0, count: 16)).text]).outcome
        guard case .refused(let error) = outcome else {
            Issue.record("not refused")
            return
        }
        #expect(error.kind == .failed)
        #expect(DeviceSigning.refusal(error).mark == .stopped)
    }
}
