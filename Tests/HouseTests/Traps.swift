/// Arithmetic that crashes the program if a number from outside is too large: it must not be used with such numbers.
///
/// The search knows no types. It looks for the forms that have caused crashes, and for names of numbers from outside;
/// ``allowed`` gives the reason why the rest is bounded.
enum Traps {
    /// The modules that are not searched; every other module is, including new ones.
    static let tools: [(module: String, reason: String)] = [
        ("Simulators", "servers for developers and tests, with the other side's numbers"),
        ("Harness", "starts tests, and reads what they made"),
    ]

    /// Whether `file` is part of the wallet, and not of a development tool.
    static func covers(_ file: TextFile) -> Bool {
        file.isIn("Sources") && file.isNamed(".swift") && !tools.contains { file.isIn("Sources/\($0.module)") }
    }

    /// The names of numbers that pages, servers, gateways, links and files determine.
    private static let names = [
        "value", "satoshis", "height", "expiresAt", "expires", "pollMilliseconds", "etaSeconds", "quantity", "gasLimit",
        "nonce", "lockTime", "sequence", "index", "position", "deadline", "secondsSince1970", "satoshisPerKilobyte",
        "integer", "retryAfter", "chainID", "recoveryID", "generation",
    ]

    /// Harmless matches: the end of the path, a part of the line, and what bounds the number.
    static let allowed: [(file: String, part: String, reason: String)] = [
        ("Lock/WalletLock.swift", "$0.deadline - now", "the difference of two instants of a clock"),
        ("Approval/VisibleLines.swift", "precondition(length > 0)", "the program's own number"),
        ("Transaction/BitcoinTransaction+Signing.swift", "precondition(inputs", "the wallet signs inputs that it made"),
        ("Coins/DecimalText.swift", "precondition(decimals", "the program's own number"),
        ("ABI/ABIDecoder.swift", "preconditionFailure(", "the kinds are told apart by the only caller"),
        ("Amounts/Amount.swift", "precondition((0...mostDecimals)", "decimals are bounded where they are read"),
        ("TypedData/TypedDataEncoder.swift", "preconditionFailure(", "the reader paired value and type"),
        ("drawbridge-dev/TestCommand.swift", "preconditionFailure(", "the demo phrase is a constant"),
        ("Pay/PaymentSetup.swift", "preconditionFailure(", "the address is a constant"),
        ("Approval/Punycode.swift", "scalar.value - 0x", "the case in front says that it is no smaller"),
        ("Approval/Punycode.swift", "UInt32(output.count)", "a host has at most 253 characters"),
        ("WalletConnectPay/Gateway/CollectField+Secrets.swift", "lower.value - 0xFF41", "the range is asked for first"),
        ("Blocks/HeaderChain.swift", "self.height", "a height is at most 50,000,000 when it is read"),
        ("Electrum/ElectrumServers+News.swift", "tip.height - ", "a height is at most 50,000,000 when it is read"),
        (
            "Electrum/ElectrumServers+Batches.swift", "chain.height - HeaderChain.depth",
            "a height is at most 50,000,000 when it is read"
        ),
        ("Electrum/ElectrumServers+Batches.swift", "headers[claim.height]", "a dictionary"),
        ("Accounts/AccountSynchroniser+Checks.swift", "newest.hashes[block.height]", "a dictionary"),
        ("Holdings/CoinWallet+History.swift", "BigInt(own.value)", "it has no upper bound: BigInt"),
        ("Coins/CoinSelection.swift", "$0 + $1.value", "at most 1,738 coins, each of at most all money there is"),
        ("Coins/CoinSelection.swift", "total += next.value", "at most 1,738 coins, each of at most all money there is"),
        (
            "Coins/UnsignedBitcoinTransaction.swift", "total += min(output.value",
            "neither the sum nor what is added is more than all money"
        ),
        (
            "Invoices/PaymentDetails.swift", "total += output.value",
            "neither the sum nor what is added is more than all money"
        ),
        (
            "Transaction/BitcoinTransaction.swift", "total += output.value",
            "neither the sum nor what is added is more than all money"
        ),
        (
            "Coins/SendTokens.swift", "total += share.quantity",
            "a coin with which it would overflow is passed over above"
        ),
        (
            "Coins/UnsignedBitcoinTransaction.swift", "$0 + $1.value",
            "a draft's transaction is plausible, and its coins are checked first"
        ),
        (
            "Invoices/Invoice.swift", "$0 + $1.value",
            "the sum was held against all money that there is when it was read"
        ),
        ("SLP/SLPHistory.swift", "sum + UInt128(share.quantity)", "a transaction has fewer than 2^64 inputs"),
        ("Sending/TransactionDraft.swift", "wanted.value + highestFee", "both have no upper bound: BigUInt"),
        ("Clear/KnownTokens.swift", "places[token.chainID", "a dictionary"),
        (
            "Sending/UnsignedTransaction.swift", "transaction.value + draft.highestFee",
            "both have no upper bound: BigUInt"
        ),
        ("Coins/CoinAccount.swift", "place.index + 1", "the search for places ends at 2,000"),
        ("Coins/CoinAccount.swift", "outputs[Int(output.outPoint.index)]", "held against the number of outputs above"),
        ("Coins/CoinTransactionTracker.swift", "outputs[Int(spent.index)]", "held against the number of outputs above"),
        ("Messages/PlainText.swift", "lookAlikes[scalar.value]", "a dictionary"),
        ("JSON/JSONParser.swift", "UInt32(first)", "halves of a surrogate pair, held against their ranges above"),
        ("Bytes/ByteWriter.swift", "(size)", "the case in front says that it fits"),
        ("Invoices/ProtobufWriter.swift", "UInt8(rest)", "what is left is below 128"),
        ("Address/Base32.swift", "UInt8(value)", "a place among 32 digits"),
        ("Address/CashAddress.swift", "UInt8(size)", "a place among eight sizes"),
        ("Messages/BitcoinMessage.swift", "signature.recoveryID", "a recovery ID is at most 3"),
        ("PSBT/PSBT+Coins.swift", "outputs[Int(input.outPoint.index)]", "held against the number of outputs above"),
        ("Descriptors/KeyOrigin.swift", "UInt32(String(decoding", "reads text: nil if it does not fit"),
        ("Script/Destination.swift", "UInt8(program.count)", "a program has 40 bytes at most"),
        ("Script/Operation.swift", "UInt8(bytes.count)", "the case in front says that it fits"),
        ("RLP/RLP.swift", "UInt8(count)", "below 56"),
        ("RLP/RLP.swift", "UInt8(length.count)", "the bytes of a number of 64 bits"),
        ("Transaction/TransactionReader.swift", "UInt8(parity)", "zero or one, asked for above"),
        ("Lines/CertificateFingerprint.swift", "UInt8(high << 4 | low)", "two digits of 4 bits"),
        ("QREncoder/QRCode.swift", "Int32(bytes.count)", "at most 2,331 bytes, or 4,296 characters"),
        ("QREncoder/QRCode.swift", "Int32(version)", "1 to 40"),
        ("Fountain/Xoshiro256.swift", "Int(nextFraction()", "a fraction of at most 1 of a number of fragments"),
        ("Holdings/SLPTokens.swift", "UInt128(share.quantity)", "64 bits each, and fewer coins than that"),
        ("QR/QRError.swift", "Int32(64 + ", "a place among the faults"),
        ("Coins/DecimalText.swift", "UInt64(units)", "held against all money that there is above"),
        ("Curve/PrivateKey.swift", "UInt8(id)", "the library's own, 0 to 3"),
        ("Curve/SchnorrSigning.swift", "UInt32(attempt)", "counted from 0 to 15"),
        ("Derivation/DerivationPath.swift", "UInt32(number)", "held against 2^31 above"),
        ("Keystore/KeystoreKey.swift", "UInt32(r)", "at most 64 and 1,024, held against both above"),
        ("Keystore/KeystoreKey.swift", "UInt32(rounds)", "held against the most rounds above"),
        ("Phrase/WordList.swift", "UInt32(size * 4)", "a constant"),
        ("Secrets/GuardedMemory.swift", "Int32(_SC_PAGESIZE)", "a constant"),
        ("Secrets/GuardedMemory.swift", "Int32(MADV_", "a constant"),
        ("Vault/VaultContents.swift", "UInt8(secret.bytes.count)", "the entropy of a phrase has at most 32 bytes"),
        ("Vault/VaultContents.swift", "UInt16(secret.extraWord.count)", "held against the longest when it is made"),
        ("Vault/VaultContents.swift", "UInt16(accounts.count)", "at most 1,000"),
        ("Vault/VaultContents.swift", "UInt8(account.name", "a name has at most 64 bytes"),
        ("Vault/VaultHeader.swift", "UInt8(name.description", "a name has at most 64 bytes"),
        ("Vault/VaultHeader.swift", "UInt32(bodySize)", "read as 32 bits, or the size of the wallet's own contents"),
        ("Curve/CurveContext.swift", "UInt32(SECP256K1_CONTEXT_NONE)", "a constant"),
        ("Curve/PublicKey.swift", "UInt32(flags)", "one of two constants"),
        ("Curve/RecoverableSignature.swift", "Int32(recoveryID)", "an octet"),
        ("Text/Base58.swift", "UInt8(value)", "a place among 58 digits"),
        ("Text/Base58.swift", "UInt8(carry % 58)", "below 58"),
        ("Text/Base58.swift", "UInt8(carry)", "a digit's carry is below 58"),
        ("Approval/DialogSize.swift", "area.height - Self.frame.height", "a monitor's, as GDK gives it"),
        ("Approval/DialogSize.swift", "Int(Double(width) / character)", "a window's width by at least 1"),
        ("Window/OnScreen.swift", "area.y + area.height / 2", "a button's, as GTK gives it"),
        ("Window/PageInputGuard.swift", "UInt32(key.hardware_keycode)", "16 bits"),
        ("Input/InputWatch.swift", "UInt32(event.pointee.key.hardware_keycode)", "16 bits"),
        ("View/WebView.swift", "UInt32(event)", "one of WebKit's own four"),
        ("GLibKit/Signal.swift", "preconditionFailure(", "the handler is always connected with its box"),
        ("GLib/Reference.swift", "preconditionFailure(", "GLib itself ends the program without memory"),
        ("HTTP/WebSession.swift", "preconditionFailure(", "GLib itself ends the program without memory"),
        ("Network/JobQueue.swift", "preconditionFailure(", "GLib itself ends the program without memory"),
        ("Network/NetworkActor.swift", "preconditionFailure(", "GLib itself ends the program without memory"),
        ("Network/NetworkActor.swift", "precondition(", "the program's own rule about threads"),
        ("Ciphers/AES128CTR.swift", "precondition(key.count == 16", "a keystore's counter is read as 16 bytes"),
        ("Ciphers/Argon2id.swift", "precondition(salt.count", "the vault's header has a field of this size"),
        ("Ciphers/Sodium.swift", "precondition(isReady", "without random numbers there is no secure wallet"),
        ("Ciphers/XChaCha20Poly1305.swift", "precondition(key.count", "the wallet makes both, of a constant size"),
        ("Curve/PrivateKey.swift", "precondition(number.count == 32)", "half of a hash of 64 bytes"),
        ("Hashes/PBKDF2SHA256.swift", "precondition(rounds > 0)", "a keystore without rounds is refused"),
        ("Hashes/PBKDF2SHA512.swift", "precondition(rounds > 0", "the callers' own constants"),
        ("Phrase/NormalForm.swift", "preconditionFailure(", "a string is valid Unicode"),
        ("Phrase/PhraseQuiz.swift", "precondition((0...wordCount)", "a phrase has at least 12 words"),
        ("Phrase/WordList.swift", "precondition(starts.count", "the lists are part of the program"),
        ("Secrets/GuardedMemory.swift", "preconditionFailure(", "the system has no memory: no secret may go elsewhere"),
        ("Secrets/SecretBytes.swift", "precondition(count >= 0)", "the size of something that exists"),
        ("Secrets/SecretHex.swift", "precondition(text.count", "the callers make the text in twice the size"),
        ("Keys/SecretMemory.swift", "preconditionFailure(", "the system has no memory: no secret may go elsewhere"),
        ("Keys/SecretMemory.swift", "precondition(isReady", "without random numbers there is no secret"),
        ("Secrets/SystemRandomness.swift", "precondition(bound > 0)", "the callers count what they choose from"),
        ("Vault/PassphraseGuesses.swift", "preconditionFailure(", "the list has one element at least"),
        ("Curve/CurveContext.swift", "precondition(blinded == 1", "the library takes every seed"),
        ("Curve/PublicKey.swift", "precondition(scalar.count == 32)", "half of a hash of 64 bytes"),
        ("Curve/PublicKey.swift", "precondition(read == 1", "the bytes were written by the library"),
        ("Curve/SchnorrField.swift", "precondition(bytes.count == 32)", "hashes and halves of keys and signatures"),
        ("Curve/Signature.swift", "precondition(read == 1", "the bytes were written by the library"),
        ("Hashes/ContiguousBytes.swift", "the body was not called", "one of the two lines above calls it"),
        ("Hashes/ContiguousBytes.swift", "an empty buffer has no first byte", "the callers look at the size first"),
        ("Hashes/ContiguousBytes.swift", "a secret has an address", "pages are taken for an empty secret, too"),
        ("Approval/Tags.swift", "preconditionFailure(", "the tags are defined in this file"),
        ("Screens/Picture.swift", "precondition(side > 0", "the wallet's own code for what it shows"),
        ("View/WebView.swift", "preconditionFailure(", "WebKit makes it with the view"),
    ]

