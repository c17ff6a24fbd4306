import BigInt
import Bitcoin
package import Bridge
import Keys
import Messages
package import WalletCore

/// Pays with coins of the active account on Bitcoin and Bitcoin Cash, and gives out its addresses.
@MainActor package final class CoinPayments: PaymentSource, AddressSource {
    private let activeAccount: ActiveAccount
    private let coins: CoinSender
    private let recipients: any RecipientBook

    /// The addresses that were shown since the program started, the newest first.
    private var shown: [AccountID: [ReceiveAddress]] = [:]

    /// Creates the source.
    package init(activeAccount: ActiveAccount, coins: CoinSender, recipients: any RecipientBook) {
        self.activeAccount = activeAccount
        self.coins = coins
        self.recipients = recipients
    }

    package func assets(of account: AccountID) -> [HeldAsset] {
        (try? utxoChain(of: account)).map { [$0.coin] } ?? []
    }

    package func address(_ text: String, for account: AccountID) throws(RPCError) -> String {
        let utxoChain = try utxoChain(of: account)
        do throws(BitcoinError) {
            let destination = try Destination(text, on: utxoChain)
            return destination.address(on: utxoChain) ?? text
        } catch {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("This is not an address of \(utxoChain.name, as: "network")."))
        }
    }

    package func fees(of account: AccountID) async throws(RPCError) -> [FeeOffer] {
        let utxoChain = try utxoChain(of: account)
        guard let server = coins.servers[utxoChain] else { throw RPCError(CoinError.notConfigured) }
        let rates = await FeeRates(asking: server, on: utxoChain)
        let unit = utxoChain.feeRateUnit
        return [
            FeeOffer(.slow, rate: rates.patient.text, unit: unit),
            FeeOffer(.normal, rate: rates.normal.text, unit: unit), FeeOffer(.fast, rate: rates.fast.text, unit: unit),
        ]
    }

    package func send(_ form: SendForm, for request: Request) async throws(RPCError) -> String {
        let utxoChain = try utxoChain(of: form.account)
        guard form.account == utxoChain.accountID(of: activeAccount) else {
            throw RPCError(.failed, sentence: localizable("Another account is active now."))
        }
        guard !form.payees.isEmpty, form.payees.count <= Self.mostPayees else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("A payment has 1 to \(Self.mostPayees, as: "count") recipients."))
        }
        var (outputs, rows, warnings): ([Output], [Approval.Row], [Approval.Warning]) = ([], [], [])
        var (known, total) = ([CoinRecipient](), UInt64(0))
        var isToUnknown = false
        for payee in form.payees {
            let recipient = try CoinRecipient(payee.address, on: utxoChain)
            let value = try Self.value(payee.share, to: recipient)
            (total, _) = total.addingReportingOverflow(value)
            guard total <= UTXOChain.allMoney else { throw RPCError(BitcoinError.amount(.tooLarge)) }
            outputs.append(Output(value, to: recipient.destination.script))
            let (row, found) = await recipient.describe(by: recipients)
            rows += [
                row, Approval.Row(localized("Amount"), .trusted(utxoChain.coin.text(BigUInt(value))), role: .amount),
            ]
            for warning in found where !warnings.contains(warning) { warnings.append(warning) }
            if await !recipient.isKnown(to: recipients) { isToUnknown = true }
            known.append(recipient)
        }
        let amount = utxoChain.coin.text(BigUInt(total))
        var order = SpendRequest(
            on: utxoChain, paying: outputs, sentence: Self.sentence(amount, known), verb: localized("Send"),
            rows: rows, warnings: warnings, what: Self.summary(amount, known), amount: total)
        order.isToUnknown = isToUnknown
        order.fee = form.fee
        let id = try await coins.pay(order, for: request)
        for recipient in known { await recipients.remember(recipient, at: coins.now()) }
        return id.description
    }

    /// The maximum number of recipients of one payment.
    private static let mostPayees = 100

    private static func value(_ share: SendForm.Share, to recipient: CoinRecipient) throws(RPCError) -> UInt64 {
        guard case .units(let units) = share else {
            throw RPCError(.unsupported, sentence: localizable("Enter the amount to send."))
        }
        do throws(BitcoinError) {
            guard units > 0 else { throw BitcoinError.amount(.zero) }
            guard units <= BigUInt(UTXOChain.allMoney), let value = UInt64(exactly: units) else {
                throw BitcoinError.amount(.tooLarge)
            }
            guard value >= recipient.utxoChain.dust(of: recipient.destination.script) else {
                throw BitcoinError.amount(.dust)
            }
            return value
        } catch {
            throw RPCError(error)
        }
    }

    private static func sentence(_ amount: String, _ recipients: [CoinRecipient]) -> String {
        guard recipients.count > 1, let first = recipients.first else {
            return localized(
                "Send \(amount, as: "amount") to \(recipients.first?.short ?? "", as: "recipient").")
        }
        let others = recipients.count - 1
        return localized(
            "Send \(amount, as: "amount") to \(first.short, as: "recipient") and \(others, as: "count") more.",
            plural: "Send \(amount, as: "amount") to \(first.short, as: "recipient") and \(others, as: "count") more.",
            count: others)
    }

    private static func summary(_ amount: String, _ recipients: [CoinRecipient]) -> TransactionRecord.Summary {
        let names = recipients.map(\.address).joined(separator: ", ")
        return TransactionRecord.Summary(
            localizable("Send \(amount, as: "amount") to \(names, as: "recipient")."))
    }

    private func utxoChain(of account: AccountID) throws(RPCError) -> UTXOChain {
        guard let utxoChain = UTXOChain.allCases.first(where: { $0.chainID == account.chain }) else {
            throw RPCError(.unknownChain, sentence: localizable("The wallet does not know this network."))
        }
        return utxoChain
    }

    // MARK: Addresses

    package func addresses(of account: AccountID) throws(RPCError) -> [ReceiveAddress] {
        let utxoChain = try utxoChain(of: account)
        guard account == utxoChain.accountID(of: activeAccount) else { throw .locked }
        if let known = shown[account], !known.isEmpty { return known }
        let text = activeAccount.address(utxoChain == .bitcoin ? .bitcoin : .bitcoinCash)
        return [ReceiveAddress(account, forms: forms(of: text, on: utxoChain), path: "", state: .shown)]
    }

    package func newAddress(of account: AccountID) async throws(RPCError) -> ReceiveAddress {
        let utxoChain = try utxoChain(of: account)
        guard account == utxoChain.accountID(of: activeAccount) else { throw .locked }
        let text = try await coins.freshAddress(on: utxoChain)
        let address = ReceiveAddress(account, forms: forms(of: text, on: utxoChain), path: "", state: .shown)
        shown[account, default: []].removeAll { $0.text == address.text }
        shown[account, default: []].insert(address, at: 0)
        return address
    }

    private func forms(of address: String, on utxoChain: UTXOChain) -> [ReceiveAddress.Written] {
        guard utxoChain == .bitcoinCash, let destination = try? Destination(address, on: utxoChain),
            case .publicKey(let hash) = destination
        else { return [.init(.usual, address)] }
        var forms: [ReceiveAddress.Written] = [.init(.cashAddr, address)]
        if let aware = try? CashAddress(type: CashAddress.Kind.tokenPublicKey.rawValue, hash: hash) {
            forms.append(.init(.tokenAware, aware.description))
        }
        if let legacy = destination.address(on: .bitcoin) { forms.append(.init(.legacy, legacy)) }
        return forms
    }
}
