import BigInt
import Bridge
import Testing
import WalletUI

@testable import WalletConnectPay
@testable import WalletWindow

/// What the user sees of a payment, state by state.
@Suite struct PaymentScreensTests {
    private let sample = PaymentSample()

    @Test(arguments: PaymentSample.states + PaymentSample.ends.map { .ended($0) })
    func `every state shows what is happening, who requested it, and who is paid`(state: PaymentFlow.State) throws {
        let step = try sample.screen(state).step
        #expect(!step.heading.isEmpty)
        #expect(step.source?.origin.description == "https://pay.example")
        #expect(step.source?.kind == .paymentService)
        if case .ended = state { #expect(step.actions(of: PaymentScreens.Action.self).contains(.close)) }
    }

    @Test func `only the review has a button that may cost money`() throws {
        for state in PaymentSample.states + PaymentSample.ends.map({ PaymentFlow.State.ended($0) }) {
            let paying = try sample.screen(state).step.buttons.filter { $0.kind == .paying }
            let actions = paying.map { $0.action.of(PaymentScreens.Action.self) }
            #expect(actions == (state == .review ? [.pay] : []), "\(state)")
        }
    }

    @Test(arguments: PaymentSample.states)
    func `a payment can be cancelled until it is submitted, and left after that`(state: PaymentFlow.State) throws {
        let buttons = Set(try sample.screen(state).step.actions(of: PaymentScreens.Action.self))
        switch state {
        case .confirming, .unsure, .unsent, .processing:
            #expect(buttons.contains(.close) && !buttons.contains(.cancel))
        case .signing(let signing): #expect(buttons.contains(.cancel) != signing.isStopping)
        case .gasExplained: #expect(buttons == [.back])
        default: #expect(buttons.contains(.cancel))
        }
    }

    @Test func `options show amount, network and requirements, and are selected by stable properties`() throws {
        var sample = sample
        sample.collect = CollectData(url: "https://pay.example/collect/")
        let screen = try sample.screen(.options, choosing: nil)
        let choices = screen.step.choices
        #expect(choices.map(\.label) == [.trusted("25 USDC"), .trusted("0.008125 POL")])
        #expect(choices.map(\.detail) == [.trusted("on Base · about 5 s"), .trusted("on Polygon")])
        #expect(choices.map(\.badge) == ["needs your details", nil])
        #expect(screen.step.actions(of: PaymentScreens.Action.self) == [.cancel, .explainInfo])
        for (choice, option) in zip(choices, screen.flow.options) {
            let action = try #require(choice.action.of(PaymentScreens.Action.self))
            #expect(action == .choose(PaymentChoice(option)) && action != .choose(nil))
        }
    }

    @Test func `the review shows the amount, the account, the network and the token`() throws {
        let rows = try sample.screen(.review).step.rows
        #expect(rows.map(\.label) == ["To", "For", "From", "Network", "Token"])
        #expect(rows[0].value == .untrusted("Corner Shop"))
        #expect(rows[1].value == .trusted("25.00 USD"))
        #expect(rows[2].value == .exact("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"))
        #expect(rows[2].note == "Savings")
        #expect(rows[3].value == .trusted("Base"))
        #expect(rows[4].value == .exact("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"))
        var screen = try sample.screen(.review)
        screen.known = { _ in nil }
        #expect(screen.step.rows.last?.note == "unknown")
        #expect(screen.step.heading == "Pay 25000000 units of “USDC”")
        let coin = try sample.screen(.review, choosing: 1).step
        #expect(coin.rows.map(\.label) == ["To", "For", "From", "Network", "Network fee"])
        #expect(coin.actions(of: PaymentScreens.Action.self).contains(.explainGas))
    }

    @Test func `the countdown warns in the last two minutes, and disappears when nothing can expire`() throws {
        #expect(try sample.screen(.review, now: 700).step.clock == Screen.Clock("Expires in 5:00"))
        let late = try sample.screen(.review, now: 880).step.clock
        #expect(late == Screen.Clock("Expires in 2:00", isUrgent: true))
        #expect(try sample.screen(.confirming).step.clock == nil)
        #expect(try sample.screen(.ended(.expired(by: .wallet))).step.clock == nil)
    }

    @Test func `the merchant's name never appears in the wallet's own sentences`() throws {
        var sample = sample
        let name = "Paid. Nothing to sign\u{202E}.\nYou can close this window " + String(repeating: "x", count: 9_000)
        sample.merchant = name
        for state in PaymentSample.states + PaymentSample.ends.map({ PaymentFlow.State.ended($0) }) {
            let step = try sample.screen(state).step
            for text in [step.heading, step.busy ?? "", step.clock?.text ?? ""] + step.paragraphs.map(\.text) {
                #expect(!text.contains("Nothing to sign"))
            }
            for row in step.rows where row.value.text.contains("Nothing to sign") {
                guard case .untrusted(let text) = row.value else { throw PayError.malformed }
                #expect(text.count <= 160)
                #expect(!text.contains("\n"))
            }
        }
    }

    @Test(arguments: ["USDC. Press Sign", "\u{202E}CDSU", "", "A very long sign of an asset", "USD\nC", "USDС"])
    func `a symbol that is not a plain word is quoted and short`(symbol: String) throws {
        var sample = sample
        sample.symbol = symbol
        var screen = try sample.screen(.review)
        screen.known = { _ in nil }
        let heading = screen.step.heading
        #expect(heading.hasPrefix("Pay 25000000 units of “"))
        #expect(heading.hasSuffix("”"))
        #expect(heading.count <= 23 + 26)
        #expect(VisibleText.of(heading) == heading)
    }

    @Test(arguments: ["BONUS", "ETH", "USDT", ""])
    func `no screen shows an amount with the gateway's name of an asset`(symbol: String) throws {
        var sample = sample
        sample.symbol = symbol
        for state in PaymentSample.states + PaymentSample.ends.map({ PaymentFlow.State.ended($0) }) {
            let step = try sample.screen(state).step
            var texts = [step.heading, step.busy ?? ""] + step.paragraphs.map(\.text) + step.rows.map(\.value.text)
            for choice in step.choices { texts += [choice.label.text, choice.detail?.text ?? ""] }
            for text in texts where !symbol.isEmpty {
                #expect(!text.contains(" \(symbol)") && !text.contains("“\(symbol)"), "\(state): \(text)")
            }
        }
        #expect(try sample.screen(.ended(.succeeded(transaction: nil))).step.heading == "You paid 25 USDC")
    }

    @Test func `an unknown token is named by its contract wherever its amount is shown`() throws {
        let contract = DisplayText.exact("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
        for state in [
            PaymentFlow.State.review, .unsure(isAsking: false), .processing(isAsking: true),
            .ended(.succeeded(transaction: nil)),
        ] {
            var screen = try sample.screen(state)
            screen.known = { _ in nil }
            #expect(screen.step.rows.contains { $0.role == .token && $0.value == contract }, "\(state)")
        }
        var screen = try sample.screen(.options, choosing: nil)
        screen.known = { _ in nil }
        #expect(
            screen.step.choices.first?.detail
                == .trusted("on Base · unknown token 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 · about 5 s"))
    }

    @Test func `a notice comes first, with the reason why the wallet could not sign`() throws {
        var screen = try sample.screen(.review)
        var flow = screen.flow
        flow.notice = .notSigned
        screen = PaymentScreens(flow: flow, service: screen.service, problem: "The wallet has no node for Base.")
        #expect(
            screen.step.paragraphs.prefix(2).map(\.text) == [
                "The wallet could not sign. Nothing was paid.", "The wallet has no node for Base.",
            ])
        flow.notice = .amountChanged(from: flow.options[0].amount)
        screen = PaymentScreens(flow: flow, service: screen.service)
        screen.known = PaymentSample.known
        #expect(screen.step.paragraphs.first?.text == "The price has changed. Before, it was 25 USDC.")
        #expect(screen.step.paragraphs.first?.tone == .caution)
    }

