import Bridge
import Foundation
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// The limits in `docs/protocol/README.md` are the defaults of the code.
@MainActor @Suite struct DocumentedLimitsTests {
    private func document() throws -> String {
        let root = GoldenMessages.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return String(
            decoding: try Data(contentsOf: root.appending(path: "docs/protocol/README.md")), as: UTF8.self)
    }

    /// The number with a comma between thousands, or in MiB.
    private func text(_ number: Int) -> String {
        if number >= 1 << 20 { return "\(number >> 20) MiB" }
        return number < 1_000 ? "\(number)" : "\(number / 1_000)," + String("\(1_000 + number % 1_000)".dropFirst())
    }

    private func text(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min"
    }

    @Test func `the documented limits are the defaults`() throws {
        let (limits, rates, watches) = (Limits(), SiteRateLimit(), ChainWatches.Limits())
        let (site, unconnected, node, work) = (rates.connected, rates.unconnected, rates.node, rates.work)
        let rows = [
            ("open requests of a document", text(limits.inFlightPerDocument)),
            ("bytes of these requests", text(limits.bytesInFlightPerDocument)),
            ("bytes of responses and events that a document has not fetched", text(limits.bytesUnfetchedPerDocument)),
            ("requests of an origin that wait for the user", text(limits.waitingPerOrigin)),
            ("bytes of one request", text(limits.bodyBytes)),
            ("bytes of a page's `messageId`", text(limits.idBytes)),
            ("nesting of JSON", text(limits.depth)),
            ("values, arrays, objects and members of one request", text(limits.values)),
            ("time for a request without a question to the user", text(limits.answerTime)),
            ("time for a request with a question to the user, from its arrival", text(limits.decisionTime)),
            (
                "rate of a site's calls to the node of its chain",
                "\(unconnected.perSecond) per second; \(site.perSecond) for a connected site"
            ),
            ("burst of such calls after a pause", "\(unconnected.burst); \(site.burst) for a connected site"),
            ("concurrent calls of a site", "\(unconnected.atOnce); \(site.atOnce) for a connected site"),
            (
                "calls of all sites to one node",
                "\(node.perSecond) per second, a burst of \(text(node.burst)), \(node.atOnce) concurrent"
            ),
            (
                "computations of the wallet for a site without a question (`web3_sha3`, `personal_ecRecover`)",
                "\(work.perSecond) per second, a burst of \(work.burst), \(work.atOnce) concurrent"
            ),
            (
                "filters and subscriptions of a document",
                "\(watches.perUnconnected); \(watches.perDocument) for a connected site"
            ),
            ("filters and subscriptions of all documents", "\(watches.inAll)"),
            ("time without a query after which a filter is removed", text(watches.idle)),
            ("consecutive rejections by the user", "\(limits.refusalsInARow)"),
        ]
        let document = try document()
        for (limit, value) in rows { #expect(document.contains("\n| \(limit) | \(value) | "), "\(limit): \(value)") }
        let section = document.split(separator: "\n## Limits\n").last ?? ""
        #expect(section.split(separator: "\n").filter { $0.hasPrefix("| ") }.count == rows.count + 1)
        #expect(document.contains("for \(text(limits.coolDown)), the site's requests are `rejected`"))
        #expect(document.contains("`tooMany` if the delay would exceed \(text(rates.longestWait))"))
    }
}
