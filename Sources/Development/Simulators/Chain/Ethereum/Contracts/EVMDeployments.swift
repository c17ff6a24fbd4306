internal import BigInt
package import Ethereum
internal import Primitives

/// The addresses of the contracts of a simulated chain: those of the real contracts where a chain has them.
package struct EVMDeployments: Sendable {
    /// A token with 6 decimals and signatures, like USDC.
    package let dollar: EthereumAddress

    /// A token like USDT.
    package let tether: EthereumAddress

    /// A token with 18 decimals and signatures.
    package let token = EVMWord.constant("0x5151515151515151515151515151515151515151")

    /// Wrapped ether.
    package let wrapped: EthereumAddress

    /// A collection of items.
    package let collection = EVMWord.constant("0x2222222222222222222222222222222222222222")

    /// The router, at the address of Uniswap V2's.
    package let router = EVMWord.constant("0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D")

    /// Permit2.
    package let permit2 = EVMWord.constant("0x000000000022D473030F116dDEE9F6B43aC78BA3")

    /// Multicall3.
    package let multicall = EVMWord.constant("0xcA11bde05977b3631167028862bE2a173976CA11")

    /// The registry of ENS.
    package let registry = EVMWord.constant("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e")

    /// The resolver of the names.
    package let resolver = EVMWord.constant("0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63")

    /// The account from which others are funded.
    package let faucet = EVMWord.constant("0xfa0ce700000000000000000000000000000fa0ce")

    /// The receiver of fees.
    package let producer = EVMWord.constant("0xb10c000000000000000000000000000000000001")

    /// Prices, as their contracts' addresses, what they are of, and the token.
    let feeds: [(address: EthereumAddress, pair: String, token: EthereumAddress)]

    /// The names, and what they stand for: the second and the third account of the test phrase.
    package static let names = [
        ("alice.eth", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
        ("shop.eth", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"),
    ]

    /// Finds the addresses for a chain.
    package init(chainID: UInt64) {
        let dollars: [UInt64: String] = [
            137: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 8_453: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        ]
        let tethers: [UInt64: String] = [137: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F"]
        let wrappers: [UInt64: String] = [8_453: "0x4200000000000000000000000000000000000006"]
        dollar = EVMWord.constant(dollars[chainID] ?? "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
        tether = EVMWord.constant(tethers[chainID] ?? "0xdAC17F958D2ee523a2206206994597C13D831ec7")
        wrapped = EVMWord.constant(wrappers[chainID] ?? "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        feeds =
            chainID == 1
            ? [
                (EVMWord.constant("0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419"), "ETH / USD", wrapped),
                (EVMWord.constant("0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6"), "USDC / USD", dollar),
                (EVMWord.constant("0x3E7d1eAB13ad0104d2750B8863b489D65364e32D"), "USDT / USD", tether),
            ] : []
    }

    private var tokens: [(address: EthereumAddress, token: FungibleContract, price: BigUInt)] {
        [
            (dollar, FungibleContract(name: "USD Coin", symbol: "USDC", decimals: 6, version: "2"), 100_000_000),
            (
                tether, FungibleContract(name: "Tether USD", symbol: "USDT", decimals: 6, isLikeTether: true),
                100_000_000
            ),
            (token, FungibleContract(name: "Practice Token", symbol: "PRACT", decimals: 18), 200_000_000),
        ]
    }

    /// The token with this symbol, if any.
    package func token(_ symbol: String) -> EthereumAddress? {
        switch symbol.uppercased() {
        case "USDC": dollar
        case "USDT": tether
        case "PRACT": token
        case "WETH": wrapped
        default: nil
        }
    }

    /// The names of the contracts, and their addresses.
    package var list: [(name: String, address: EthereumAddress)] {
        [
            ("USDC", dollar), ("USDT", tether), ("PRACT", token), ("WETH", wrapped), ("collection", collection),
            ("router", router), ("Permit2", permit2), ("Multicall3", multicall), ("ENS registry", registry),
        ]
    }

    /// The contracts.
    var contracts: EVMContracts {
        var contracts: EVMContracts = [
            wrapped: WrappedEther.contract, collection: CollectionContract.contract,
            router: RouterContract(wrapped: wrapped).contract, permit2: Permit2Contract.contract,
            multicall: MulticallContract.contract, registry: ENSRegistry.contract,
            resolver: ENSResolver(registry: registry).contract,
        ]
        for (address, token, _) in tokens { contracts[address] = token.contract }
        for feed in feeds {
            contracts[feed.address] = PriceFeedContract(pair: feed.pair, token: feed.token, router: router).contract
        }
        return contracts
    }

    /// The state before the first block: the faucet and the router have coins and all tokens.
    func genesis(_ contracts: EVMContracts) -> EVMState {
        var state = EVMState()
        for (address, contract) in contracts {
            state[address] = EVMState.Account(nonce: 1, code: contract.code)
        }
        let million = BigUInt(10).power(24)
        state[faucet].balance = million * 1_000_000
        state[router].balance = million
        for (address, token, price) in tokens {
            let units = BigUInt(10).power(9 + token.decimals)
            FungibleContract.mint(units, to: faucet, of: address, in: &state)
            FungibleContract.mint(units, to: router, of: address, in: &state)
            state[router, RouterContract.price(of: address)] = price
        }
        state[wrapped].balance = million * 2
        FungibleContract.mint(million, to: faucet, of: wrapped, in: &state)
        FungibleContract.mint(million, to: router, of: wrapped, in: &state)
        // A whole ether is worth $2,500.
        state[router, RouterContract.price(of: wrapped)] = 250_000_000_000
        for parent in ["eth", "addr.reverse"].compactMap({ try? ENSName($0) }) {
            state[registry, EVMSlot.map(ENSRegistry.owners, parent.node)] = EVMWord.number(faucet.bytes)
        }
        for (text, owner) in Self.names { register(text, EVMWord.constant(owner), &state) }
        return state
    }

    private func register(_ text: String, _ owner: EthereumAddress, _ state: inout EVMState) {
        guard let name = try? ENSName(text) else { return }
        let number = EVMWord.number(owner.bytes)
        for node in [name.node, ENSName.reverse(of: owner).node] {
            state[registry, EVMSlot.map(ENSRegistry.owners, node)] = number
            state[registry, EVMSlot.map(ENSRegistry.resolvers, node)] = EVMWord.number(resolver.bytes)
        }
        state[resolver, EVMSlot.map(ENSResolver.addresses, name.node)] = number
        EVMText.write(
            name.text, &state, resolver, EVMSlot.map(ENSResolver.names, ENSName.reverse(of: owner).node))
    }
}