    @Test func `without retries the screen does not say that the wallet keeps trying`() throws {
        var flow = try sample.flow(.review)
        flow.notice = .notPrepared
        let review = try words(flow)
        #expect(review.contains("could not be reached. Nothing was paid. Check your internet connection"))
        #expect(!review.contains("keeps"))
        flow.state = .unsure(isAsking: false)
        flow.notice = .notReached
        #expect(try words(flow).contains("The wallet keeps trying."))
    }

    @Test func `the screen says that the wallet keeps checking only during checks`() throws {
        var flow = try sample.flow(.processing(isAsking: false))
        flow.isWaiting = true
        #expect(try words(flow).contains(PaymentScreens.keepsChecking))
        flow.isWaiting = false
        #expect(flow.isResting)
        #expect(try !words(flow).contains("keeps checking"))
        #expect(try words(flow).contains("The wallet has stopped checking it."))
        let screen = PaymentScreens(flow: flow, service: try Origin(serialized: "https://pay.example"))
        #expect(screen.step.actions(of: PaymentScreens.Action.self) == [.close, .checkStatus])
    }

    @Test func `the questions of a form are quoted and short, because the service wrote them`() throws {
        let long = "Seasonal" + String(repeating: " name", count: 500)
        let fields = [CollectField(id: "f", name: long, kind: .text, isRequired: false)]
        let step = try sample.screen(.collecting(.fields(fields, faults: [:]))).step
        #expect(step.fields.map(\.isTheirs) == [true])
        #expect((step.fields.first?.shownLabel.count ?? 0) <= FormField.longestLabel + 2)
        #expect(step.fields.first?.shownLabel.hasPrefix("“") == true)
        #expect(step.paragraphs.contains { $0.text.contains("Never enter a recovery phrase") })
    }

