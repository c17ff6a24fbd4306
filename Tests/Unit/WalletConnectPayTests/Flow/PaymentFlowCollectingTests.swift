import Bridge
@testable import WalletConnectPay
import Testing

struct PaymentFlowCollectingTests {
    private let answers = [
        CollectedField(id: "fullName", value: "Ada Lovelace"), CollectedField(id: "dob", value: "1815-12-10"),
        CollectedField(id: "tos", value: "true"), CollectedField(id: "spy", value: "never asked for"),
    ]

    @Test func `requested details are collected before signing`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.option(collect: PaymentFixture.page)]))
        #expect(run.state == .options)
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        #expect(run.state == .collecting(.hosted(url: "https://pay.walletconnect.com/collect/?pid=pay_1")))
        #expect(run.take(.pay).isEmpty)
        run.take(.formEnded(isComplete: true))
        #expect(run.state == .review)
        #expect(run.take(.pay) == [.askActions(2, option: "o1")])
    }

    @Test func `an answer for all accounts counts for each, and an answer for one account only for that one`() {
        let two = [PaymentFixture.account(), PaymentFixture.account(PaymentFixture.other)]
        let options = [PaymentFixture.dollars, PaymentFixture.option("o2", from: two[1])]
        var shared = FlowRun(accounts: two)
        shared.begin(PaymentFixture.answer(options, collect: PaymentFixture.page))
        #expect(options.allSatisfy(shared.flow.needsInfo))
        shared.take(.choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: two[0])))
        shared.take(.formEnded(isComplete: true))
        #expect(!options.contains(where: shared.flow.needsInfo))
        var single = FlowRun(accounts: two)
        let own = [
            PaymentFixture.option(collect: PaymentFixture.page),
            PaymentFixture.option("o2", from: two[1], collect: PaymentFixture.page), PaymentFixture.tether,
        ]
        single.begin(PaymentFixture.answer(own, collect: PaymentFixture.page))
        #expect(own.map(single.flow.needsInfo) == [true, true, false])
        single.take(.choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: two[0])))
        single.take(.formEnded(isComplete: true))
        #expect(own.map(single.flow.needsInfo) == [false, true, false])
    }

    @Test func `a form that fails, or is left, leads back to the list and no further`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.option(collect: PaymentFixture.page)]))
        let choice = PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())
        run.take(.choose(choice))
        run.take(.formEnded(isComplete: false))
        #expect(run.state == .options)
        #expect(run.flow.notice == .formFailed)
        run.take(.choose(choice))
        run.take(.back)
        #expect(run.state == .options)
        #expect(run.flow.notice == nil)
        run.take(.formEnded(isComplete: true))
        #expect(run.state == .options)
        #expect(run.flow.needsInfo(PaymentFixture.option(collect: PaymentFixture.page)))
    }

    @Test func `without a page the wallet's own form is shown, and it reports invalid input`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.questions))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        #expect(run.state == .collecting(.fields(PaymentFixture.questions.fields, faults: [:])))
        run.take(.formEnded(isComplete: true))
        run.take(.fill([CollectedField(id: "dob", value: "1815-02-29"), CollectedField(id: "tos", value: "false")]))
        let faults: [String: CollectField.Fault] = ["fullName": .missing, "dob": .notADay, "tos": .missing]
        #expect(run.state == .collecting(.fields(PaymentFixture.questions.fields, faults: faults)))
        run.take(.fill(answers))
        #expect(run.state == .review)
    }

    @Test func `only requested answers go to the gateway, with the signatures, and are then forgotten`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.questions))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.fill(answers))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.sign(.done("0xaa"))
        #expect(
            run.effects == [
                .confirm(6, option: "o1", signatures: ["0xaa"], collected: Array(answers.prefix(3)))
            ])
        run.answer(.confirmed(.success(PaymentFixture.settled(.succeeded))))
        #expect(run.flow.collection.answers == nil)
        #expect(!run.kept.isEmpty)
        #expect(!run.kept.contains { String(reflecting: $0).contains("Ada") })
    }

    @Test func `the printed description of a flow contains nothing that was typed`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.questions))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.fill(answers))
        var printed = ""
        dump(run.flow, to: &printed)
        #expect(printed.contains("fullName"))
        #expect(!printed.contains("Ada"))
    }

    @Test func `required data that cannot be collected is reported as such`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: CollectData(schema: ["type": "object"])))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        #expect(run.state == .ended(.unsupported))
    }

    @Test func `if the gateway still needs details, the form is shown again`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.page))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.formEnded(isComplete: true))
        run.take(.pay)
        run.answer(.actions(.failure(.dataCollectionRequired)))
        #expect(run.state == .collecting(.hosted(url: PaymentFixture.page.url ?? "")))
        #expect(run.flow.notice == .dataMissing)
    }

    @Test func `data that is required only with the actions is requested`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        #expect(run.answer(.actions(.failure(.dataCollectionRequired))) == [.askOptions(3)])
        run.answer(.options(.success(PaymentFixture.answer(collect: PaymentFixture.page))))
        #expect(run.state == .collecting(.hosted(url: PaymentFixture.page.url ?? "")))
        #expect(run.flow.notice == .dataMissing)
    }

    @Test func `required data without a form is reported each time, and ends the payment with its own reason`() {
        var run = FlowRun()
        run.begin()
        for _ in 0..<2 {
            run.take(.pay)
            run.answer(.actions(.failure(.dataCollectionRequired)))
            run.answer(.options(.success(PaymentFixture.answer())))
            #expect(run.state == .review)
            #expect(run.flow.notice == .formMissing)
        }
    }

    @Test(arguments: [PaymentHostRule.Fault.host, .scheme, .userName, .malformed, .tooLong])
    func `a form that the wallet does not open ends the payment with the reason`(error: PaymentHostRule.Fault) {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.page))
        #expect(run.take(.formRefused(error)).isEmpty)
        #expect(run.state == .options)
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.formRefused(error))
        #expect(run.state == .ended(.formRefused(error)))
        #expect(run.take(.retry).isEmpty && run.kept.isEmpty)
    }

    @Test(arguments: [
        ("2024-02-29", true), ("2023-02-29", false), ("1900-02-29", false), ("2000-02-29", true), ("2024-04-31", false),
        ("2024-13-01", false), ("2024-00-10", false), ("2024-01-00", false), ("24-01-01", false), ("2024-1-01", false),
        ("2024-01-01 ", false), ("２０２４-01-01", false), ("", false), ("2024-01-01-01", false),
    ])
    func `a date must exist in the calendar`(text: String, isDay: Bool) {
        #expect(CollectField.isDay(text) == isDay)
    }

    @Test func `a line has no line break and a maximum length`() {
        let field = CollectField(id: "a", name: "A", kind: .text, isRequired: false)
        #expect(field.fault(in: "Zoë 中") == nil)
        #expect(field.fault(in: "") == nil)
        #expect(field.fault(in: "a\nb") == .notALine)
        #expect(field.fault(in: String(repeating: "a", count: 1_025)) == .notALine)
        let consent = CollectField(id: "a", name: "A", kind: .checkbox, isRequired: false)
        #expect(consent.fault(in: "yes") == .notYesOrNo)
        #expect(consent.fault(in: "false") == nil)
    }
}
