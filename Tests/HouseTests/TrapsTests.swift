import Testing

@Suite struct TrapsTests {
    @Test func `no external number is used in arithmetic that traps`() {
        #expect(Repository.governed.flatMap(Traps.breaches) == [])
    }

    @Test(arguments: [
        "SumUp", "Primitives", "Keys", "WebHost", "GLibKit", "WalletUI", "BridgeKit", "Desktop", "WalletCore",
        "EthereumWallet",
        "BitcoinWallet", "WalletMethods", "HeadlessWallet", "WalletTerminal", "WalletWindow", "drawbridge",
        "drawbridge-practice", "drawbridge-dev", "NewRoom",
    ])
    func `every module is searched, including new ones`(module: String) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Base/\(module)/A.swift", text: "fatalError()")).count == 1)
        let opening = TextFile(path: "Sources/Base/\(module)/A.swift", text: "let file = fopen(path, \"r\")")
        #expect(Openings.breaches(in: opening).count == 1)
    }

    @Test func `the modules that are not searched exist, and have a reason`() {
        for tool in Traps.tools {
            #expect(Repository.governed.contains { $0.module == tool.module } && !tool.reason.isEmpty)
        }
    }

    @Test(arguments: [
        ("fatalError()", 1), ("fatalError()  // No trap: ", 1), ("// No trap: a constant.\n\nfatalError()", 2),
        ("// No trap: a constant.\nlet one = 1", 1), ("let one = 1  // No trap: a constant.", 1),
        ("// No trap: a constant.", 1), ("fatalError()  // No trap: a constant.", 0),
        ("// No trap: a constant.\nfatalError()", 0),
    ])
    func `a trap needs a reason, and a reason a trap`(text: String, count: Int) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Wallet/WalletCore/A.swift", text: text)).count == count)
    }

    @Test(arguments: [
        "guard abs(exponent) <= 40 else { return nil }", "info.map { max(0, $0.expiresAt - now) }",
        "balance += coin.value", "balance.confirmed = balance.confirmed + coin.coin.value",
        "for _ in 0..<answer.height {}",
        "let output = outputs[Int(spent.index)]", "let last = number.integer * 2", "let byte = UInt8(count)",
        "let small = Int32(width)", "let whole = Int(number.magnitude)", "let value = UInt64(units)", "fatalError()",
        "let end = start.secondsSince1970 + 60", "let part = total / share.quantity", "let rest = total % info.index",
        "let less = -answer.value", "let few = list.prefix(Int(answer.quantity))", "rows.removeLast(tip.height)",
        "let zeros = Array(repeating: 0, count: answer.quantity)", "stride(from: 0, to: 9, by: answer.quantity)",
        "wait(.seconds(info.retryAfter))", "let whole = Int(number.rounded())", "let first = list.first!",
        "let map = table[key]!.name", "precondition(number > 0)", "let one = value.unsafelyUnwrapped",
    ])
    func `a trap is detected`(line: String) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Wallet/WalletCore/A.swift", text: line)).count == 1)
    }

    @Test(arguments: [
        "guard -40...40 ~= exponent else { return nil }",
        "let (left, isOver) = info.expiresAt.subtractingReportingOverflow(now)",
        "// balance += coin.value", "sum = sum &+ coin.value", "guard let port = UInt16(digits) else { return nil }",
        "let byte = UInt8(truncatingIfNeeded: number)", "guard let id = UInt64(exactly: number) else { return nil }",
        "let hash = hash << 8 | UInt32(byte)", "let digit = UInt8(rest & 0x7F)", "text += \"a.value + b\"",
        "guard !answer.value.isEmpty, a != b else { return nil }", "let few = list.prefix(20)",
        "let whole = Int(exactly: number.rounded())", "wait(.milliseconds(min(answer.pollMilliseconds, 60_000)))",
        "let double: Double? = number.value", "text += \"no!\"", "let bits = number << answer.value",
    ])
    func `code that cannot trap is accepted`(line: String) {
        #expect(Traps.breaches(in: TextFile(path: "Sources/Wallet/WalletCore/A.swift", text: line)) == [])
    }
}
