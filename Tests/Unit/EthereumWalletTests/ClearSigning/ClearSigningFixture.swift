import BigInt
import Bridge
import ClearSigning
import Ethereum
import WalletCore
@testable import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A wallet that knows a few tokens and people, and explains calls.
struct ClearSigningFixture {
    static let me = address("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
    static let usdc = address("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
    static let collection = address("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D")
    static let friend = address("0x52908400098527886e0f7030069857d2e4169ee7")
    static let unknown = address("0x8617e340b3d01fa5f11f306f4090fd50e238070d")
    static let router = address("0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D")
    static let everything = (BigUInt(1) << 256) - 1

    let tokens = TokenBook()
    let recipients = MemoryRecipientBook()
    var descriptors = DescriptorBook.empty

    /// What two nodes report about prices, unless the holdings have some; `nil` if there is no node.
    var prices: TestPrices? = TestPrices(chainID: 1)

    static func address(_ text: String) -> EthereumAddress {
        guard let address = try? EthereumAddress(text) else { preconditionFailure("\(text) is an address") }
        return address
    }

    static func data(_ signature: String, _ arguments: ABIValue...) throws -> [UInt8] {
        try ABIFunction(signature).call(arguments)
    }

    var signing: RequestExplainer {
        RequestExplainer(
            tokens: tokens, recipients: recipients, descriptors: descriptors, own: [Self.me], now: { 1_700_000_000 })
    }

    /// Explains a call from ``me``.
    func say(
        _ data: [UInt8] = [], to: EthereumAddress?, value: BigUInt = 0, chain: Chain = .ethereum,
        holdings: Holdings = .unknown, isForMerchant: Bool = false, typedPrice: String = ""
    ) async -> Explanation {
        let call = ContractCall(chainID: chain.id, from: Self.me, to: to, value: value, data: data, nonce: 0)
        return await signing.explain(
            call, on: chain, holdings: await priced(holdings, Intent(call), on: chain), isForMerchant: isForMerchant,
            typedPrice: typedPrice)
    }

    /// The holdings with the prices of what `intent` exchanges.
    func priced(_ holdings: Holdings, _ intent: Intent, on chain: Chain = .ethereum) async -> Holdings {
        guard let prices, prices.chainID == chain.id, holdings.prices == .unknown else { return holdings }
        var holdings = holdings
        let said = await prices.read(intent.pricedTokens(on: chain.id), book: tokens)
        holdings.prices = Prices.together([said, said])
        return holdings
    }

    /// Explains a message of type `primary` with these types and fields, as JSON.
    func say(
        typed primary: String, types: String, message: String, contract: EthereumAddress, site: String? = nil,
        typedPrice: String = ""
    ) async throws -> Explanation {
        let domain = #"[{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}]"#
        let text = """
            {"types":{"EIP712Domain":\(domain),\(types)},"primaryType":"\(primary)",
            "domain":{"chainId":1,"verifyingContract":"\(contract)"},"message":\(message)}
            """
        let data = try TypedData(JSON(parsing: text))
        return await signing.explain(
            data, on: .ethereum, signer: Self.me, holdings: await priced(.unknown, Intent(data)), site: site,
            typedPrice: typedPrice)
    }

    func remember(
        _ address: EthereumAddress, name: String? = nil, as roles: Recipient.Roles = .recipient
    ) async {
        await recipients.remember(
            Recipient(
                chain: "eip155:1", address: address.description, name: name, lastUsed: 1_600_000_000, roles: roles))
    }
}

extension Explanation {
    /// The highest level of the warnings.
    var level: Approval.Warning.Level { warnings.map(\.level).max() ?? .plain }

    /// The texts of the warnings of one level.
    func texts(_ level: Approval.Warning.Level) -> [String] { warnings.filter { $0.level == level }.map(\.text) }

    /// The first row with this label.
    func row(_ label: String) -> Approval.Row? { rows.first { $0.label == label } }
}
