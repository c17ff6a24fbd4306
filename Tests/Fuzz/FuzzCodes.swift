import UniformResources

/// Any texts of QR codes, and any CBOR in them, are refused, or read as they would be written.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    if let value = try? CBOR(bytes) {
        hold((try? CBOR(value.encoded)) == value, "a value is read as it is written")
    }
    for type in ["crypto-account", "crypto-hdkey", "crypto-output", "crypto-psbt", "eth-sign-request", "eth-signature"]
    {
        // What a signer shows, without the fuzzer having to find the checksum.
        guard let resource = try? UniformResource(UniformResource(type: type, .bytes(bytes)).text) else {
            hold(false, "a resource is read as it is written")
            return 0
        }
        hold((try? resource.psbt()) == bytes || type != "crypto-psbt", "a transaction is read as it is written")
        if let value = try? CBOR(bytes) {
            let resource = UniformResource(type: type, value)
            _ = try? PublicKeyExport.all(in: resource)
            _ = try? EthereumKeyExport.all(in: resource)
            if let signature = try? EthereumSignature(resource) {
                hold(signature.r.count == 32 && signature.s.count == 32, "a signature has two numbers of 32 bytes")
                hold((try? EthereumSignature(signature.resource)) == signature, "a signature is read as it is written")
            }
            if let request = try? EthereumSignRequest(resource) {
                hold((try? EthereumSignRequest(request.resource)) == request, "a request is read as it is written")
            }
        }
    }
    var codes = CodeCollector { bytes, limit in bytes.count <= limit ? bytes : nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(20) {
        let text = String(decoding: line, as: UTF8.self)
        let known = codes.progress?.known ?? 0
        if case .text(let said)?? = try? codes.receive(text) { hold(said == text, "other text is given back") }
        if let progress = codes.progress {
            hold(progress.known <= progress.count, "no more parts are known than there are")
            hold(progress.known >= known || progress.known <= 1, "no part is forgotten")
        }
    }
    return 0
}
