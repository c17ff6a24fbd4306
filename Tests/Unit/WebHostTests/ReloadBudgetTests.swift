import Testing

@testable import WebHost

/// How often a page that crashes is reloaded.
@Suite struct ReloadBudgetTests {
    @Test func `three reloads a minute are allowed, a fourth is not`() {
        var budget = ReloadBudget()
        let spent = spend(&budget, [0, 1, 59, 59])
        #expect(spent == [true, true, true, false])
    }

    @Test func `each reload counts for one minute`() {
        var budget = ReloadBudget()
        for second in [0, 10, 20] { _ = budget.spend(at: .seconds(second)) }
        let later = spend(&budget, [59, 60, 61, 70, 79, 80])
        #expect(later == [false, true, false, true, false, true])
    }

    @Test func `a refused reload does not count`() {
        var budget = ReloadBudget()
        for _ in 0..<3 { _ = budget.spend(at: .zero) }
        #expect(!spend(&budget, Array(1..<60)).contains(true))
        #expect(spend(&budget, [60]) == [true])
    }

    private func spend(_ budget: inout ReloadBudget, _ seconds: [Int]) -> [Bool] {
        var results: [Bool] = []
        for second in seconds { results.append(budget.spend(at: .seconds(second))) }
        return results
    }
}
