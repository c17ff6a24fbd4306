import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import SumUp
import WalletConnect
import WalletConnectPay
import WalletCore
import WalletTerminal

/// A link for the wallet, wherever it comes from: a page, the address field, a form, the desktop, or the terminal.
///
/// Only this type decides which reader a text belongs to. If that reader refuses it, the screen that opens names the part
/// that stops it.
enum WalletLink: Hashable {
    /// A web page.
    case page(String)

    /// A payment on a chain (BIP-321, EIP-681).
    case asked(String)

    /// A payment of the payment service.
    case payment(String)

    /// A connection by WalletConnect.
    case connection(String)

    /// A card payment, which SumUp's app takes.
    case card(String)

    /// The answer of SumUp's app.
    case answer(String)

    /// Something else, and why it cannot be opened.
    case refused(String)

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text; white space around it does not count.
    ///   - isPayment: Whether a text is a link of the payment service that opens in the wallet.
    init(_ text: String, isPayment: (String) -> Bool) {
        let link = EnteredText.trimmed(text)
        let scheme = Self.scheme(of: link)
        let isWeb = scheme == "http" || scheme == "https"
        guard link.utf8.count <= AppIdentity.longestLink || isWeb else {
            self = .refused(localized("The link is too long."))
            return
        }
        if SumUpAnswer.isAnswer(link, scheme: AppIdentity.scheme) {
            self = .answer(link)
        } else if SumUpRequest.isRequest(link) {
            self = .card(link)
        } else if isPayment(link) {
            self = .payment(link)
        } else if AskedPayment.isMeant(by: link) {
            self = .asked(link)
        } else if isWeb, !Self.isConnection(page: link) {
            let isPage = (try? Origin(ofURL: link)) != nil
            self = isPage ? .page(link) : .refused(localized("It is not the address of a page."))
        } else if let fault = Self.paymentFault(in: link) {
            self = .refused(fault)
        } else if ConnectionLink.isMeant(by: link) {
            self = .connection(link)
        } else {
            self = .refused(Self.reason(scheme))
        }
    }

    /// Reads the address that a page opens; `nil` if the page opens it itself, or another program does.
    ///
    /// A link to another wallet is that wallet's, and an answer of SumUp's app never comes from a page.
    init?(ofPage address: String, isPayment: (String) -> Bool) {
        let link = WalletLink(address, isPayment: isPayment)
        switch link {
        case .asked, .payment, .card: self = link
        case .connection, .refused:
            guard ["wc", AppIdentity.scheme].contains(Self.scheme(of: address)) else { return nil }
            self = link
        case .page, .answer: return nil
        }
    }

    /// What a person typed or pasted; `nil` if it is an address of the web, complete or not.
    init?(typed text: String, isPayment: (String) -> Bool) {
        let link = WalletLink(text, isPayment: isPayment)
        switch link {
        case .asked, .payment, .connection: self = link
        case .refused:
            let text = EnteredText.trimmed(text)
            guard ["wc", AppIdentity.scheme].contains(Self.scheme(of: text)) || text.hasPrefix("pay_") else {
                return nil
            }
            self = link
        case .card(let link): self = .refused(Self.cardReason(of: link))
        case .page, .answer: return nil
        }
    }

    /// The sentence about a link that cannot be opened.
    static func sentence(about link: String, _ reason: String) -> String {
        localized("\(Quotation.of(address: link), as: "link") cannot be opened. \(reason, as: "reason")")
    }

    /// Runs the command that opens the link, in a window of its own or in the one that is open.
    ///
    /// - Parameter options: The options of the command, which come before the link.
    /// - Throws: Why it cannot be opened.
    func run(_ options: [String] = []) throws {
        var command: any ParsableCommand
        switch self {
        case .page(let link), .asked(let link): command = try OpenCommand.parse(options + [link])
        case .payment(let link): command = try PayCommand.parse(options + [link])
        case .connection(let link): command = try ConnectCommand.parse(options + [link])
        case .answer(let link): command = try LinkCommand.parse(options + [link])
        case .card(let link): throw ValidationError(Self.sentence(about: link, Self.cardReason(of: link)))
        case .refused(let reason): throw ValidationError(reason)
        }
        try command.run()
    }

    /// Why only a page opens the links of SumUp's app, with the command that takes the payment of this one.
    static func cardReason(of link: String) -> String {
        do throws(SumUpError) {
            let amount = try SumUpRequest(parsing: link).amount
            let command = "drawbridge sumup pay \(amount.text) \(amount.currency.code)"
            return localized("It is a card payment, which SumUp’s app takes: `\(command, as: "command")` asks for it.")
        } catch {
            return localized("It requests a SumUp payment that is not valid. \(error, as: "reason")")
        }
    }

    /// The scheme of an address in lower case; empty if it has none.
    private static func scheme(of link: String) -> String {
        let scheme = link.prefix { $0 != ":" }.lowercased()
        let isScheme =
            scheme.utf8.count <= 30 && scheme.utf8.count < link.utf8.count
            && scheme.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
        // A number behind the colon is the port of a server.
        let isPort = link.dropFirst(scheme.utf8.count + 1).utf8.first.map { 0x30...0x39 ~= $0 } ?? false
        return isScheme && !(isPort && (scheme == "localhost" || scheme.contains("."))) ? scheme : ""
    }

    /// Whether an address of the web is one of another wallet with a link of WalletConnect in it, well formed or not.
    private static func isConnection(page link: String) -> Bool {
        do throws(WalletConnectError) {
            if case .wakeUp = try ConnectionLink(link, now: 0) { return false }
            return true
        } catch {
            return error != .link(.notWalletConnect) && ConnectionLink.isMeant(by: link)
                && link.lowercased().contains("uri=wc")
        }
    }

    /// Why a link that names a payment of the payment service cannot be used; `nil` if it names none.
    ///
    /// A link of WalletConnect with a payment in it must not become a connection that drops the payment.
    private static func paymentFault(in link: String) -> String? {
        do throws(PayError) {
            _ = try PaymentLink(link)
            return localized("Payment links do not open in this wallet, because you turned them off.")
        } catch {
            let isMeant = PaymentLink.isPaymentLink(link) || link.lowercased().contains("://walletconnectpay")
            return isMeant && error != .link(.notPayment) ? "\(error)" : nil
        }
    }

    private static func reason(_ scheme: String) -> String {
        switch scheme {
        case "": localized("The address must begin with http:// or https://.")
        case "wc", AppIdentity.scheme: localized("It is not a link for this wallet.")
        default: localized("This wallet cannot open links that begin with “\(scheme, as: "scheme"):”.")
        }
    }
}
