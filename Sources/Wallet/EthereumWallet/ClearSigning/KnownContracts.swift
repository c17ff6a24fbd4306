package import ClearSigning
package import Ethereum

/// A well-known contract.
struct KnownContract: Hashable {
    /// The name that its developers use.
    let name: String

    /// Whether anyone can make it call anything, so that it must never get an allowance.
    let isOpen: Bool

    /// Whether an order in the same call uses what was sent to it earlier in that call.
    let isVault: Bool

    /// What becomes of what it gets.
    let use: Use

    /// What a contract does with what it gets.
    enum Use {
        /// It forwards the assets, or the wallet does not know: the next caller may be able to take what stays in it.
        case handsOn
        /// It records whose it is.
        case records
        /// It records for whom it is on another chain.
        case bridges
    }
}

/// Widely used contracts, by chain and address.
///
/// They are trusted with native coin that is sent with a call, and as spenders of an amount that the user sees; but not
/// as recipients, because they do not record who owns the tokens that are simply sent to them.
enum KnownContracts {
    /// The chains, the address and the name of a contract.
    typealias Row = (chains: [UInt64], address: String, name: String)

    private struct Place: Hashable {
        let chainID: UInt64?
        let address: EthereumAddress
    }

    /// The entry for `address` on a chain; `nil` if it is not known.
    static func contract(_ address: EthereumAddress, on chainID: UInt64) -> KnownContract? {
        byPlace[Place(chainID: chainID, address: address)] ?? byPlace[Place(chainID: nil, address: address)]
    }

    private static let byPlace: [Place: KnownContract] = {
        var places: [Place: KnownContract] = [:]
        func add(_ row: Row, isOpen: Bool = false, isVault: Bool = false, use: KnownContract.Use = .handsOn) {
            // An invalid address in the table is a bug, which a test finds.
            guard let address = try? EthereumAddress(row.address) else { return }
            let contract = KnownContract(name: row.name, isOpen: isOpen, isVault: isVault, use: use)
            for chainID in row.chains.isEmpty ? [nil] : row.chains.map(UInt64?.init) {
                places[Place(chainID: chainID, address: address)] = contract
            }
        }
        for row in [KnownDeployments.passages, everywhere, exchanges, others].joined() { add(row) }
        for row in [KnownDeployments.ledgers, lending, gateways].joined() { add(row, use: .records) }
        for row in KnownDeployments.ferries { add(row, use: .bridges) }
        for row in open { add(row, isOpen: true) }
        for row in vaults { add(row, isVault: true) }
        return places
    }()

    /// Chains, address and name; an empty list of chains means all chains, for addresses whose code cannot differ
    /// (deployed by `CREATE2` or with a key that can no longer be used).
    static let rows: [Row] = [
        everywhere, exchanges, lending, others, gateways, open, vaults, KnownDeployments.passages,
        KnownDeployments.ledgers, KnownDeployments.ferries,
    ].flatMap(\.self)

    /// The contracts that anyone can make call anything.
    private static let open: [Row] = [
        ([], "0xcA11bde05977b3631167028862bE2a173976CA11", "Multicall3"),
        ([1], "0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696", "Multicall2"),
        ([1], "0xeefBa1e63905eF1D7ACbA5a8513c70307C1cE441", "Multicall"),
        ([1], "0x6566194141eefa99Af43Bb5Aa71460Ca2Dc90245", "Morpho’s bundler"),
        ([8_453], "0x6BFd8137e702540E7A42B74178A4a49Ba43920C4", "Morpho’s bundler"),
        ([1], "0x5141B82f5fFDa4c6fE1E372978F1C5427640a190", "1inch executor"),
        ([1], "0xE37e799D5077682FA0a244D46E5649F71457BD09", "1inch executor"),
        ([1], "0xB28Ca7e465C452cE4252598e0Bc96Aeba553CF82", "Odos executor"),
        ([], "0x000010036C0190E009a000d0fc3541100A07380A", "ParaSwap executor"),
        ([], "0x00C600b30fb0400701010F4b080409018B9006E0", "ParaSwap executor"),
        ([1, 10, 56, 137, 8_453, 42_161], "0x63242A4Ea82847b20E506b63B0e2e2eFF0CC6cB0", "KyberSwap executor"),
        ([], "0x9641d764fc13c8B624c04430C7356C1C7C8102e2", "Safe’s MultiSend 1.4.1"),
        ([], "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D", "Safe’s MultiSend 1.3.0"),
    ]

