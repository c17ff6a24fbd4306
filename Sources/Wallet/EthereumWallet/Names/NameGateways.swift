import Bridge
import Ethereum
package import Network
import Primitives
import WalletCore

/// The servers that contracts name for records that they keep outside the chain (EIP-3668).
///
/// These servers learn which name is looked up and when, so they are asked only if the user allowed it.
package struct NameGateways: Sendable {
    private let sender: any HTTPSender

    /// Creates gateways that are asked through `sender`.
    package init(sender: any HTTPSender) { self.sender = sender }

    /// What a contract wants to be asked of its servers: the error `OffchainLookup`.
    struct Lookup: Hashable, Sendable {
        /// The contract that is called with the answer; it must be the one that was called.
        let contract: EthereumAddress

        /// The addresses of the servers, with `{sender}` and `{data}` in place of the question.
        let urls: [String]

        /// The question for the servers.
        let question: [UInt8]

        /// The selector of the function that gets the answer.
        let callback: [UInt8]

        /// What that function gets besides the answer.
        let extra: [UInt8]

        /// Reads the data of a revert; `nil` if it is another error.
        init?(_ data: [UInt8]) {
            guard data.starts(with: Self.selector),
                let values = ContractReader.values(
                    Array(data.dropFirst(4)), "(address,string[],bytes,bytes4,bytes)"),
                values.count == 5, let contract = values[0].address, let urls = values[1].elements,
                let question = values[2].bytes, let callback = values[3].bytes, let extra = values[4].bytes
            else { return nil }
            self.contract = contract
            self.urls = urls.compactMap { if case .string(let url) = $0 { url } else { nil } }
            (self.question, self.callback, self.extra) = (question, callback, extra)
        }

        /// `OffchainLookup(address,string[],bytes,bytes4,bytes)`.
        static let selector: [UInt8] = [0x55, 0x6F, 0x18, 0x30]
    }

    /// The answer of the first server that has one; `nil` if none has.
    func answer(to lookup: Lookup) async -> [UInt8]? {
        for template in lookup.urls.prefix(Self.mostServers) {
            guard let request = request(lookup, at: template), let response = try? await sender.send(request) else {
                continue
            }
            if response.status == 200 {
                return (try? JSON(parsing: response.body))?["data"]?.string?.hexBytes
            }
            // The server says that the question is wrong, so that the others need not be asked (EIP-3668).
            if 400...499 ~= response.status { return nil }
        }
        return nil
    }

    /// The data of the call that gives the answer to the contract.
    func callback(of lookup: Lookup, with answer: [UInt8]) -> [UInt8]? {
        (try? ABIEncoder.encode([.bytes(answer), .bytes(lookup.extra)], as: [.bytes, .bytes])).map {
            lookup.callback + $0
        }
    }

    /// The request to the server at `template`; `nil` if it must not be asked.
    private func request(_ lookup: Lookup, at template: String) -> HTTPRequest? {
        let (contract, data) = (HexText.of(lookup.contract.bytes), HexText.of(lookup.question))
        let url = template.replacing("{sender}", with: contract).replacing("{data}", with: data)
        // A contract must not make the wallet ask servers of this machine or of the local network.
        guard url.hasPrefix("https://"), url.utf8.count <= Self.longestURL,
            url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let origin = try? Origin(ofURL: url),
            PublicHost.isOfInternet(origin)
        else { return nil }
        guard !template.contains("{data}") else {
            return HTTPRequest(.get, url, timeLimit: .seconds(10), sizeLimit: Self.mostBytes, addresses: .publicOnly)
        }
        let body: JSON = ["data": .string(data), "sender": .string(contract)]
        return HTTPRequest(
            .post, url, headers: [("Content-Type", "application/json")], body: body.bytes, timeLimit: .seconds(10),
            sizeLimit: Self.mostBytes, addresses: .publicOnly)
    }

    private static let mostServers = 4
    private static let longestURL = 16_384
    private static let mostBytes = 256 << 10
}
