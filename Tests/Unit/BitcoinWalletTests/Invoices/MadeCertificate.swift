import CGnuTLS
import Foundation

@testable import WalletTesting

/// A certificate that a test makes, with its key.
final class MadeCertificate {
    /// What is in it.
    struct Contents {
        /// The common name; none if it is `nil`.
        var name: String? = "shop.example"
        var serverNames = ["shop.example"]
        /// An authority has basic constraints, and may sign certificates.
        var isAuthority = false
        /// How many authorities may follow; -1 for no limit.
        var pathLength: Int32 = -1
        var start = 1_700_000_000
        var end = 1_900_000_000
        /// With which hash its issuer signs it.
        var digest = GNUTLS_DIG_SHA256
        var purpose: String? = GNUTLS_KP_TLS_WWW_SERVER
        var usage = UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)
        /// The only names below which it may sign.
        var permittedNames: String?
        /// Further extensions, in DER.
        var others: [(type: String, value: [UInt8], isCritical: Bool)] = []
        var version: UInt32 = 3
        /// The numbers of a public key of RSA, in place of the key that signs.
        var modulus: [UInt8]?
        var exponent: [UInt8]?

        /// An authority's.
        static func authority(_ name: String, pathLength: Int32 = -1) -> Contents {
            Contents(
                name: name, serverNames: [], isAuthority: true, pathLength: pathLength, purpose: nil,
                usage: UInt32(GNUTLS_KEY_KEY_CERT_SIGN))
        }
    }

    /// For functions of GnuTLS, while this object lives.
    private let handle: gnutls_x509_crt_t

    /// Its private key.
    let key: MadeKey

    /// Signed by `issuer`, or else by itself.
    init(_ contents: Contents = Contents(), key: MadeKey? = nil, by issuer: MadeCertificate? = nil) throws {
        var made: gnutls_x509_crt_t?
        try MadeKey.Failure.check(gnutls_x509_crt_init(&made))
        guard let made else { throw MadeKey.Failure(code: 0) }
        handle = made
        self.key = try key ?? MadeKey()
        try write(contents)
        try MadeKey.Failure.check(
            gnutls_x509_crt_sign2(
                handle, issuer?.handle ?? handle, (issuer?.key ?? self.key).handle, contents.digest, 0))
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// In DER.
    var der: [UInt8] {
        get throws {
            var datum = gnutls_datum_t()
            try MadeKey.Failure.check(gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_DER, &datum))
            defer { datum_free(&datum) }
            return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
        }
    }

    /// An element of DER.
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let size = content.count
        let length = size < 0x80 ? [UInt8(size)] : [0x82, UInt8(size >> 8), UInt8(size & 0xFF)]
        return [tag] + length + content
    }

    private func write(_ contents: Contents) throws {
        let check = MadeKey.Failure.check
        try check(gnutls_x509_crt_set_version(handle, contents.version))
        try check(gnutls_x509_crt_set_serial(handle, [1], 1))
        try check(gnutls_x509_crt_set_activation_time(handle, contents.start))
        try check(gnutls_x509_crt_set_expiration_time(handle, contents.end))
        try check(gnutls_x509_crt_set_key(handle, key.handle))
        if let modulus = contents.modulus, let exponent = contents.exponent {
            try writeKey(modulus, exponent)
        }
        if let name = contents.name {
            try check(gnutls_x509_crt_set_dn_by_oid(handle, "2.5.4.3", 0, name, UInt32(name.utf8.count)))
        } else {
            try check(gnutls_x509_crt_set_dn_by_oid(handle, "2.5.4.10", 0, "Shop", 4))
        }
        guard contents.version == 3 else { return }
        for name in contents.serverNames {
            try check(
                gnutls_x509_crt_set_subject_alt_name(
                    handle, GNUTLS_SAN_DNSNAME, name, UInt32(name.utf8.count), UInt32(GNUTLS_FSAN_APPEND)))
        }
        try check(gnutls_x509_crt_set_basic_constraints(handle, contents.isAuthority ? 1 : 0, contents.pathLength))
        try check(gnutls_x509_crt_set_key_usage(handle, contents.usage))
        if let purpose = contents.purpose { try check(gnutls_x509_crt_set_key_purpose_oid(handle, purpose, 0)) }
        if let names = contents.permittedNames {
            var constraints: gnutls_x509_name_constraints_t?
            try check(gnutls_x509_name_constraints_init(&constraints))
            defer { gnutls_x509_name_constraints_deinit(constraints) }
            try check(
                MadeKey.withDatum(Array(names.utf8)) {
                    gnutls_x509_name_constraints_add_permitted(constraints, GNUTLS_SAN_DNSNAME, &$0)
                })
            try check(gnutls_x509_crt_set_name_constraints(handle, constraints, 1))
        }
        for (type, value, isCritical) in contents.others {
            try check(
                gnutls_x509_crt_set_extension_by_oid(handle, type, value, value.count, isCritical ? 1 : 0))
        }
    }

    private func writeKey(_ modulus: [UInt8], _ exponent: [UInt8]) throws {
        var key: gnutls_pubkey_t?
        try MadeKey.Failure.check(gnutls_pubkey_init(&key))
        defer { gnutls_pubkey_deinit(key) }
        let code = MadeKey.withDatum(modulus) { modulus in
            MadeKey.withDatum(exponent) { gnutls_pubkey_import_rsa_raw(key, &modulus, &$0) }
        }
        try MadeKey.Failure.check(code)
        try MadeKey.Failure.check(gnutls_x509_crt_set_pubkey(handle, key))
    }
}