    @Test func `a form that asks for a recovery phrase has no fields, and one that may ask for it is a danger`() throws
    {
        let phrase = CollectField(id: "f", name: "Seed words", kind: .text, isRequired: true)
        let pin = CollectField(id: "g", name: "PIN", kind: .text, isRequired: true)
        let refused = try sample.screen(.collecting(.fields([pin, phrase], faults: [:]))).step
        #expect(refused.fields.isEmpty)
        #expect(refused.paragraphs.last?.tone == .danger)
        #expect(Set(refused.actions(of: PaymentScreens.Action.self)) == [.back, .cancel])
        let doubtful = try sample.screen(.collecting(.fields([pin], faults: [:]))).step
        #expect(doubtful.fields.count == 1)
        #expect(doubtful.paragraphs.last?.tone == .danger)
    }

    /// An attempt of which a signature or a transaction has left the wallet.
    private func attempt(
        _ state: PaymentAttempt.State, _ steps: [PaymentAttempt.Step] = [.init(.signature, .done(hash: nil))],
        payment: String = "pay_1", amount: BigUInt = 25_000_000
    ) throws -> PaymentAttempt {
        let flow = try sample.flow(.review)
        return PaymentAttempt(
            id: "a", payment: try #require(PaymentID(payment)), option: "o1", choice: try #require(flow.choice),
            amount: amount, decimals: 6, symbol: "USDC", merchant: "Corner Shop", startedAt: 0, expiresAt: 1_000,
            steps: steps, state: state)
    }

    private func words(_ flow: PaymentFlow) throws -> String {
        var screen = PaymentScreens(flow: flow, service: try Origin(serialized: "https://pay.example"))
        screen.known = PaymentSample.known
        let step = screen.step
        return ([step.heading] + step.paragraphs.map(\.text)).joined(separator: " ")
    }

    @Test(arguments: PaymentSample.ends)
    func `a signed and submitted payment is not called unpaid in the wallet's own words`(end: PaymentEnd) throws {
        var flow = try sample.flow(.ended(end))
        flow.attempt = try attempt(.failed)
        switch end {
        // These come before anything is signed, or explain themselves.
        case .insufficientFunds, .offline, .mismatch, .notConfigured, .notKept, .busy, .abandoned, .formRefused: return
        case .succeeded, .alreadyPaid, .unsettled, .gaveUp: break
        default:
            let words = try words(flow)
            #expect(words.contains("The payment service says that nothing was paid."))
            #expect(words.contains("could still use it until 1970-01-01 01:16 UTC"))
        }
        #expect(try !words(flow).contains("Nothing was paid."))
        flow.now = 1_000 + ActionCheck.grace
        #expect(try !words(flow).contains("could still use it"))
    }

