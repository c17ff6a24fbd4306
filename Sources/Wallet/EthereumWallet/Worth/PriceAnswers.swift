import BigInt
import ClearSigning
import Ethereum

/// The answers of a node to questions for prices.
///
/// Each may be missing, wrong or made up: only what lies in the range of ``KnownTokens/worth(of:)`` counts.
struct PriceAnswers {
    let answers: [[UInt8]?]
    let sheet: PriceSheet
    let now: Int64

    private typealias Range = ClosedRange<BigUInt>

    /// What one source says, with what its pool contains.
    private struct Quote {
        let rates: Range
        let source: Prices.Source
        var depth: BigUInt?
    }

    /// A dollar with 18 decimal places.
    private static let one = BigUInt(10).power(18)

    /// The prices of `subjects`, the native coin first; `wrapper` is the token into which that is wrapped.
    func prices(of subjects: [EthereumAddress?], besides wrapper: EthereumAddress?) -> Prices {
        var prices = Prices()
        for token in subjects {
            guard let subject = sheet.tokens[token] else { continue }
            if let token, let share = share(of: token, subject, &prices) { prices.shares[token] = share...share }
            let quotes = quotes(for: token, subject, prices).filter { quote in
                let isBelievable = isBelievable(quote.rates, subject)
                if !isBelievable { prices.rejected.insert(token) }
                return isBelievable
            }
            guard let low = quotes.map(\.rates.lowerBound).min(), let high = quotes.map(\.rates.upperBound).max(),
                low > 0
            else { continue }
            var price = Prices.Price(
                rates: low...high, sources: Set(quotes.map(\.source)),
                depth: quotes.allSatisfy { $0.source == .pool } ? quotes.compactMap(\.depth).max() : nil)
            price.isOwnWord = subject.symbol == nil && price.sources == [.contract]
            prices.known[token] = price
        }
        if let wrapper, let coin = prices.known[nil] { prices.known[.some(wrapper)] = coin }
        for (vault, question) in sheet.trades { prices.vaults[vault] = worth(of: question.trade, at: question.place) }
        return prices
    }

    private func quotes(
        for token: EthereumAddress?, _ subject: PriceSheet.Subject, _ prices: Prices
    ) -> [Quote] {
        var quotes: [Quote] = []
        if let symbol = subject.symbol, let decimals = subject.decimals {
            let asset = PriceFeeds.asset(of: symbol)
            if let range = feed(asset), let rates = Self.rates(range, decimals) {
                quotes.append(Quote(rates: rates, source: .feed))
            } else if let token, let share = prices.shares[token], let range = unit(of: symbol),
                let rates = Self.rates(
                    range.lowerBound * share.lowerBound / Self.one...range.upperBound * share.upperBound / Self.one,
                    decimals)
            {
                quotes.append(Quote(rates: rates, source: .contract))
            } else if Peg(symbol: symbol) == .ether, Peg.share(of: symbol) == 100...100, let range = feed("ETH"),
                let rates = Self.rates(range, decimals)
            {
                quotes.append(Quote(rates: rates, source: .feed))
            }
        }
        if subject.symbol == nil, let token, let rates = ownWord(of: token, prices) {
            quotes.append(Quote(rates: rates, source: .contract))
        }
        if let token, let rates = curve(token, subject, prices) { quotes.append(Quote(rates: rates, source: .curve)) }
        // Of several pools, the deepest one is the hardest to move.
        let pools = sheet.pools.filter { $0.token == token }.compactMap { quote(of: $0, prices) }
        if let deepest = pools.max(by: { ($0.depth ?? 0) < ($1.depth ?? 0) }) { quotes.append(deepest) }
        return quotes
    }

    /// The pool whose price counts, and how much of the token it has; `nil` if none says anything.
    func deepestPool(of token: EthereumAddress, _ prices: Prices) -> (address: EthereumAddress, held: BigUInt)? {
        sheet.pools.filter { $0.token == .some(token) }
            .compactMap { pool in
                quote(of: pool, prices).flatMap(\.depth).map { depth in (pool, depth) }
            }
            .max { $0.1 < $1.1 }.flatMap { pool, _ in amount(pool.place + 3).map { (pool.address, $0) } }
    }

