internal import Bitcoin
package import Bridge
import Messages
package import WalletCore

extension CoinWallet: CoinControl {
    /// The coins of an account, the largest first.
    package func coins(of id: AccountID) async throws(RPCError) -> [HeldCoin] {
        let snapshot = try account(id).snapshot
        let open = (try? await journal.open()) ?? []
        return await Self.list(snapshot, reserved: Set(open.flatMap(\.spends).compactMap { OutPoint($0) }))
    }

    @concurrent nonisolated static func list(
        _ snapshot: CoinAccountSnapshot, reserved: Set<OutPoint>
    ) async -> [HeldCoin] {
        let tip = snapshot.state.height
        return snapshot.coins.sorted { $0.value == $1.value ? $0.outPoint < $1.outPoint : $0.value > $1.value }
            .map { coin in
                var token: AssetID?
                var carried: CashToken?
                if case .token(let content) = coin.content {
                    carried = content
                    token = HeldAsset.cashToken(content.category, on: snapshot.record.utxoChain)?.id
                }
                let obstacle: String? =
                    if reserved.contains(coin.outPoint) {
                        localized("A payment with an unknown outcome spends it.")
                    } else if coin.content == .simpleLedger {
                        localized(
                            """
                            It carries tokens of the Simple Ledger Protocol (SLP), which are sent only at the request of \
                            a site.
                            """)
                    } else if coin.content != .satoshis {
                        localized("It carries tokens.")
                    } else if !coin.isMature(at: tip) {
                        localized("The reward of a block can be spent 100 blocks later.")
                    } else {
                        nil
                    }
                return HeldCoin(
                    coin.outPoint.description, value: coin.value,
                    address: coin.script.destination?.address(on: snapshot.record.utxoChain) ?? "",
                    confirmations: coin.confirmations(at: tip),
                    isFrozen: snapshot.notes.frozen.contains(coin.outPoint), obstacle: obstacle,
                    isReserved: reserved.contains(coin.outPoint),
                    label: snapshot.notes.labels[.coin(coin.outPoint)] ?? "",
                    token: token, carried: carried)
            }
    }

    /// Excludes a coin from payments, or no longer.
    package func freeze(_ outpoint: String, _ isFrozen: Bool, of id: AccountID) async throws(RPCError) {
        let (synchroniser, coin) = try coin(outpoint, of: id)
        do throws(CoinError) {
            try await synchroniser.freeze(coin, isFrozen)
        } catch {
            throw RPCError(error)
        }
    }

    /// Stores the user's label of a coin; empty removes it.
    package func label(_ text: String, on outpoint: String, of id: AccountID) async throws(RPCError) {
        let (synchroniser, coin) = try coin(outpoint, of: id)
        do throws(CoinError) {
            try await synchroniser.label(text, .coin(coin))
        } catch {
            throw RPCError(error)
        }
    }

    private func coin(_ text: String, of id: AccountID) throws(RPCError) -> (AccountSynchroniser, OutPoint) {
        let (synchroniser, snapshot) = try account(id)
        guard let coin = OutPoint(text), snapshot.ledger.own(coin) != nil else {
            throw RPCError(.failed, sentence: localizable("The account does not have this coin."))
        }
        return (synchroniser, coin)
    }
}
