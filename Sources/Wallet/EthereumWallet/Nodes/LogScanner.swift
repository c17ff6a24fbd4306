import Bridge
import Ethereum

/// Reads logs of many blocks from a node that may limit how many it searches at once.
struct LogScanner {
    let node: any EthereumNode

    /// What was found.
    struct Found: Sendable {
        /// The logs, in no particular order.
        var logs: [EventLog] = []

        /// The lowest block that was searched; those before it are not known.
        var lowest: UInt64

        /// Why the search ended before the first block; `nil` if it did not.
        var end: End?

        /// The blocks that have more logs than are read.
        var cutBlocks: [UInt64] = []

        /// The number of requests.
        var requests = 0

        /// How many blocks the node has searched at once, less one.
        var span: UInt64?

        /// Whether a single block has more logs than are read.
        var isCut: Bool { !cutBlocks.isEmpty }
    }

    /// Why a search ended early.
    enum End: Hashable, Sendable {
        /// The node does not answer for the next block.
        case refused

        /// The requests were used up.
        case requests

        /// There are more logs than are read.
        case logs
    }

    /// Searches `blocks` from the newest to the oldest.
    ///
    /// A range that the node refuses, or that has too many logs, is halved; after one that it accepts, the next may be
    /// twice as long.
    ///
    /// - Parameters:
    ///   - filter: `topics`, and `address` if only some contracts are of interest.
    ///   - blocks: The blocks.
    ///   - most: The maximum number of requests.
    /// - Returns: What was found before the requests were used up, or before there were too many logs.
    /// - Throws: Why the node gave no answer at all.
    func scan(
        _ filter: JSONObject, in blocks: ClosedRange<UInt64>, most: Int = 120
    ) async throws(NodeError) -> Found {
        try await scan([filter], in: blocks, most: most)
    }

    /// Searches `blocks` for the logs of several filters, each part of the blocks for all of them; the first part has at
    /// most `first` blocks more than one.
    func scan(
        _ filters: [JSONObject], in blocks: ClosedRange<UInt64>, most: Int = 120, first: UInt64 = .max
    ) async throws(NodeError) -> Found {
        var found = Found(lowest: blocks.upperBound == .max ? .max : blocks.upperBound + 1)
        var high = blocks.upperBound
        var span = min(blocks.upperBound - blocks.lowerBound, first)
        while true {
            guard found.logs.count < Self.mostLogs else {
                found.end = .logs
                break
            }
            guard found.requests < most else {
                found.end = .requests
                break
            }
            let low = high - blocks.lowerBound > span ? high - span : blocks.lowerBound
            do throws(NodeError) {
                let (logs, isCut) = try await logs(filters, low...high, &found.requests)
                // The order of the logs is the node's, so any of them may be missing.
                if isCut, high > low {
                    span = (high - low) / 2
                    continue
                }
                found.logs += logs
                if isCut { found.cutBlocks.append(high) }
                (found.lowest, found.span) = (low, high - low)
                guard low > blocks.lowerBound else { break }
                high = low - 1
                span = span > UInt64.max / 4 ? span : max(span * 2, 1)
            } catch {
                guard error.mayAnswerLess, error != .refused(.unsupported), span > 0 else {
                    guard found.lowest <= blocks.upperBound else { throw error }
                    found.end = .refused
                    break
                }
                // The limits of public nodes are far below the age of a chain.
                span = min(span / 2, Self.firstLimit)
            }
        }
        return found
    }

    private func logs(
        _ filters: [JSONObject], _ blocks: ClosedRange<UInt64>, _ requests: inout Int
    ) async throws(NodeError) -> (logs: [EventLog], isCut: Bool) {
        var all: (logs: [EventLog], isCut: Bool) = ([], false)
        for filter in filters {
            requests += 1
            let (logs, isCut) = try await logs(filter, blocks)
            all = (all.logs + logs, all.isCut || isCut)
        }
        return all
    }

    private func logs(
        _ filter: JSONObject, _ blocks: ClosedRange<UInt64>
    ) async throws(NodeError) -> (logs: [EventLog], isCut: Bool) {
        var filter = filter
        filter["fromBlock"] = .string(HexNumber.text(blocks.lowerBound))
        filter["toBlock"] = .string(HexNumber.text(blocks.upperBound))
        guard let entries = try await node.ask("eth_getLogs", [.object(filter)]).array else { throw .malformed }
        let logs = entries.prefix(Self.mostLogs).compactMap(EventLog.init).filter { log in
            log.block.map(blocks.contains) ?? false
        }
        return (logs, entries.count > Self.mostLogs)
    }

    /// An address as a topic.
    static func topic(_ address: EthereumAddress) -> JSON {
        .string(HexText.of([UInt8](repeating: 0, count: 12) + address.bytes))
    }

    private static let mostLogs = 20_000
    private static let firstLimit: UInt64 = 100_000
}