    @Test func `a transaction is called sent only if a node has shown it`() throws {
        var flow = try sample.flow(.ended(.unsettled(transactions: ["0xabc"])))
        flow.attempt = try attempt(.unsettled, [.init(.payment, .done(hash: "0xabc"))])
        #expect(try words(flow).contains("A transaction was sent for it"))
        flow.attempt = try attempt(.unsettled, [.init(.payment, .signed(hash: "0xabc"))])
        #expect(try !words(flow).contains("was sent for it"))
        #expect(try words(flow).contains("not known whether it was sent"))
        flow.attempt = try attempt(.unsettled)
        #expect(try words(flow).contains("Your signature was sent"))
        flow.attempt = try attempt(.unsettled, [.init(.payment, .done(hash: "0xabc"))])
        flow.refusal = .transactionReplaced
        #expect(try words(flow).contains("Another transaction of the account used the nonce"))
        #expect(try !words(flow).contains("was sent for it"))
    }

    @Test(arguments: [PaymentAttempt.State.confirming, .processing, .failed, .expired, .unsettled])
    func `before another payment the review warns that an earlier one can still be executed`(
        state: PaymentAttempt.State
    ) throws {
        for payment in ["pay_1", "pay_2"] {
            var flow = try sample.flow(.review)
            flow.earlier = [try attempt(state, payment: payment)]
            let warning =
                payment == "pay_1"
                ? "Your earlier signature for this payment was not accepted, but it can still be used until 1970-01-01 01:16"
                : "This payment does not replace it: both can be paid until 1970-01-01 01:16"
            #expect(try words(flow).contains(warning))
            flow.now = 1_000 + ActionCheck.grace
            #expect(try !words(flow).contains("can be"))
        }
        // What the service calls the merchant does not take the warning away.
        var other = try otherShop()
        other.earlier = [try attempt(state, payment: "pay_2")]
        #expect(try words(other).contains("does not replace it"))
        other.now = 1_000 + ActionCheck.grace
        #expect(try !words(other).contains("does not replace it"))
    }

    /// A review of a payment to another shop than the one of earlier attempts.
    private func otherShop() throws -> PaymentFlow {
        var flow = try sample.flow(.review)
        flow.info = PaymentInfo(
            status: .requiresAction, amount: try #require(flow.info).amount, expiresAt: 1_000,
            merchantName: "Other Shop")
        return flow
    }

    @Test(arguments: [PaymentAttempt.State.succeeded, .abandoned, .failed, .expired, .cancelled])
    func `an unrelated, finished payment to another shop is not mentioned`(state: PaymentAttempt.State) throws {
        var flow = try otherShop()
        flow.earlier = [try attempt(state, payment: "pay_2", amount: 30_000_000)]
        #expect(try !words(flow).contains("An earlier payment"))
    }

    @Test(arguments: [PaymentAttempt.State.confirming, .processing, .unsettled])
    func `a payment of another amount with an unknown outcome is mentioned, on any chain`(
        state: PaymentAttempt.State
    ) throws {
        for choice in try sample.flow(.review).options.indices {
            var flow = try sample.flow(.review, choosing: choice)
            flow.info = try otherShop().info
            flow.earlier = [try attempt(state, payment: "pay_2", amount: 30_000_000)]
            #expect(try words(flow).contains("This payment does not replace it"))
        }
    }

    @Test func `a given-up transaction of the same amount is mentioned for a day`() throws {
        var flow = try otherShop()
        flow.earlier = [try attempt(.failed, [.init(.payment, .done(hash: "0xabc"))], payment: "pay_2")]
        #expect(try words(flow).contains("was given up, but could still be sent"))
        flow.now = 86_401
        #expect(try !words(flow).contains("was given up, but could still be sent"))
    }