    /// The contracts that hold what a call sends them for an order in the same call.
    private static let vaults: [Row] = [
        ([42_161], "0x31eF83a530Fde1B38EE9A18093A333D8Bbbc40D5", "GMX order vault")
    ]

    private static let everywhere: [Row] = [
        ([], "0x000000000022D473030F116dDEE9F6B43aC78BA3", "Permit2"),
        ([], "0x0000000000000068F116a894984e2DB1123eB395", "Seaport 1.6"),
        ([], "0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC", "Seaport 1.5"),
        ([], "0x00000000000001ad428e4906aE43D8F9852d0dD6", "Seaport 1.4"),
        ([], "0x00000000006c3852cbEf3e08E8dF289169EdE581", "Seaport 1.1"),
        ([], "0x1E0049783F008A0085193E00003D00cd54003c71", "OpenSea’s conduit"),
        ([], "0x00005EA00Ac477B1030CE78506496e8C2dE24bf5", "SeaDrop"),
        ([], "0x9008D19f58AAbD9eD0D60971565AA8510560ab41", "CoW Protocol"),
        ([], "0xC92E8bdf79f0507f65a392b0ab4667716BFE0110", "CoW Protocol’s vault relayer"),
        ([], "0x111111125421cA6dc452d289314280a0f8842A65", "1inch router v6"),
        ([], "0x1111111254EEB25477B68fb85Ed929f73A960582", "1inch router v5"),
        ([], "0x0000000000001fF3684f28c67538d4D072C22734", "0x AllowanceHolder"),
        ([], "0x6A000F20005980200259B80c5102003040001068", "ParaSwap v6.2"),
        ([], "0x6131B5fae19EA4f9D964eAc0408E4408b66337b5", "KyberSwap router"),
        ([], "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE", "LI.FI"),
        ([], "0xbbbbbBB520d69a9775E85b458C58c648259FAD5F", "Bebop"),
        ([], "0x888888888889758F76e7103c6CbF23ABbF58F946", "Pendle router"),
        ([], "0xBA12222222228d8Ba445958a75a0704d566BF2C8", "Balancer vault"),
        ([], "0x0000000071727De22E5E9d8BAf0edAc6f37da032", "ERC-4337 entry point v0.7"),
        ([], "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789", "ERC-4337 entry point v0.6"),
        ([], "0xD152f549545093347A162Dce210e7293f1452150", "Disperse"),
        ([], "0x00000000009726632680FB29d3F7A9734E3010E2", "Rainbow router"),
    ]

