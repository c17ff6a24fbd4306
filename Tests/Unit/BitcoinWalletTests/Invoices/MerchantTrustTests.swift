import Bitcoin
import Foundation
import TestServers
import TestSupport
import Synchronization
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

@Suite struct MerchantTrustTests {
    private let invoice = MadeInvoice(script: [0x51])

    private func trust() throws -> MerchantTrust {
        let pem = String(decoding: try TestIdentity.authority(), as: UTF8.self)
        return try .only(MadeInvoice.certificates(in: pem))
    }

    private func signer(of bytes: [UInt8], at time: Int64 = 1_800_000_000) async throws -> String? {
        try await trust().signer(of: PaymentRequest(bytes), at: time)
    }

    @Test func `a real request is valid at its time, and not after its certificates have expired`() async throws {
        let bytes = Array(try Vectors.data("bip70/bitpay.bin", target: "BitcoinTests"))
        let request = try PaymentRequest(bytes)
        let root = try #require(request.certificates.last)
        let trust = try MerchantTrust.only([root])
        let time = Int64(request.details.time)
        #expect(try await trust.signer(of: request, at: time) == "*.bitpay.com")
        for time in [time - 86_400 * 365, 1_800_000_000] {
            await #expect(throws: BitcoinError.invoice(.certificate)) { try await trust.signer(of: request, at: time) }
        }
        await #expect(throws: BitcoinError.invoice(.certificate)) {
            try await self.trust().signer(of: request, at: time)
        }
        // Each changed byte of the signed data invalidates the signature, or the request.
        for place in stride(from: 4600, to: bytes.count, by: 41) {
            var changed = bytes
            changed[place] ^= 1
            guard let request = try? PaymentRequest(changed) else { continue }
            await #expect(throws: BitcoinError.self) { try await trust.signer(of: request, at: time) }
        }
    }

    @Test func `one certificate chain is verified at a time`() async {
        let turns = SerialQueue()
        /// How many try a chain now, and did at most.
        final class Load: Sendable {
            let counts = Mutex((now: 0, most: 0))
        }
        let load = Load()
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    await turns.begin()
                    load.counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    await Task.yield()
                    load.counts.withLock { $0.now -= 1 }
                    await turns.end()
                }
            }
        }
        let (now, most) = load.counts.withLock { ($0.now, $0.most) }
        #expect(now == 0)
        #expect(most == 1)
    }

    @Test func `the signer is taken from the certificate`() async throws {
        #expect(try await signer(of: invoice.signed()) == "shop.example")
        #expect(try await signer(of: invoice.unsigned) == nil)
    }

    @Test func `an invalid signature is refused with the reason`() async throws {
        let cases: [(bytes: [UInt8], fault: BitcoinError.Invoice)] = [
            (try invoice.signed(spoiled: true), .signature), (try invoice.signed(kind: "x509+sha1"), .weakSignature),
            (try invoice.signed(kind: "dnssec"), .signatureKind), (try invoice.signed(as: "untrusted"), .certificate),
            (try invoice.signed(as: "self-signed"), .certificate), (try invoice.signed(as: "expired"), .certificate),
            (MadeInvoice.field(2, Array("x509+sha256".utf8)) + invoice.unsigned, .certificate),
            (
                MadeInvoice.field(2, Array("x509+sha256".utf8)) + MadeInvoice.field(3, MadeInvoice.field(1, [1, 2, 3]))
                    + invoice.unsigned, .certificate
            ),
        ]
        for (bytes, fault) in cases {
            await #expect(throws: BitcoinError.invoice(fault)) { try await signer(of: bytes) }
        }
    }

    @Test func `certificates with the same subject, or too many, are refused before any path is tried`() async throws {
        #expect(try await signer(of: invoice.signed(beside: ["authority"])) == "shop.example")
        for others in [["merchant"], ["authority", "authority"], Array(repeating: "authority", count: 6)] {
            await #expect(throws: BitcoinError.invoice(.certificate)) {
                try await signer(of: invoice.signed(beside: others))
            }
        }
    }

    @Test func `a certificate that is not yet valid or has expired is refused`() async throws {
        let bytes = try invoice.signed()
        for time: Int64 in [1_500_000_000, 5_000_000_000] {
            await #expect(throws: BitcoinError.invoice(.certificate)) { try await signer(of: bytes, at: time) }
        }
    }

    @Test func `a signature of one request is invalid for another`() async throws {
        var other = invoice
        other.amount += 1
        let (one, two) = (try invoice.signed(), other.details)
        let start = try #require(one.firstRange(of: invoice.details)?.lowerBound)
        var mixed = one
        mixed.replaceSubrange(start..<(start + two.count), with: two)
        await #expect(throws: BitcoinError.invoice(.signature)) { try await signer(of: mixed) }
    }
}
