import Testing

@testable import Bridge

@Suite struct ApprovalTests {
    private func approval(_ rows: [Approval.Row], fields: Int = 1, _ warnings: [Approval.Warning] = []) -> Approval {
        var approval = Approval("Do it.", verb: "Do")
        approval.rows = rows
        approval.fields = (0..<fields).map { Approval.Field(path: "\($0)", value: "x") }
        approval.payload = [1]
        approval.warnings = warnings
        return approval
    }

    private static func row(_ role: Approval.Row.Role) -> Approval.Row {
        Approval.Row("\(role)", .trusted("x"), role: role)
    }

    @Test func `account and network come first, fee, total and change last, in any order of creation`() {
        let roles: [Approval.Row.Role] = [
            .fee, .expiry, .network, .total, .detail, .change, .account, .contract,
        ]
        #expect(
            approval(roles.map(Self.row)).orderedRows.map(\.role) == [
                .account, .network, .expiry, .detail, .contract, .fee, .total, .change,
            ])
    }

    @Test func `a single recipient comes before a single amount`() {
        for person in [Approval.Row.Role.recipient, .spender] {
            let rows = [.amount, .detail, person, .token].map(Self.row)
            #expect(approval(rows).orderedRows.map(\.role) == [person, .amount, .detail, .token])
        }
    }

    @Test func `several amounts and recipients keep their order`() {
        let roles: [Approval.Row.Role] = [.amount, .recipient, .amount, .recipient]
        #expect(approval(roles.map(Self.row)).orderedRows.map(\.role) == roles)
    }

    @Test func `no row is lost or duplicated`() {
        let rows = [Approval.Row.Role.amount, .recipient, .fee, .account, .account, .network, .network].map(Self.row)
        #expect(approval(rows).orderedRows.count == rows.count)
        #expect(Set(approval(rows).orderedRows) == Set(rows))
    }

    @Test func `fields that the rows explain need not be read`() {
        for role in [Approval.Row.Role.recipient, .spender, .amount, .step, .merchant] {
            #expect(!approval([.account, .network, role, .fee].map(Self.row)).mustBeRead)
        }
    }

    @Test func `fields that the rows do not explain must be read to the end`() {
        #expect(approval([]).mustBeRead)
        #expect(approval([.account, .network, .contract, .fee, .total, .detail, .type].map(Self.row)).mustBeRead)
    }

    @Test func `with a danger the fields must be read, even if rows explain it`() {
        let danger = [Approval.Warning(.danger, "Bad."), Approval.Warning(.caution, "New.")]
        #expect(approval([Self.row(.recipient)], danger).mustBeRead)
        #expect(!approval([Self.row(.recipient)], [Approval.Warning(.caution, "New.")]).mustBeRead)
    }

    @Test func `if nothing is signed there is nothing to read`() {
        var approval = approval([], fields: 0)
        approval.payload = []
        #expect(!approval.mustBeRead)
    }

    @Test func `the requester can override whether the fields must be read`() {
        var approval = approval([Self.row(.recipient)])
        approval.readsToTheEnd = true
        #expect(approval.mustBeRead)
        var message = self.approval([])
        message.readsToTheEnd = false
        #expect(!message.mustBeRead)
    }
}
