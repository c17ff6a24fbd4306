extension UniformResource {
    /// A partially signed transaction as others read it (BCR-2020-006).
    package init(psbt bytes: [UInt8]) {
        self.init(type: "crypto-psbt", .bytes(bytes))
    }

    /// The bytes of a partially signed transaction, of `crypto-psbt`, or of `psbt` as it is called now.
    ///
    /// - Throws: ``UniformResourceError/type``, or ``UniformResourceError/cbor``.
    package func psbt() throws(UniformResourceError) -> [UInt8] {
        guard ["crypto-psbt", "psbt", "bytes"].contains(type) else { throw .type }
        let value = try CBOR(cbor)
        guard let bytes = (value.untagged(310, 40310) ?? value).bytes else { throw .cbor }
        return bytes
    }
}