    @Test func `an earlier payment to a merchant with a very long name is mentioned, too`() throws {
        let long = String(repeating: "x", count: 300)
        var flow = try sample.flow(.review)
        let earlier = try attempt(.confirming, payment: "pay_2")
        flow.earlier = [
            PaymentAttempt(
                id: "b", payment: earlier.payment, option: "o1", choice: earlier.choice, amount: 25_000_000,
                decimals: 6,
                symbol: "USDC", merchant: String(long.prefix(256)), startedAt: 0, expiresAt: 1_000,
                steps: earlier.steps, state: .confirming)
        ]
        flow.info = PaymentInfo(
            status: .requiresAction, amount: try #require(flow.info).amount, expiresAt: 1_000, merchantName: long)
        #expect(try words(flow).contains("This payment does not replace it"))
    }

    @Test func `a transaction that was perhaps never sent can only be sent within the time limit`() throws {
        var flow = try sample.flow(.unsent(hash: "0xabc", isBusy: false))
        flow.attempt = try attempt(.signing, [.init(.payment, .signed(hash: "0xabc"))])
        let screen = PaymentScreens(flow: flow, service: try Origin(serialized: "https://pay.example"))
        #expect(screen.step.actions(of: PaymentScreens.Action.self) == [.close, .giveUp, .checkStatus, .sendAgain])
        flow.now = 995
        let late = PaymentScreens(flow: flow, service: screen.service)
        #expect(late.step.actions(of: PaymentScreens.Action.self) == [.close, .giveUp, .checkStatus])
        #expect(try words(flow).contains("The payment has expired"))
    }

    @Test func `errors name their own cause`() throws {
        let causes: [(PaymentEnd, String)] = [
            (.failed(.unauthorized), "does not accept this wallet's app ID or key"),
            (.failed(.versionRefused), "API version"), (.failed(.http(404)), "HTTP status 404"),
            (.failed(.configuration), "A setting for payments cannot be used"),
            (.formRefused(.host), PaymentHostRule.Fault.host.sentence), (.notConfigured, "knows by an app ID"),
        ]
        for (end, cause) in causes {
            let words = try words(sample.flow(.ended(end)))
            #expect(words.contains(cause), "\(words)")
            #expect(words.contains("knows by an app ID") == (end == .notConfigured))
        }
    }

    @Test func `waiting payments are mentioned`() throws {
        var screen = try sample.screen(.review)
        screen.waitingCount = 1
        #expect(screen.step.paragraphs.last?.text == "Another payment waits until this one is over.")
        screen.waitingCount = 2
        #expect(screen.step.paragraphs.last?.text == "2 other payments wait until this one is over.")
    }

    @Test(arguments: PaymentSample.ends)
    func `a result says done only if paid just now, and offers a retry only if that can help`(
        end: PaymentEnd
    ) throws {
        let step = try sample.screen(.ended(end)).step
        switch end {
        case .succeeded: #expect(step.mark == .done)
        case .unsettled, .busy: #expect(step.mark == .open)
        case .alreadyPaid, .expired: #expect(step.mark == nil)
        default: #expect(step.mark == .stopped)
        }
        #expect(step.actions(of: PaymentScreens.Action.self).contains(.retry) == end.canRetry)
        if case .succeeded(let hash?) = end {
            #expect(step.rows.contains { $0.label == "Transaction" && $0.value == .exact(hash) })
        }
    }

    @Test func `the gateway's fields are shown in the wallet's own form, with errors next to them`() throws {
        let fields = [
            CollectField(id: "n", name: "Full name", kind: .text, isRequired: true),
            CollectField(id: "d", name: "Date of birth", kind: .date, isRequired: true),
            CollectField(id: "t", name: "Terms", kind: .checkbox, isRequired: false),
            CollectField(id: "x", name: "Other", kind: .other("choice"), isRequired: false),
        ]
        let step = try sample.screen(.collecting(.fields(fields, faults: ["d": .notADay]))).step
        #expect(step.fields.map(\.id.rawValue) == ["n", "d", "t", "x"])
        #expect(step.fields.map(\.isRequired) == [true, true, false, false])
        #expect(step.fields[2].label == "Terms")
        #expect(step.fields[2].hint == "Optional.")
        #expect(step.fields.map(\.kind) == [.text(), .date(), .checkbox(), .text()])
        #expect(step.problems == [FieldID("d"): "This must be a date, written as YYYY-MM-DD."])
    }
}