    // MARK: Sources

    private func values(_ place: Int, _ types: String) -> [ABIValue]? {
        guard answers.indices.contains(place), let bytes = answers[place] else { return nil }
        return ContractReader.values(bytes, types)
    }

    /// The price of an asset by its feed, in dollars with 18 decimal places.
    private func feed(_ asset: String) -> Range? {
        guard let (feed, place) = sheet.feeds[asset],
            let round = values(place, "(uint80,int256,uint256,uint256,uint80)"), round.count == 5,
            let answer = round[1].uint, answer > 0, answer.bitWidth <= 128, let time = round[3].uint,
            PriceReader.isFresh(BigInt(time), now), values(place + 1, "(uint8)")?.first?.uint == feed.decimals
        else { return nil }
        if feed.isInDollars {
            let dollars = answer * BigUInt(10).power(10)
            return dollars...dollars
        }
        guard asset != "ETH", let ether = self.feed("ETH") else { return nil }
        return answer * ether.lowerBound / Self.one...answer * ether.upperBound / Self.one
    }

    /// What a pool of Curve pays for a token.
    ///
    /// One transaction can move that, but the worse of two sources counts.
    private func curve(_ token: EthereumAddress, _ subject: PriceSheet.Subject, _ prices: Prices) -> Range? {
        guard let (quote, place) = sheet.curve[token], let units = amount(place), let decimals = subject.decimals,
            let rates = quote.quote.map({ usualRates(of: $0, prices) }) ?? prices.known[nil]?.rates
        else { return nil }
        let whole = BigUInt(10).power(decimals)
        return rates.lowerBound * units / whole...rates.upperBound * units / whole
    }

    /// What the shares of a vault are worth, by its own contract.
    private func ownWord(of token: EthereumAddress, _ prices: Prices) -> Range? {
        guard let place = sheet.ownWords[token], let asset = values(place, "(address)")?.first?.address, asset != token,
            let units = amount(place + 1), let rates = prices.known[asset]?.rates ?? usualRates(of: asset, prices)
        else { return nil }
        let one = PriceSheet.shares
        return rates.lowerBound * units / one...rates.upperBound * units / one
    }

    private func usualRates(of asset: EthereumAddress, _ prices: Prices) -> Range? {
        asset == sheet.ether || asset == sheet.dollars ? rates(ofQuote: asset, prices) : nil
    }

    private func amount(_ place: Int) -> BigUInt? {
        values(place, "(uint256)")?.first?.uint.flatMap { $0.bitWidth <= 160 ? $0 : nil }
    }

    /// What an exchange with a vault gives and yields.
    private func worth(of trade: ContractAction.VaultTrade, at place: Int) -> VaultWorth? {
        guard let asset = values(place, "(address)")?.first?.address, let preview = amount(place + 1),
            let converted = amount(place + 2)
        else { return nil }
        let isDeposit = trade.kind == .deposit || trade.kind == .mint
        let shares = preview * converted / PriceSheet.shares
        return switch trade.kind {
        case .deposit: VaultWorth(asset: asset, given: trade.units, received: shares, isDeposit: isDeposit)
        case .mint: VaultWorth(asset: asset, given: preview, received: converted, isDeposit: isDeposit)
        case .withdraw: VaultWorth(asset: asset, given: shares, received: trade.units, isDeposit: isDeposit)
        case .redeem: VaultWorth(asset: asset, given: converted, received: preview, isDeposit: isDeposit)
        }
    }

    /// What the unit of a peg is worth, in dollars with 18 decimal places.
    private func unit(of symbol: String) -> Range? {
        switch Peg(symbol: symbol) {
        case .dollar?: Self.one...Self.one
        case .ether?: feed("ETH")
        case .bitcoin?: feed("BTC")
        case nil: nil
        }
    }

