extension Approval {
    /// The rows in the order of every approval: account and network, then the rows of the request, then network fee,
    /// total and change.
    ///
    /// If there is one recipient and one amount, the recipient comes first.
    public var orderedRows: [Row] {
        let head: [Row.Role] = [.account, .network]
        let tail: [Row.Role] = [.fee, .total, .change]
        var middle = rows.filter { !head.contains($0.role) && !tail.contains($0.role) }
        let amounts = middle.indices.filter { middle[$0].role == .amount }
        let people = middle.indices.filter { middle[$0].role == .recipient || middle[$0].role == .spender }
        if let amount = amounts.first, let person = people.first, amounts.count == 1, people.count == 1, amount < person
        {
            middle.insert(middle.remove(at: person), at: amount)
        }
        return head.flatMap(rows(of:)) + middle + tail.flatMap(rows(of:))
    }

    private func rows(of role: Row.Role) -> [Row] { rows.filter { $0.role == role } }
}
