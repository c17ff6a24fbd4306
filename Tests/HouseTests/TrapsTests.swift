import Testing

@Suite struct TrapsTests {
    @Test func `no number from outside meets arithmetic that traps`() {
        #expect(Repository.governed.flatMap(Traps.breaches) == [])
    }

    @Test func `every exception is needed, and has its reason`() {
        for exception in Traps.allowed {
            let lines = Repository.governed.filter { $0.path.hasSuffix(exception.file) }.flatMap(\.lines)
            #expect(lines.contains { $0.contains(exception.part) && Traps.form(in: $0) != nil }, "\(exception)")
            #expect(!exception.reason.isEmpty)
        }
    }

    @Test(arguments: [
        "guard abs(exponent) <= 40 else { return nil }", "info.map { max(0, $0.expiresAt - now) }",
        "balance += coin.value", "balance.confirmed = balance.confirmed + coin.coin.value",
        "for _ in 0..<answer.height {}",
        "let output = outputs[Int(spent.index)]", "let last = number.integer * 2", "let byte = UInt8(count)",
        "let small = Int32(width)", "let whole = Int(number.magnitude)", "let value = UInt64(units)", "fatalError()",
        "let end = start.secondsSince1970 + 60",
    ])
    func `a trap is found`(line: String) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Wallet/A.swift", text: line)).count == 1)
    }

    @Test(arguments: [
        "guard -40...40 ~= exponent else { return nil }",
        "let (left, isOver) = info.expiresAt.subtractingReportingOverflow(now)",
        "// balance += coin.value", "sum = sum &+ coin.value", "guard let port = UInt16(digits) else { return nil }",
        "let byte = UInt8(truncatingIfNeeded: number)", "guard let id = UInt64(exactly: number) else { return nil }",
        "let hash = hash << 8 | UInt32(byte)", "let digit = UInt8(rest & 0x7F)", "text += \"a.value + b\"",
    ])
    func `what cannot trap is let through`(line: String) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Wallet/A.swift", text: line)) == [])
    }
}