    private static let exchanges: [Row] = [
        ([1], "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", "Uniswap V2 router"),
        ([1, 10, 137, 42_161], "0xE592427A0AEce92De3Edee1F18E0157C05861564", "Uniswap V3 router"),
        ([1, 10, 137, 42_161], "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", "Uniswap router 2"),
        ([8_453], "0x2626664c2603336E57B271c5C0b26F421741e481", "Uniswap router 2"),
        ([56], "0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2", "Uniswap router 2"),
        ([1, 10, 137, 42_161], "0xC36442b4a4522E871399CD717aBDD847Ab11FE88", "Uniswap V3 positions"),
        ([8_453], "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1", "Uniswap V3 positions"),
        ([1], "0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e", "Uniswap V4 positions"),
        ([8_453], "0x7C5f5A4bBd8fD63184577525326123B519429bDc", "Uniswap V4 positions"),
        ([1], "0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B", "Uniswap Universal Router"),
        ([1, 8_453], "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD", "Uniswap Universal Router"),
        ([1], "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", "Uniswap Universal Router"),
        ([8_453], "0x6fF5693b99212Da76ad316178A184AB56D299b43", "Uniswap Universal Router"),
        ([42_161], "0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3", "Uniswap Universal Router"),
        ([10], "0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507", "Uniswap Universal Router"),
        ([137], "0x1095692A6237d83C6a72F3F5eFEdb9A670C49223", "Uniswap Universal Router"),
        ([56], "0x1906c1d672b88cD1B9aC7593301cA990F94Eae07", "Uniswap Universal Router"),
        ([42_161, 10, 137], "0xeC8B0F7Ffe3ae75d7FfAb09429e3675bb63503e4", "Uniswap Universal Router"),
        ([42_161, 10, 137], "0x4C60051384bd2d3C01bfc845Cf5F4b44bcbE9de5", "Uniswap Universal Router"),
        ([1], "0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4", "UniswapX"),
        ([1], "0x00000011F84B9aa48e5f8aA8B9897600006289Be", "UniswapX"),
        ([42_161], "0xB274d5F4b833b61B340b654d600A864fB604a87c", "UniswapX"),
        ([8_453], "0x000000001Ec5656dcdB24D90DFa42742738De729", "UniswapX"),
        ([], "0x000000fee13a103A10D593b9AE06b3e05F2E7E1c", "Uniswap’s fees"),
        ([1], "0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F", "SushiSwap router"),
        ([56], "0x10ED43C718714eb63d5aA57B78B54704E256024E", "PancakeSwap router"),
        ([56, 1, 42_161, 8_453], "0x13f4EA83D0bd40E75C8222255bc855a974568Dd4", "PancakeSwap router"),
        ([56], "0x1A0A18AC4BECDDbd6389559687d1A73d8927E416", "PancakeSwap universal router"),
        ([1, 137], "0xDef1C0ded9bec7F1a1670819833240f027b25EfF", "0x exchange proxy"),
        ([56, 42_161, 43_114, 8_453], "0xDef1C0ded9bec7F1a1670819833240f027b25EfF", "0x exchange proxy"),
        ([10], "0xDEF1ABE32c034e558Cdd535791643C58a13aCC10", "0x exchange proxy"),
        ([1], "0x1111111254fb6c44bAC0beD2854e76F90643097d", "1inch router v4"),
        ([1], "0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57", "ParaSwap v5"),
        ([1], "0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559", "Odos router"),
        ([8_453], "0x19cEeAd7105607Cd444F5ad10dd51356436095a1", "Odos router"),
        ([42_161], "0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13", "Odos router"),
        ([10], "0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680", "Odos router"),
        ([1], "0x881D40237659C251811CEC9c364ef91dC08D300C", "MetaMask swaps"),
        ([10], "0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858", "Velodrome router"),
        ([8_453], "0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43", "Aerodrome router"),
        ([8_453], "0x6Cb442acF35158D5eDa88fe602221b67B400Be3E", "Aerodrome universal router"),
        ([8_453], "0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5", "Aerodrome Slipstream router"),
        ([43_114], "0x60aE616a2155Ee3d9A68541Ba4544862310933d4", "Trader Joe router"),
        ([137], "0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff", "QuickSwap router"),
        ([42_161], "0xc873fEcbd354f5A56E00E710B90EF4201db2448d", "Camelot router"),
        ([1], "0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7", "Curve 3pool"),
        ([1], "0xDC24316b9AE028F1497c275EB9192a3Ea0f67022", "Curve stETH pool"),
        ([1], "0x99a58482BD75cbab83b27EC03CA68fF489b5788f", "Curve router"),
        ([1], "0xF0d4c12A5768D806021F80a262B4d39d26C58b8D", "Curve router"),
        ([1], "0x16C6521Dff6baB339122a0FE25a9116693265353", "Curve router"),
        ([1, 8_453, 100, 42_161], "0x40A50cf069e992AA4536211B23F286eF88752187", "CoW Protocol’s ETH flow"),
        ([1, 8_453, 100, 42_161], "0xbA3cB449bD2B4ADddBc894D8697F5170800EAdeC", "CoW Protocol’s ETH flow"),
    ]

    /// Contracts that take coins for stakes, names and other chains.
    private static let gateways: [Row] = [
        ([1], "0x74a09653A083691711cF8215a6ab074BB4e99ef5", "Renzo"),
        ([1], "0x036676389e48133B63a802f8635AD39E752D375D", "Kelp"),
        ([1], "0xcf5EA1b38380f6aF39068375516Daf40Ed70D299", "Stader"),
        ([1], "0xe3cBd06D7dadB3F4e6557bAb7EdD924CD1489E8f", "Mantle’s staking"),
        ([1], "0xbAFA44EFE7901E04E39Dad13167D089C559c1138", "Frax’s ether minter"),
        ([1], "0x303a465B659cBB0ab36eE643eA362c509EEb5213", "ZKsync’s Bridgehub"),
        ([1], "0x32400084C286CF3E17e7B677ea9583e60a000324", "ZKsync Era"),
        ([1], "0xd19d4B5d358258f05D7B411E21A1460D11B0876F", "Linea’s bridge"),
        ([1], "0x051F1D88f0aF5763fB888eC4378b4D8B29ea3319", "Linea’s token bridge"),
        ([1], "0xF8B1378579659D8F7EE5f3C929c2f3E332E41Fd6", "Scroll’s bridge"),
        ([1], "0xd60247c6848B7Ca29eDdF63AA924E53dB6Ddd8EC", "Taiko’s bridge"),
        ([1], "0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401", "ENS name wrapper"),
        ([1], "0xAE563E3f8219521950555F5962419C8919758Ea2", "Balancer v3 router"),
    ]

