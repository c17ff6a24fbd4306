/// Registered domains of popular wallets, exchanges and dapps, which are often imitated.
///
/// The list does not endorse a site: it only protects its name. Each entry is a registered domain by the public suffix
/// list; if a site has several, each is listed.
package enum KnownSites {
    /// All domains of the list, and others of the same owners.
    static let domains = Set(distinctive + words + ["metamask.github.io"])

    /// The list as models for imitations.
    static let models =
        distinctive.map { Lookalikes.Model($0, name: .distinctive) } + words.map { Lookalikes.Model($0, name: .word) }

    /// Skeletons of ordinary words that are one edit away from a name in the list.
    static let ordinary = Set(
        ["finance", "finances", "bitcoin", "bitcoins", "athena", "radium", "variable", "openness"].map(HostSkeleton.of))

    /// Registered domains of other well-known dapps whose names are an edit away from a name in the list, or which have the
    /// name of another dapp, on which they build, in front.
    static let neighbors: Set<String> = ["thena.fi", "magpiexyz.io"]

    /// Skeletons of words with which fakes ask for trust.
    static let lures = Set(
        [
            "login", "signin", "support", "help", "helpdesk", "app", "wallet", "claim", "claims", "airdrop", "verify",
            "verification", "secure", "security", "connect", "reward", "rewards", "recovery", "restore", "unlock",
            "update", "account", "refund", "migrate", "migration", "official", "kyc",
        ].map(HostSkeleton.of))

    /// Skeletons of names in the list that honest names combine with such words, too.
    static let general = Set(
        [
            "crypto", "bitcoin", "ethereum", "solana", "chain", "foundation", "across", "frame", "mirror", "sound",
            "sky", "ether", "gate", "hop",
        ]
        .map(HostSkeleton.of))

    /// Invented names, which do not occur elsewhere by chance.
    private static let distinctive = [
        "1inch.com", "1inch.io", "aave.com", "arbiscan.io", "basescan.org", "binance.com", "bitfinex.com",
        "bitget.com", "bitpanda.com", "bitpay.com", "bitstamp.net", "blockchain.com", "blockchair.com",
        "bscscan.com", "bybit.com", "coinbase.com", "coingecko.com", "coinmarketcap.com", "convexfinance.com",
        "cowswap.exchange", "cryptopunks.app", "debank.com", "decentraland.org", "defillama.com",
        "dexscreener.com", "dydx.exchange", "dydx.trade", "dydx.xyz", "eigenlayer.xyz", "ethena.fi",
        "etherscan.io", "farcaster.xyz", "fluidkey.com", "galxe.com", "gitcoin.co", "hyperfoundation.org",
        "hyperliquid.xyz", "instadapp.io", "kelpdao.xyz", "kucoin.com", "kyberswap.com", "layerzero.foundation",
        "layerzero.network", "llamaswap.com", "looksrare.org", "magiceden.io", "magiceden.us", "makerdao.com",
        "metamask.io", "myetherwallet.com", "opensea.io", "pancakeswap.finance",
        "paraswap.io", "paraswap.xyz", "pendle.finance", "polygonscan.com", "polymarket.com", "premint.xyz",
        "quickswap.exchange", "rabby.io", "rarible.com", "raydium.io", "renzoprotocol.com", "reown.com",
        "rocketpool.net", "snowtrace.io", "solscan.io", "sushiswap.fi", "synapseprotocol.com", "synthetix.io",
        "thorswap.finance", "tokenlon.im", "traderjoexyz.com", "tradingview.com", "trezor.io", "tronscan.org",
        "trustwallet.com", "uniswap.org", "velora.xyz", "walletconnect.com", "walletconnect.network",
        "walletconnect.org", "warpcast.com", "worldcoin.org", "yearn.fi", "yearn.finance", "zapper.fi",
        "zapper.xyz", "zerion.io", "zkscan.io",
    ]

    /// Dictionary words, short names, names of chains, and names that other sites use as well.
    private static let words = [
        "0x.org", "across.to", "aerodrome.finance", "alchemy.com", "arbitrum.foundation", "arbitrum.io",
        "argent.xyz", "avax.network", "azuro.org", "balancer.fi", "base.org", "bitcoin.com", "bitcoin.org",
        "blur.io", "btcpayserver.org", "camelot.exchange", "chain.link", "chainlink.com", "circle.com",
        "compound.finance", "cow.fi", "crypto.com", "cryptokitties.co", "curve.fi", "curve.finance",
        "electroncash.org", "electrum.org", "ens.domains", "ether.fi", "ethereum.org", "euler.finance",
        "exodus.com", "foundation.app", "frame.sh", "frax.com", "frax.finance", "gate.io", "gemini.com",
        "gmx.io", "gnosis.io", "guild.xyz", "hop.exchange", "htx.com", "idex.io", "jumper.exchange", "jup.ag",
        "kraken.com", "layer3.xyz", "ledger.com", "lens.xyz", "li.fi", "lido.fi", "linea.build", "manifold.xyz",
        "mantle.xyz", "matcha.xyz", "mexc.com", "mirror.xyz", "monad.xyz", "morpho.org", "okx.com",
        "optimism.io", "orca.so", "phantom.app", "phantom.com", "polkadot.network", "polygon.technology",
        "pooltogether.com", "radiant.capital", "rainbow.me", "revoke.cash", "safe.global", "scroll.io",
        "sky.money", "snapshot.box", "snapshot.org", "solana.com", "sound.xyz", "spark.fi", "sparrowwallet.com",
        "stargate.finance", "starknet.io", "summer.fi", "sumup.com", "superrare.com", "sushi.com", "tether.to",
        "velodrome.finance", "venus.io", "wormhole.com", "x2y2.io", "zksync.io", "zora.co",
    ]
}
