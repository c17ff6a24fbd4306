package import Bridge
package import Network

/// The attestation service of the public relay, which the module `Network` connects to.
package struct NetworkAttestationKeySource: AttestationKeySource {
    private let client: any HTTPSender
    private let url: String

    /// Where the key of the public service is.
    package static let publicService = "https://verify.walletconnect.org/v3/public-key"

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - client: Trusts the certificates, and uses the proxy, that are set.
    ///   - url: Where the key is.
    package init(_ client: any HTTPSender, url: String = publicService) {
        self.client = client
        self.url = url
    }

    /// The answer of the service, of at most 16 KiB, within 15 seconds.
    package func fetch() async -> JSON? {
        let request = HTTPRequest(.get, url, sizeLimit: 16_384)
        do throws(NetworkError) {
            let response = try await client.send(request)
            guard response.status == 200,
                case .value(let json) = response.body.withUnsafeBufferPointer({ JSON.read($0, rules: .message) })
            else { return Optional<JSON>.none }
            return json
        } catch {
            return Optional<JSON>.none
        }
    }
}
