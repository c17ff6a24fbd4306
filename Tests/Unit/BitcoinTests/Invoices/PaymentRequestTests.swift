import Bitcoin
import Primitives
import TestSupport
import Testing

@Suite struct PaymentRequestTests {
    /// The fields of a message, encoded by hand.
    private func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 128
            ? [number << 3 | 2, UInt8(bytes.count)] + bytes
            : [number << 3 | 2, UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)] + bytes
    }

    private func field(_ number: UInt8, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

    private func output(_ amount: [UInt8] = [0xE8, 0x07], script: [UInt8] = [0x51]) -> [UInt8] {
        field(2, [0x08] + amount + field(2, script))
    }

    private func details(network: String? = nil, outputs: [UInt8]? = nil, time: [UInt8] = [0x18, 5]) -> [UInt8] {
        (network.map { field(1, $0) } ?? []) + (outputs ?? output()) + time
    }

    private func request(_ details: [UInt8]) -> [UInt8] { field(4, details) }

    private func fault(_ bytes: [UInt8]) -> BitcoinError.Invoice? {
        do throws(BitcoinError) {
            _ = try PaymentRequest(bytes)
            return nil
        } catch {
            guard case .invoice(let fault) = error else { return nil }
            return fault
        }
    }

    @Test func `a real request is read`() throws {
        let bytes = Array(try Vectors.data("bip70/bitpay.bin"))
        let request = try PaymentRequest(bytes)
        #expect(request.signing == .x509SHA256)
        #expect(request.certificates.count == 4)
        #expect(request.signature.count == 256)
        #expect(request.signedBytes.count == bytes.count - 256 - 1)
        #expect(request.signedBytes.suffix(2) == [0x2A, 0])
        let details = request.details
        #expect(!details.isMainNetwork)
        #expect(details.outputs.map(\.value) == [43_640_000])
        #expect(
            Hex.encode(details.outputs.flatMap(\.field)) == "76a914176d7c5d60da6f8c82de86671a1fb776028538ca88ac")
        #expect(details.time == 1_408_645_830)
        #expect(details.expires == 1_408_646_730)
        #expect(details.memo == "Payment request for BitPay invoice CMWpuFsjgmQ2ZLiyGfcF1W")
        #expect(details.paymentURL == "https://test.bitpay.com/i/CMWpuFsjgmQ2ZLiyGfcF1W")
        #expect(details.merchantData == nil)
        Suites.record("bip70", cases: 1)
    }

    @Test func `a truncated real request is refused`() throws {
        let bytes = Array(try Vectors.data("bip70/bitpay.bin"))
        for length in stride(from: 0, to: bytes.count, by: 7) where length != 4917 {
            let part = Array(bytes[..<length])
            // Only a request that is truncated before the signature can be complete.
            if let request = try? PaymentRequest(part) { #expect(request.signature.isEmpty) }
        }
        #expect(fault(bytes + [0]) == .form)
    }

    @Test func `missing fields have their defaults`() throws {
        let request = try PaymentRequest(request(details()))
        #expect(request.signing == .none)
        #expect(request.details.isMainNetwork)
        #expect(request.details.expires == nil)
        #expect(request.details.outputs == [Output(1000, to: Script([0x51]))])
    }

    @Test func `unknown fields are ignored but signed`() throws {
        let bytes = request(details() + [0x60, 1] + field(13, "x"))
        let signed = [0x08, 1] + bytes + field(5, [1, 2, 3]) + [0x30, 7]
        let request = try PaymentRequest(signed)
        #expect(request.signature == [1, 2, 3])
        #expect(request.signedBytes == [0x08, 1] + bytes + [0x2A, 0, 0x30, 7])
    }

    @Test func `a malformed request is refused`() {
        let whole = request(details())
        let broken: [[UInt8]] = [
            [], [0x22], [0x22, 5, 1], whole + whole, [0x08, 1, 0x08, 1] + whole, whole + [0x08, 1],
            whole + [0x00, 1], whole + [0x2B], whole + [0x2C], whole + [0x2E, 1], whole + [0x28, 1],
            [0x08, 0x81, 0x00] + whole, [0x12, 2, 0xC3, 0x28] + whole, whole + [0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x02] + whole,
            [0x08] + [UInt8](repeating: 0xFF, count: 10) + [0x01] + whole,
            request(details(time: [])), request(details(time: [0x1A, 0])), request([0x18, 5] + output()),
            request(details(outputs: field(2, [0x08, 1]))),
            request(details(outputs: field(2, [0x08, 1, 0x08, 1, 0x12, 0]))),
            request(details() + [0x20, 1, 0x20, 2]), request(details() + [0x32, 1, 0xFF]),
            whole + [0x29, 0, 0, 0], whole + [0x2D, 0, 0, 0],
        ]
        for (place, bytes) in broken.enumerated() { #expect(fault(bytes) == .form, "case \(place)") }
    }

    @Test func `a request that cannot be paid gives the reason`() {
        #expect(fault([0x08, 2] + request(details())) == .version)
        #expect(fault(request(details(outputs: []))) == .noOutputs)
        #expect(fault(request(details(outputs: output([0])))) == .amount)
        #expect(fault(request(details(outputs: output([0], script: [0x6A])))) == .amount)
        let tooMuch: [UInt8] = [0x81, 0x80, 0xA2, 0xA9, 0xEE, 0xE4, 0xEE, 0x03]
        #expect(fault(request(details(outputs: output(tooMuch)))) == .amount)
        let most = output([UInt8](repeating: 0xFF, count: 9) + [1])
        #expect(fault(request(details(outputs: most + most))) == .amount)
        let many = (0...PaymentDetails.mostOutputs).flatMap { _ in output() }
        #expect(fault(longRequest(details(outputs: many))) == .tooLarge)
        #expect(fault([UInt8](repeating: 0, count: PaymentRequest.largest + 1)) == .tooLarge)
    }

    private func longRequest(_ details: [UInt8]) -> [UInt8] { field(4, details) }

    @Test func `another network is recognized`() throws {
        for network in ["test", "regtest", "", "Main", "main "] {
            #expect(try PaymentRequest(request(details(network: network))).details.isMainNetwork == false)
        }
        #expect(try PaymentRequest(request(details(network: "main"))).details.isMainNetwork)
    }

    @Test func `signature types are distinguished`() throws {
        let kinds: [(String, PaymentRequest.Signing)] = [
            ("none", .none), ("x509+sha256", .x509SHA256), ("x509+sha1", .x509SHA1), ("dnssec", .other), ("", .other),
        ]
        for (name, signing) in kinds {
            #expect(try PaymentRequest(field(2, name) + request(details())).signing == signing)
        }
        let chain = (0...PaymentRequest.mostCertificates).flatMap { _ in field(1, [1]) }
        #expect(fault(field(3, chain) + request(details())) == .tooLarge)
    }

    @Test func `a payment is encoded and its response is read`() throws {
        let payment = PaymentMessage.payment(
            [[1, 2, 3]], refund: Output(300, to: Script([0x51])), merchantData: [9], memo: "m")
        #expect(
            payment == [
                0x0A, 1, 9, 0x12, 3, 1, 2, 3, 0x1A, 6, 0x08, 0xAC, 0x02, 0x12, 1, 0x51, 0x22, 1, 0x6D,
            ])
        #expect(try PaymentMessage.memo(ofAnswer: field(1, payment) + field(2, "Thanks")) == "Thanks")
        #expect(try PaymentMessage.memo(ofAnswer: field(1, payment)) == "")
        for broken in [[], field(2, "Thanks"), field(1, payment) + [0x12, 9], field(1, payment) + [0x12, 1, 0xFF]] {
            #expect(throws: BitcoinError.invoice(.form)) { try PaymentMessage.memo(ofAnswer: broken) }
        }
    }
}