    private static let lending: [Row] = [
        ([1], "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2", "Aave V3 pool"),
        ([10, 137, 42_161, 43_114], "0x794a61358D6845594F94dc1DB02A252b5b4814aD", "Aave V3 pool"),
        ([8_453], "0xA238Dd80C259a72e81d7e4664a9801593F98d1c5", "Aave V3 pool"),
        ([1], "0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9", "Aave V2 pool"),
        ([1], "0xD322A49006FC828F9B5B37Ab215F99B4E5caB19C", "Aave coin gateway"),
        ([1], "0x893411580e590D62dDBca8a703d61Cc4A8c7b2b9", "Aave coin gateway"),
        ([1], "0xA434D495249abE33E031Fe71a969B81f3c07950D", "Aave coin gateway"),
        ([8_453], "0xa0d9C1E9E48Ca30c8d8C3B5D69FF5dc1f6DFfC24", "Aave coin gateway"),
        ([1], "0xc3d688B66703497DAA19211EEdff47f25384cdc3", "Compound USDC"),
        ([1], "0xA17581A9E3356d9A858b789D68B4d866e593aE94", "Compound WETH"),
        ([8_453], "0xb125E6687d4313864e53df431d5425969c15Eb2F", "Compound USDC"),
        ([1], "0x4Ddc2D193948926D02f9B1fE9e1daa0718270ED5", "Compound cETH"),
        ([1], "0x39AA39c021dfbaE8faC545936693aC917d5E7563", "Compound cUSDC"),
        ([1], "0x5d3a536E4D6DbD6114cc1Ead35777bAB948E3643", "Compound cDAI"),
        ([1, 8_453], "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb", "Morpho"),
        ([1], "0xC13e21B648A5Ee794902342038FF3aDAB66BE987", "Spark pool"),
        ([1], "0x373238337Bfe1146fb49989fc222523f83081dDb", "Maker DSR manager"),
    ]

