import Bitcoin
import CGnuTLS
import Testing

@testable import BitcoinWallet
@testable import WalletTesting

/// Chains that a dishonest merchant could send.
@Suite struct MerchantCertificateTests {
    private typealias Contents = MadeCertificate.Contents

    private let now: Int64 = 1_800_000_000
    private let root: MadeCertificate

    init() throws { root = try MadeCertificate(.authority("Root")) }

    /// The signer of an invoice that the first of `chain` signs.
    private func signer(_ chain: [MadeCertificate], trusting root: MadeCertificate? = nil) async throws -> String? {
        let bytes = try MadeInvoice(script: [0x51]).signed(with: chain[0].key, chain: chain.map { try $0.der })
        let request = try PaymentRequest(bytes)
        return try await MerchantTrust.only([(root ?? self.root).der]).signer(of: request, at: now)
    }

    private func refuses(
        _ chain: [MadeCertificate], trusting root: MadeCertificate? = nil,
        _ fault: BitcoinError.Invoice = .certificate, at place: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: BitcoinError.invoice(fault), sourceLocation: place) {
            try await signer(chain, trusting: root)
        }
    }

    @Test func `a valid chain is accepted for each kind of key`() async throws {
        let keys = [
            try MadeKey(), try MadeKey(on: GNUTLS_ECC_CURVE_SECP384R1), try MadeKey(GNUTLS_PK_RSA, bits: 2048),
        ]
        for key in keys {
            let between = try MadeCertificate(.authority("Between"), key: key, by: root)
            for digest in [GNUTLS_DIG_SHA256, GNUTLS_DIG_SHA384, GNUTLS_DIG_SHA512] {
                let leaf = try MadeCertificate(Contents(digest: digest), key: key, by: between)
                #expect(try await signer([leaf, between]) == "shop.example")
            }
        }
        let leaf = try MadeCertificate(Contents(purpose: nil), by: root)
        #expect(try await signer([leaf]) == "shop.example")
    }

    @Test func `other certificates may be in any order, and unused ones need not be valid`() async throws {
        let first = try MadeCertificate(.authority("First"), by: root)
        let second = try MadeCertificate(.authority("Second"), by: first)
        let leaf = try MadeCertificate(by: second)
        #expect(try await signer([leaf, first, second]) == "shop.example")
        var old = Contents.authority("Old")
        old.end = 1_710_000_000
        let needless = try MadeCertificate(old)
        #expect(try await signer([leaf, needless, second, first, root]) == "shop.example")
        await refuses([leaf, first])
        await refuses([leaf, second])
    }

    @Test func `a chain of five certificates is accepted, and one of six is refused`() async throws {
        var chain = [root]
        for number in 1...4 { chain.insert(try MadeCertificate(.authority("Level \(number)"), by: chain[0]), at: 0) }
        let four = try MadeCertificate(by: chain[0])
        #expect(try await signer([four] + chain.dropLast()) == "shop.example")
        chain.insert(try MadeCertificate(.authority("Level 5"), by: chain[0]), at: 0)
        await refuses([try MadeCertificate(by: chain[0])] + chain.dropLast())
    }

    @Test func `a certificate outside its period is refused, wherever it is in the path`() async throws {
        for (start, end) in [(1_700_000_000, 1_799_999_999), (1_800_000_001, 1_900_000_000)] {
            var contents = Contents.authority("Between")
            (contents.start, contents.end) = (start, end)
            let between = try MadeCertificate(contents, by: root)
            await refuses([try MadeCertificate(by: between), between])
            await refuses([try MadeCertificate(Contents(start: start, end: end), by: root)])
            contents.name = "Root"
            let other = try MadeCertificate(contents)
            await refuses([try MadeCertificate(by: other)], trusting: other)
        }
        let exact = try MadeCertificate(Contents(start: 1_800_000_000, end: 1_800_000_000), by: root)
        #expect(try await signer([exact]) == "shop.example")
    }

    @Test func `a certificate that may not sign others is not an authority`() async throws {
        let shop = try MadeCertificate(Contents(name: "Other shop"), by: root)
        await refuses([try MadeCertificate(by: shop), shop])
        let old = try MadeCertificate(Contents(name: "Version 1", version: 1), by: root)
        await refuses([try MadeCertificate(by: old), old])
        var contents = Contents.authority("No signing of certificates")
        contents.usage = UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)
        let between = try MadeCertificate(contents, by: root)
        await refuses([try MadeCertificate(by: between), between])
        let alone = try MadeCertificate(Contents())
        await refuses([alone], trusting: alone)
    }

    @Test func `the path length limit of an authority is enforced`() async throws {
        let last = try MadeCertificate(.authority("Last", pathLength: 0), by: root)
        #expect(try await signer([MadeCertificate(by: last), last]) == "shop.example")
        let further = try MadeCertificate(.authority("Further"), by: last)
        await refuses([try MadeCertificate(by: further), further, last])
    }

    @Test func `a certificate for another purpose is refused`() async throws {
        for purpose in [GNUTLS_KP_CODE_SIGNING, GNUTLS_KP_TLS_WWW_CLIENT, GNUTLS_KP_EMAIL_PROTECTION] {
            await refuses([try MadeCertificate(Contents(purpose: purpose), by: root)])
            var contents = Contents.authority("Between")
            contents.purpose = purpose
            let between = try MadeCertificate(contents, by: root)
            await refuses([try MadeCertificate(by: between), between])
        }
    }

    @Test func `a weak hash in the chain is refused`() async throws {
        let rsa = try MadeKey(GNUTLS_PK_RSA, bits: 2048)
        for digest in [GNUTLS_DIG_MD5, GNUTLS_DIG_SHA1] {
            var contents = Contents.authority("Root")
            let root = try MadeCertificate(contents, key: rsa)
            await refuses([try MadeCertificate(Contents(digest: digest), by: root)], trusting: root)
            (contents.name, contents.digest) = ("Between", digest)
            let between = try MadeCertificate(contents, by: root)
            await refuses([try MadeCertificate(by: between), between], trusting: root)
        }
        await refuses([try MadeCertificate(Contents(digest: GNUTLS_DIG_SHA1), by: root)])
    }

    @Test func `a weak or unusual key is refused`() async throws {
        let weak = try [512, 1024, 2032].map { try MadeKey(GNUTLS_PK_RSA, bits: $0) }
        let others = [
            try MadeKey(on: GNUTLS_ECC_CURVE_SECP192R1), try MadeKey(on: GNUTLS_ECC_CURVE_SECP224R1),
            try MadeKey(GNUTLS_PK_EDDSA_ED25519, bits: 1 << 31 | GNUTLS_ECC_CURVE_ED25519.rawValue),
        ]
        for key in weak + others {
            // A signature cannot be made over SHA-256 by each of these keys; then the shop's own does it.
            let leaf = try MadeCertificate(key: key, by: root)
            let signature = (try? key.signature(over: [1])) == nil ? try MadeKey() : key
            let bytes = try MadeInvoice(script: [0x51]).signed(with: signature, chain: [leaf.der])
            await #expect(throws: BitcoinError.invoice(.signature)) {
                try await MerchantTrust.only([root.der]).signer(of: PaymentRequest(bytes), at: now)
            }
        }
        for key in weak.dropFirst() + others.prefix(2) {
            let between = try MadeCertificate(.authority("Between"), key: key, by: root)
            await refuses([try MadeCertificate(by: between), between])
        }
    }

    @Test func `a key of P-521 may vouch for a merchant, but not sign an invoice`() async throws {
        let key = try MadeKey(on: GNUTLS_ECC_CURVE_SECP521R1)
        let between = try MadeCertificate(.authority("Between"), key: key, by: root)
        #expect(try await signer([MadeCertificate(by: between), between]) == "shop.example")
        await refuses([try MadeCertificate(key: key, by: root)], .signature)
    }

    @Test func `an authority vouches only for the names that it is limited to`() async throws {
        var contents = Contents.authority("Between")
        contents.permittedNames = "example"
        let between = try MadeCertificate(contents, by: root)
        #expect(try await signer([MadeCertificate(by: between), between]) == "shop.example")
        let other = Contents(name: "shop.test", serverNames: ["shop.test"])
        await refuses([try MadeCertificate(other, by: between), between])
        await refuses([
            try MadeCertificate(Contents(serverNames: ["shop.example", "shop.test"]), by: between), between,
        ])
    }

    @Test func `an unknown critical extension is refused`() async throws {
        let unknown = (type: "1.2.3.4.5", value: [UInt8]([5, 0]), isCritical: true)
        await refuses([try MadeCertificate(Contents(others: [unknown]), by: root)])
        var contents = Contents.authority("Between")
        contents.others = [unknown]
        let between = try MadeCertificate(contents, by: root)
        await refuses([try MadeCertificate(by: between), between])
        contents.name = "Root"
        let other = try MadeCertificate(contents)
        await refuses([try MadeCertificate(by: other)], trusting: other)
    }

    @Test func `an authority of the same name with another key vouches for nothing`() async throws {
        let other = try MadeCertificate(.authority("Root"))
        await refuses([try MadeCertificate(by: other)])
        await refuses([try MadeCertificate(by: other), other])
        // One of two authorities of one name has signed it.
        let bytes = try MadeInvoice(script: [0x51]).signed(with: root.key, chain: [root.der])
        let both = try MerchantTrust.only([other.der, root.der])
        #expect(try await both.signer(of: PaymentRequest(bytes), at: now) == "Root")
    }

    @Test func `the signer is the common name, or else the first name of a server`() async throws {
        let names: [(String?, [String], String?)] = [
            ("Café, “Shop”", ["shop.example"], "Café\\, “Shop”"), ("*.shop.example", [], "*.shop.example"),
            (nil, ["one.example", "two.example"], "one.example"), (nil, [], nil),
        ]
        for (name, servers, shown) in names {
            let leaf = try MadeCertificate(Contents(name: name, serverNames: servers), by: root)
            guard let shown else {
                await refuses([leaf])
                continue
            }
            #expect(try await signer([leaf]) == shown)
        }
    }

    @Test func `a damaged certificate is refused`() async throws {
        let leaf = try MadeCertificate(by: root)
        let whole = try leaf.der
        let trust = try MerchantTrust.only([root.der])
        var damaged = (0..<whole.count).map { Array(whole.prefix($0)) }
        damaged += [whole + [0], [0] + whole, whole + whole, [0x30, 0x80] + whole.dropFirst(4) + [0, 0]]
        // Lengths beyond the end, up to the largest of every size.
        for count in 1...9 { damaged.append([0x30, 0x80 | UInt8(count)] + Array(repeating: 0xFF, count: count)) }
        for place in 0..<min(whole.count - 5, 400) {
            var changed = whole
            changed.replaceSubrange(place..<(place + 5), with: [0x84, 0xFF, 0xFF, 0xFF, 0xFF])
            damaged.append(changed)
        }
        for bytes in damaged {
            let invoice = try MadeInvoice(script: [0x51]).signed(with: leaf.key, chain: [bytes])
            await #expect(throws: BitcoinError.self) {
                try await trust.signer(of: PaymentRequest(invoice), at: now)
            }
        }
        let intact = try MadeInvoice(script: [0x51]).signed(with: leaf.key, chain: [whole])
        #expect(try await trust.signer(of: PaymentRequest(intact), at: now) == "shop.example")
    }

    @Test func `a hundred certificates are refused`() async throws {
        let leaf = try MadeCertificate(by: root)
        for count in [6, 10, 100] {
            let chain = try [leaf.der] + Array(repeating: root.der, count: count - 1)
            let bytes = try MadeInvoice(script: [0x51]).signed(with: leaf.key, chain: chain)
            await #expect(throws: BitcoinError.invoice(count > 10 ? .tooLarge : .certificate)) {
                try await MerchantTrust.only([root.der]).signer(of: PaymentRequest(bytes), at: now)
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func `large certificates are processed quickly`() async throws {
        let element = MadeCertificate.element
        // As many names as fit, signed by an authority that excludes others.
        let names = (0..<3000).flatMap { element(0x82, Array("\($0).example".utf8)) }
        let alternatives = (type: "2.5.29.17", value: element(0x30, names), isCritical: false)
        let leaf = Contents(name: nil, serverNames: [], others: [alternatives])
        #expect(try await signer([MadeCertificate(leaf, by: root)]) == "0.example")
        let limits = (0..<100).flatMap { element(0x30, element(0x82, Array("\($0).test".utf8))) }
        var contents = Contents.authority("Between")
        let constraints = element(0x30, element(0xA1, limits))
        contents.others = [(type: "2.5.29.30", value: constraints, isCritical: true)]
        let between = try MadeCertificate(contents, by: root)
        #expect(try await signer([MadeCertificate(leaf, by: between), between]) == "0.example")
        // As many extensions as fit.
        let many = (0..<500).map { (type: "1.2.3.\($0)", value: element(0x04, [0]), isCritical: false) }
        #expect(try await signer([MadeCertificate(Contents(others: many), by: root)]) == "shop.example")
        // RSA whose exponent is as long as its modulus, where one signature would take minutes.
        let numbers = Array(repeating: UInt8(0xFF), count: 12_000)
        let huge = try MadeCertificate(Contents(modulus: numbers, exponent: numbers), by: root)
        let bytes = try MadeInvoice(script: [0x51]).signed(
            with: huge.key, chain: [huge.der], signature: Array(repeating: 0x7F, count: 12_000))
        await #expect(throws: BitcoinError.invoice(.signature)) {
            try await MerchantTrust.only([root.der]).signer(of: PaymentRequest(bytes), at: now)
        }
        contents = .authority("Between")
        (contents.modulus, contents.exponent) = (numbers, numbers)
        let vouching = try MadeCertificate(contents, key: MadeKey(GNUTLS_PK_RSA, bits: 2048), by: root)
        await refuses([try MadeCertificate(by: vouching), vouching])
    }

    @Test func `the authorities of the system do not vouch for an unknown certificate`() async throws {
        let leaf = try MadeCertificate(by: root)
        let bytes = try MadeInvoice(script: [0x51]).signed(with: leaf.key, chain: [leaf.der, root.der])
        await #expect(throws: BitcoinError.invoice(.certificate)) {
            try await MerchantTrust.system.signer(of: PaymentRequest(bytes), at: now)
        }
    }
}
