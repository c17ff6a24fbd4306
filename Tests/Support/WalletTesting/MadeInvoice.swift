import Bitcoin
import Bridge
import Foundation
import TestServers

/// Invoices of a test merchant.
struct MadeInvoice {
    var script: [UInt8]
    var amount: UInt64 = 400_000
    var network = "main"
    var expires: UInt64? = 4_000_000_000
    var memo = "Two pizzas"
    var paymentURL: String?
    var merchantData: [UInt8]? = [1, 2, 3]

    var details: [UInt8] {
        var bytes = Self.field(1, Array(network.utf8))
        bytes += Self.field(2, Self.field(1, amount) + Self.field(2, script))
        bytes += Self.field(3, 1_700_000_000)
        if let expires { bytes += Self.field(4, expires) }
        bytes += Self.field(5, Array(memo.utf8))
        if let paymentURL { bytes += Self.field(6, Array(paymentURL.utf8)) }
        if let merchantData { bytes += Self.field(7, merchantData) }
        return bytes
    }

    /// Unsigned.
    var unsigned: [UInt8] { Self.field(4, details) }

    /// Signed with the key of `shop.example`; a test may choose another signature kind, another signer, and the
    /// certificates that follow the signer's.
    func signed(
        kind: String = "x509+sha256", as name: String = "merchant", spoiled: Bool = false, beside others: [String] = []
    ) throws -> [UInt8] {
        let pem = { (file: String) in String(decoding: try TestIdentity.file(file), as: UTF8.self) }
        let chain = try ([name] + others).flatMap { try Self.certificates(in: pem("\($0).pem")) }
        return try signed(kind: kind, with: MadeKey(pem: pem("\(name).key")), chain: chain, spoiled: spoiled)
    }

    /// Signed with `key`, or with a given signature, with certificates in DER.
    func signed(
        kind: String = "x509+sha256", with key: MadeKey, chain: [[UInt8]], signature: [UInt8]? = nil,
        spoiled: Bool = false
    ) throws -> [UInt8] {
        var bytes = Self.field(2, Array(kind.utf8))
        bytes += Self.field(3, chain.flatMap { Self.field(1, $0) })
        bytes += Self.field(4, details)
        var signature = try signature ?? key.signature(over: bytes + [0x2A, 0])
        if spoiled { signature[signature.count - 1] ^= 1 }
        return bytes + Self.field(5, signature)
    }

    /// The certificates of a file in PEM, each in DER.
    static func certificates(in pem: String) throws -> [[UInt8]] {
        pem.split(separator: "-----END CERTIFICATE-----").compactMap { part in
            let text = part.split(separator: "-----BEGIN CERTIFICATE-----").last ?? ""
            let base64 = text.filter { !$0.isWhitespace }
            return base64.isEmpty ? nil : Data(base64Encoded: String(base64)).map { Array($0) }
        }
    }

    /// The transaction in a payment: the bytes of its second field, which only the merchant's data may precede.
    static func transaction(in payment: [UInt8]) -> [UInt8]? {
        var rest = payment[...]
        while let tag = rest.popFirst() {
            var (length, shift) = (0, 0)
            while let byte = rest.popFirst() {
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            guard tag & 7 == 2, length <= rest.count else { return nil }
            if tag >> 3 == 2 { return Array(rest.prefix(length)) }
            rest = rest.dropFirst(length)
        }
        return nil
    }

    static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }
}