    private static let others: [Row] = [
        ([1], "0x72a19342e8F1838460eBFCCEf09F6585e32db86E", "Convex’s locker"),
        ([1], "0x216B4B4Ba9F3e719726886d34a177484278Bfcae", "ParaSwap’s transfer proxy"),
        ([1], "0x3225737a9Bbb6473CB4a45b7244ACa2BeFdB276A", "Sky’s converter of DAI"),
        ([1], "0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD", "Savings USDS"),
        ([1], "0xdA816459F1AB5631232FE5e97a05BBBb94970c95", "Yearn’s DAI vault"),
        ([1], "0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB", "Steakhouse’s USDC vault"),
        ([137], "0xCAa7349CEA390F89641fe306D93591f87595dc1F", "Super USDC"),
        ([10], "0x521B4C065Bbdbe3E20B3727340730936912DfA46", "WalletConnect staking"),
        ([42_161], "0x0000000000000000000000000000000000000064", "Arbitrum’s system"),
        ([10, 8_453], "0x4200000000000000000000000000000000000010", "Standard bridge"),
        ([10], "0x00000000Fc25870C6eD6b6c7E41Fb078b7656f69", "Farcaster registrations"),
        ([10], "0x00000000fcCe7f938e7aE6D3c335bD6a1a7c593D", "Farcaster storage"),
        ([10], "0x00000000FcB080a4D6c39a9354dA9EB9bC104cd7", "Farcaster’s recovery service"),
        ([42_161], "0x7C68C7866A64FA2160F78EEaE12217FFbf871fa8", "GMX router"),
        ([1], "0xb8901acB165ed027E32754E0FFe830802919727f", "Hop bridge"),
        ([1], "0xAC0F906E433d58FA868F936E8A43230473652885", "StakeWise vault"),
        ([1], "0x1EB73FEE2090fB1C20105d5Ba887e3c3bA14a17E", "Manifold"),
        ([1], "0xf951E335afb289353dc249e82926178EaC7DEd78", "Swell"),
        ([1], "0x3ee18B2214AFF97000D974cf647E7C347E8fa585", "Wormhole bridge"),
        ([1], "0x96646936b91d6B9D7D0c47C496AfBF3D6ec7B6f8", "Balancer USDC and WETH pool"),
        ([1], "0xc2EdaD668740f1aA35E4D8f227fB8E17dcA888Cd", "SushiSwap farms"),
        ([56], "0xa5f8C5Dbd5F286960b9d90548680aE5ebFf07652", "PancakeSwap farms"),
        ([137], "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E", "Polymarket"),
        ([137], "0xC5d563A36AE78145C45a50134d48A1215220f80a", "Polymarket"),
        ([1], "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84", "Lido"),
        ([1], "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0", "Lido wstETH"),
        ([1], "0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1", "Lido withdrawals"),
        ([1], "0xDD3f50F8A6CafbE9b31a427582963f465E745AF8", "Rocket Pool deposits"),
        ([1], "0xae78736Cd615f374D3085123A210448E74Fc6393", "Rocket Pool rETH"),
        ([1], "0x308861A430be4cce5502d0A12724771Fc6DaF216", "ether.fi"),
        ([1], "0x35fA164735182de50811E8e2E824cFb9B6118ac2", "ether.fi eETH"),
        ([1], "0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee", "ether.fi weETH"),
        ([1], "0x858646372CC42E1A627fcE94aa7A7033e7CF075A", "EigenLayer strategies"),
        ([1], "0x39053D51B77DC0d36036Fc1fCc8Cb819df8Ef37A", "EigenLayer delegation"),
        ([1], "0x00000000219ab540356cBB839Cbe05303d7705Fa", "Ethereum’s deposit contract"),
        ([1], "0xF403C135812408BFbE8713b5A23a04b3D48AAE31", "Convex booster"),
        ([1], "0x5f3b5DfEb7B28CDbD7FAba78963EE202a494e2A2", "Curve voting escrow"),
        ([1], "0x253553366Da8546fC250F225fe3d25d0C782303b", "ENS registrations"),
        ([1], "0x283Af0B28c62C092C9727F1Ee09c02CA627EB7F5", "ENS registrations"),
        ([1], "0x59E16fcCd424Cc24e280Be16E11Bcd56fb0CE547", "ENS registrations"),
        ([1], "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63", "ENS resolver"),
        ([1], "0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb", "ENS reverse registrar"),
        ([1], "0x000000000000Ad05Ccc4F10045630fb830B95127", "Blur"),
        ([1], "0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5", "Blur"),
        ([1], "0x0000000000A39bb272e79075ade125fd351887Ac", "Blur pool"),
        ([1], "0x00000000000111AbE46ff893f3B2fdF1F759a8A8", "Blur’s delegate"),
        ([1], "0x59728544B08AB483533076417FbBB2fD0B17CE3a", "LooksRare"),
        ([1], "0x0000000000E655fAe4d56241588680F86E3b2377", "LooksRare"),
        ([1], "0x9757F2d2b135150BBeb65308D4a91804107cd8D6", "Rarible"),
        ([1], "0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB", "CryptoPunks"),
        ([1], "0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1", "OP Mainnet bridge"),
        ([1], "0x3154Cf16ccdb4C6d922629664174b904d80F2C35", "Base bridge"),
        ([1], "0x49048044D57e1C92A77f79988d21Fa8fAF74E97e", "Base bridge"),
        ([1], "0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f", "Arbitrum bridge"),
        ([1], "0x72Ce9c846789fdB6fC1f34aC4AD25Dd9ef7031ef", "Arbitrum bridge"),
        ([1], "0xA0c68C638235ee32657e8f720a23ceC1bFc77C77", "Polygon bridge"),
        ([1], "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5", "Across"),
        ([1], "0xBd3fa81B58Ba92a82136038B25aDec7066af3155", "Circle CCTP"),
        ([1], "0x77b2043768d28E9C9aB44E1aBfC95944bcE57931", "Stargate"),
        ([1], "0xc026395860Db2d07ee33e05fE50ed7bD583189C7", "Stargate"),
        ([1], "0x8731d54E9D02c286767d56ac03e8037C07e01e98", "Stargate"),
        ([1], "0x323A76393544d5ecca80cd6ef2A560C6a395b7E3", "Lido voting"),
        ([1], "0x408ED6354d4973f66138C91495F2f2FCbd8724C3", "Uniswap governance"),
        ([], "0x00000000000000447e69651d841bD8D104Bed493", "delegate.xyz"),
        ([], "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762", "Safe 1.4.1"),
        ([], "0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67", "Safe factory 1.4.1"),
        ([], "0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2", "Safe factory 1.3.0"),
    ]
}

extension DescriptorBook {
    /// The name of a contract that the wallet knows: by its own table, or else by a descriptor.
    package func knownName(of contract: EthereumAddress, on chainID: UInt64) -> String? {
        KnownContracts.contract(contract, on: chainID)?.name ?? name(of: contract, on: chainID)
    }
}