    /// The lines of `file` with arithmetic that could trap, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        guard covers(file) else { return [] }
        return zip(1..., file.lines).compactMap { number, line in
            guard let form = form(in: line), !isAllowed(line, in: file) else { return nil }
            return "\(file.path):\(number) \(form)"
        }
    }

    /// The kind of trap in a line of code.
    static func form(in line: Substring) -> String? {
        let isNumber = line.hasAny(of: members)
        guard isNumber || line.hasAny(of: signs) else { return nil }
        let code = line.code.replacing(literal, with: "\"\"")[...]
        if code.has("abs("), code.contains(absolute) {
            return "takes abs(), which traps for the least number: use .magnitude"
        }
        if code.hasAny(of: endings), code.contains(ending) { return "ends the program" }
        if code.has("!") || code.has("unsafelyUnwrapped"), code.contains(forced) { return "unwraps by force" }
        if isNumber, !code.has("ReportingOverflow"), code.hasAny(of: members) {
            for pattern in arithmetic where code.contains(pattern) {
                return "computes, counts or indexes with a number from outside"
            }
        }
        guard code.has("Int") else { return nil }
        if code.contains(narrowing), !bounded.contains(where: { code.contains($0) }) {
            return "narrows a number: use init(exactly:), or a mask"
        }
        if !code.has("exactly:"), code.contains(fromLarge) || code.contains(fromDouble) {
            return "converts a number that may be larger: use init(exactly:)"
        }
        return nil
    }

    private static func isAllowed(_ line: Substring, in file: TextFile) -> Bool {
        allowed.contains { file.path.hasSuffix($0.file) && line.contains($0.part) }
    }

    /// ``names`` as members.
    private static let members = names.map { ".\($0)" }

    /// A line without these texts, and without one of ``members``, has no trap.
    private static let signs = endings + ["abs(", "!", "unsafelyUnwrapped", "Int"]

    /// The beginnings of ``ending``.
    private static let endings = ["fatalError(", "precondition", "try!", "as!"]

    // Never changed; unsafe because expressions are not Sendable, as below.
    nonisolated(unsafe) private static let literal = /"(?:[^"\\]|\\.)*"/
    nonisolated(unsafe) private static let absolute = /(?:^|[^\w.])abs\(/
    nonisolated(unsafe) private static let ending = /\bfatalError\(|\bprecondition(?:Failure)?\(|\btry!|\bas!/
    nonisolated(unsafe) private static let forced = /[\w\])"]!(?![=\w])|unsafelyUnwrapped/

    // Never changed; unsafe because expressions are not Sendable.
    nonisolated(unsafe) private static let arithmetic: [Regex<AnyRegexOutput>] = {
        let member = #"[\w$.?!]*\.(?:\#(names.joined(separator: "|")))\b(?![\w.(])"#
        let patterns = [
            #"(?:^|[^&\w"])[-+*]=? (?:[\w$]+\()?\#(member)"#, #"\#(member)\)? [-+*]=? (?!\()"#,
            #"(?:\.\.\.|\.\.<) ?\(?\#(member)"#,
            #"\#(member)\)?(?:\.\.\.|\.\.<)"#, #"[\w$.?!)]\[(?:U?Int\()?\#(member)"#,
            // Division by zero, negation of the minimum, counts below zero, a stride of zero, a wait that is too long.
            #"[/%]=? \(?\#(member)"#, #"(?:^|[\s(,\[=])-\(?\#(member)"#,
            #"\b(?:prefix|suffix|drop(?:First|Last)|remove(?:First|Last)|reserveCapacity)\((?:U?Int\()?\#(member)"#,
            #"(?:^|[ (])(?:count|by): ?(?:U?Int\()?\#(member)"#,
            #"\.(?:seconds|milliseconds|microseconds|nanoseconds)\((?:U?Int\()?\#(member)"#,
        ]
        // By Unicode's rules, there is no word boundary at a period between letters: `list.prefix` would be one word.
        return patterns.compactMap { try? Regex($0).wordBoundaryKind(.simple) }
    }()

    /// Indications that a number fits: it is converted to a wider type, is the width of a shift, is parsed from text or
    /// by `exactly`, or is masked.
    // Never changed; unsafe because expressions are not Sendable.
    nonisolated(unsafe) private static let bounded: [Regex<AnyRegexOutput>] = [
        #"[|^] U?Int(?:16|32)\("#, #"UInt32\(bytes\["#, #"(?:<<|>>) U?Int\d+\("#, #"exactly:"#, #"\? U?Int"#,
        #"(?:guard|if|,) let \w+ = U?Int\d+\("#, #"\{ U?Int\d+\(\$0\) ?[}=]"#, #"\) != nil"#, #"& (?:0x)?[\dA-F]+\)"#,
    ].compactMap { try? Regex($0) }

    nonisolated(unsafe) private static let narrowing =
        // Never changed; unsafe because expressions are not Sendable.
        /\bU?Int(?:8|16|32)\((?!exactly|truncatingIfNeeded|clamping|bitPattern|ascii|\d+\))/

    nonisolated(unsafe) private static let fromLarge =
        // Never changed; unsafe because expressions are not Sendable.
        /\b(?:Int|UInt|Int64|UInt64)\((?!exactly|truncatingIfNeeded|clamping|bitPattern)[^()]*(?:timeInterval|Double|\bunits\b|BigU?Int|magnitude)/

    nonisolated(unsafe) private static let fromDouble =
        // Never changed; unsafe because expressions are not Sendable.
        /\bU?Int(?:8|16|32|64)?\((?!exactly|truncatingIfNeeded|clamping|bitPattern).*(?:\.rounded\(|squareRoot\(|Double\()/
}
