import Bitcoin
import Testing

@Suite struct CoinSelectionTests {
    private static func wish(_ total: UInt64, rate: UInt64 = 1_000) throws -> CoinSelection.Requirements {
        CoinSelection.Requirements(
            total: total, weight: 4 * 44, changeWeight: 4 * 34,
            changeInputWeight: SpendingScheme.bitcoinCashSchnorr.inputWeight,
            dust: 546, rate: try #require(FeeRate(satoshisPerKilobyte: rate)))
    }

    @Test func `an exactly matching coin is preferred to a larger one`() throws {
        let wish = try Self.wish(10_000)
        let exact = 10_000 + wish.rate.fee(for: 44 + 2 + 141)
        let coins = [
            UnsignedBitcoinTransactionTests.coin(1_000_000, 1), UnsignedBitcoinTransactionTests.coin(exact, 2),
        ]
        let choice = try CoinSelection(from: coins, for: wish)
        #expect(choice.coins.map(\.value) == [exact])
        #expect(choice.change == nil)
    }

    @Test func `several coins that match exactly leave no change`() throws {
        let wish = try Self.wish(60_000)
        let fee = wish.rate.fee(for: 44 + 2 + 3 * 141)
        let coins = [500_000, 10_000, 20_000, 30_000 + fee, 40_500].enumerated().map {
            UnsignedBitcoinTransactionTests.coin($1, UInt8($0 + 1))
        }
        let choice = try CoinSelection(from: coins, for: wish)
        #expect(choice.change == nil)
        #expect(choice.fee - wish.rate.fee(for: 44 + 2 + choice.coins.count * 141) < 300)
    }

    @Test func `without an exact match, the largest coins are used and the rest is change`() throws {
        let coins = [5_000, 70_000, 40_000].enumerated().map { UnsignedBitcoinTransactionTests.coin($1, UInt8($0 + 1)) }
        let choice = try CoinSelection(from: coins, for: Self.wish(90_000))
        #expect(choice.coins.map(\.value) == [70_000, 40_000])
        #expect(choice.change == 110_000 - 90_000 - choice.fee)
    }

    @Test func `required coins are always spent`() throws {
        let small = UnsignedBitcoinTransactionTests.coin(600, 9)
        let choice = try CoinSelection(
            from: [UnsignedBitcoinTransactionTests.coin(70_000, 1)], required: [small], for: Self.wish(600))
        #expect(choice.coins.first == small)
        #expect(choice.coins.count == 2)
    }

    @Test func `no value is created or lost, whatever the coins`() throws {
        for seed in UInt64(1)...200 {
            let coins = (0..<(1 + seed % 17)).map {
                UnsignedBitcoinTransactionTests.coin((seed * 7_919 + $0 * 104_729) % 90_000 + 1, UInt8($0))
            }
            let wish = try Self.wish(seed * 997 % 200_000 + 546, rate: 1_000 + seed * 13)
            guard let choice = try? CoinSelection(from: coins, for: wish) else { continue }
            let total = choice.coins.reduce(0) { $0 + $1.value }
            #expect(total == wish.total + (choice.change ?? 0) + choice.fee)
            #expect(choice.change ?? wish.dust >= wish.dust)
            let size =
                (wish.weight + choice.coins.count * wish.changeInputWeight + (choice.change == nil ? 0 : 136)) / 4
            #expect(choice.fee >= wish.rate.fee(for: size))
            #expect(Set(choice.coins.map(\.outPoint)).count == choice.coins.count)
        }
    }

    @Test func `too little, too much and too many coins are refused`() throws {
        #expect(throws: BitcoinError.coins(.notEnough)) { try CoinSelection(from: [], for: Self.wish(1_000)) }
        #expect(throws: BitcoinError.coins(.notEnough)) {
            try CoinSelection(from: [UnsignedBitcoinTransactionTests.coin(1_000, 1)], for: Self.wish(1_000))
        }
        // 709 inputs of 141 bytes fit into a transaction that nodes relay.
        let crumbs = (0..<800).map { place in
            Coin(
                OutPoint(UnsignedBitcoinTransactionTests.id(1), UInt32(place)),
                UnsignedBitcoinTransactionTests.coin(1_000, 1).output, .bitcoinCashSchnorr)
        }
        #expect(throws: BitcoinError.coins(.tooMany)) { try CoinSelection(from: crumbs, for: Self.wish(650_000)) }
    }

    @Test(arguments: [
        (SpendingScheme.bitcoinCashSchnorr, 708), (.bitcoinCashECDSA, 675), (.bitcoin(.p2pkh), 674),
        (.bitcoin(.p2shP2wpkh), 1_098), (.bitcoin(.p2wpkh), 1_469), (.bitcoin(.p2tr), 1_738),
    ]) func `as many coins fit as a transaction that nodes relay can spend`(scheme: SpendingScheme, most: Int) {
        let coins = (0..<2_000).map { place in
            Coin(
                OutPoint(UnsignedBitcoinTransactionTests.id(1), UInt32(place)),
                UnsignedBitcoinTransactionTests.coin(1_000, 1).output, scheme)
        }
        let output = UnsignedBitcoinTransactionTests.coin(1_000, 1).output
        let fitting = UnsignedBitcoinTransaction.fitting(coins, paying: [output], on: scheme.ledger)
        #expect(fitting.count == most)
        #expect(fitting == Array(coins.prefix(most)))
        #expect(UnsignedBitcoinTransaction.fitting([], paying: [output], on: scheme.ledger).isEmpty)
        let large = Output(0, to: Script([0x6A] + [UInt8](repeating: 0, count: 200_000)))
        #expect(UnsignedBitcoinTransaction.fitting(coins, paying: [large], on: scheme.ledger).isEmpty)
    }

    @Test func `the whole balance can be sent`() throws {
        let (choice, paid) = try CoinSelection.everything(
            [UnsignedBitcoinTransactionTests.coin(5_000, 1), UnsignedBitcoinTransactionTests.coin(7_000, 2)],
            for: Self.wish(0))
        #expect(choice.coins.count == 2)
        #expect(choice.fee + paid == 12_000)
        #expect(throws: BitcoinError.coins(.notEnough)) {
            _ = try CoinSelection.everything([UnsignedBitcoinTransactionTests.coin(600, 1)], for: Self.wish(0))
        }
    }
}