    /// What a staking token or share is worth in the unit of its peg.
    private func share(
        of token: EthereumAddress, _ subject: PriceSheet.Subject, _ prices: inout Prices
    ) -> BigUInt? {
        guard let symbol = subject.symbol, let bounds = Peg.share(of: symbol), bounds != 100...100 else { return nil }
        var said = sheet.shares[token].flatMap { values($0, "(uint256)")?.first?.uint }
        if said == nil, Peg(symbol: symbol) == .ether {
            let pools = sheet.pools.filter { $0.token == .some(token) && $0.quote == sheet.ether }
            said = pools.compactMap { pool in
                quote(of: pool, prices).flatMap(\.depth).map { depth in (pool, depth) }
            }
            .max { $0.1 < $1.1 }.flatMap { pool, _ in
                tick(of: pool).map { PoolAverage.rate(Self.one, at: $0, isInverse: pool.isInverse) }
            }
        }
        guard let said else { return nil }
        let percent = Self.one / 100
        guard (bounds.lowerBound * percent...bounds.upperBound * percent).contains(said) else {
            prices.rejected.insert(token)
            return nil
        }
        return said
    }

    /// The average tick of a pool, if it is near the present one.
    private func tick(of pool: PriceSheet.Pool) -> Int? {
        guard let ticks = values(pool.place, "(int56[],uint160[])")?.first?.elements, ticks.count == 2,
            case .number(let first) = ticks[0], case .number(let last) = ticks[1],
            let average = PoolAverage.tick(from: first, to: last),
            let slot = values(pool.place + 1, "(uint160,int24,uint16,uint16,uint16,uint8,bool)"), slot.count == 7,
            case .number(let number) = slot[1], let present = Int(exactly: number), PoolAverage.isTick(present),
            PoolAverage.isNear(average, present)
        else { return nil }
        return average
    }

    /// What a pool says, if it has enough of the token in which it says so.
    private func quote(of pool: PriceSheet.Pool, _ prices: Prices) -> Quote? {
        guard let tick = tick(of: pool), let balance = values(pool.place + 2, "(uint256)")?.first?.uint,
            balance.bitWidth <= 160, let quoted = rates(ofQuote: pool.quote, prices)
        else { return nil }
        let depth = Prices.worth(of: balance, at: quoted.lowerBound)
        guard PriceReader.isDeep(depth) else { return nil }
        func rate(_ rate: BigUInt) -> BigUInt { PoolAverage.rate(rate, at: tick, isInverse: pool.isInverse) }
        return Quote(rates: rate(quoted.lowerBound)...rate(quoted.upperBound), source: .pool, depth: depth)
    }

    /// The rates of what pools have on their other side: the wrapped coin, or dollars.
    private func rates(ofQuote quote: EthereumAddress, _ prices: Prices) -> Range? {
        if quote == sheet.ether { return prices.known[nil]?.rates }
        return Self.rates(feed("USDC") ?? Self.one...Self.one, 6)
    }

    /// Whether a price lies in the range that the wallet knows, if it knows one.
    private func isBelievable(_ rates: Range, _ subject: PriceSheet.Subject) -> Bool {
        guard let symbol = subject.symbol, let decimals = subject.decimals, let bounds = Self.bounds(of: symbol)
        else { return true }
        guard let bounds = Self.rates(bounds, decimals) else { return false }
        return bounds.contains(rates.lowerBound) && bounds.contains(rates.upperBound)
    }

    /// Whether a price in dollars, with 18 decimal places, lies in that range.
    static func isBelievable(_ dollars: ClosedRange<BigUInt>, _ symbol: String) -> Bool {
        bounds(of: symbol).map { $0.contains(dollars.lowerBound) && $0.contains(dollars.upperBound) } ?? true
    }

    private static func bounds(of symbol: String) -> Range? {
        guard let cents = KnownTokens.worth(of: symbol) else { return nil }
        let cent = one / 100
        // What keeps a peg can lose it, and the wallet must then see that.
        let lowest = Peg(symbol: symbol) == .dollar ? cents.lowerBound / 2 : cents.lowerBound
        return lowest * cent...cents.upperBound * cent
    }

    private static func rates(_ dollars: Range, _ decimals: Int) -> Range? {
        guard let low = Prices.rate(of: dollars.lowerBound, decimals: decimals),
            let high = Prices.rate(of: dollars.upperBound, decimals: decimals)
        else { return nil }
        return low...high
    }
}
