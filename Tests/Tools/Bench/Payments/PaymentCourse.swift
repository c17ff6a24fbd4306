import Foundation
import WalletConnectPay
import Network

/// The cost of the client of a payment service, compared with a parser that checks nothing and a sender that parses
/// nothing.
struct PaymentCourse {
    /// How many rounds there are; one more warms up.
    var rounds = 25

    /// Measures, and gives the rows of the table.
    func run() async throws -> [Summary] {
        let material = try await PaymentMaterial.take()
        return [try read(links: material), try read(answers: material), try await ask(material)].map(\.summary)
    }

    /// A link, beside Foundation's parser, which takes nearly anything for an address.
    private func read(links material: PaymentMaterial) throws -> Row {
        let link = material.link
        return try compare("payment link, read", 1_000) {
            guard try PaymentLink(link).id == material.payment else { throw BenchError("the link is read wrongly") }
        } bare: {
            let item = URLComponents(string: link)?.queryItems?.first { $0.name == "pid" }
            guard item?.value == material.payment.text else { throw BenchError("Foundation reads the link wrongly") }
        }
    }

    /// The answer with the ways to pay, read and compared with what is to be signed, beside Foundation's reader of
    /// JSON.
    private func read(answers material: PaymentMaterial) throws -> Row {
        let (text, data) = (material.options, Data(material.options))
        return try compare("ways to pay, read and compared", 100) {
            let options = try material.read(text)
            guard let option = options.options.first, let end = options.info?.expiresAt else {
                throw BenchError("there is no way to pay")
            }
            _ = try ActionCheck.check(option.actions, for: option, now: end - 60, end: end)
        } bare: {
            guard try JSONSerialization.jsonObject(with: data) is [String: Any] else { throw BenchError("no object") }
        }
    }

    private func compare(
        _ name: String, _ count: Int, trusted: () throws -> Void, bare: () throws -> Void
    ) throws -> Row {
        var row = Row(name, "us")
        for round in 0...rounds {
            var other = round.isMultiple(of: 2) ? try ProcessorTime.of(count, bare) : nil
            let mine = try ProcessorTime.of(count, trusted)
            if other == nil { other = try ProcessorTime.of(count, bare) }
            if round > 0, let other {
                row.add(trusted: mine * 1e6 / Double(count), baseline: other * 1e6 / Double(count))
            }
        }
        return row
    }

    /// The three questions of a payment by a signature, beside the same bytes, sent and not read.
    private func ask(_ material: PaymentMaterial) async throws -> Row {
        var row = Row("a payment's three questions", "ms", goal: .ratioAtMost(1.25))
        let server = try await PaymentBenchServer(material)
        let count = 40
        for round in 0...rounds {
            var bare = round.isMultiple(of: 2) ? try await server.time(count, server.send) : nil
            let trusted = try await server.time(count, server.pay)
            if bare == nil { bare = try await server.time(count, server.send) }
            if round > 0, let bare { row.add(trusted: trusted, baseline: bare) }
        }
        await server.close()
        return row
    }
}
