import Bridge
import Ethereum
import EthereumWallet
import WalletCore

/// `wallet_sendCalls` (EIP-5792): sends several calls, one transaction for each.
struct SendCalls: Method {
    let names = ["wallet_sendCalls"]
    let access = MethodAccess.needsKeys
    let ethereum: EthereumAccounts
    let sending: EthereumSending
    let bundles: CallBundles
    let clock: WalletClock

    /// A batch as a site asks for it.
    struct Batch {
        let id: String?
        let from: EthereumAddress?
        let chainID: UInt64
        let isAtomic: Bool
        let calls: [TransactionRequest]

        /// The capability without which the site does not want the batch; `nil` if there is none.
        let needed: String?
    }

    /// The maximum length of an ID: 4,096 bytes in hexadecimal digits, with `0x`.
    static let longestID = 8_194

    /// The maximum number of calls in a batch: the user has to approve each of them.
    static let mostCalls = 16

    func parse(_ request: Request) throws(RPCError) -> Batch {
        guard let batch = request.params[0]?.object else {
            throw RPCError(.invalidParameters, "The parameters must be [{version, chainId, atomicRequired, calls}].")
        }
        guard let version = batch["version"]?.string, version == "2.0.0" else {
            throw RPCError(.invalidParameters, "“version” must be 2.0.0.")
        }
        guard let chainID = batch["chainId"]?.string.flatMap(HexNumber.read), chainID > 0 else {
            throw RPCError(
                .invalidParameters, "“chainId” must be a hexadecimal number with 0x and without leading zeros.")
        }
        guard let isAtomic = batch["atomicRequired"]?.bool else {
            throw RPCError(.invalidParameters, "“atomicRequired” must be true or false.")
        }
        var id: String?
        if let value = batch["id"], value != .null {
            guard let text = value.string, (1...Self.longestID).contains(text.utf8.count) else {
                throw RPCError(.invalidParameters, "“id” must be a string of 1 to \(Self.longestID) characters.")
            }
            id = text
        }
        var from: EthereumAddress?
        if let value = batch["from"], value != .null {
            guard let address = value.string.flatMap({ try? EthereumAddress($0) }) else {
                throw RPCError(.invalidParameters, "“from” must be an Ethereum address.")
            }
            from = address
        }
        guard let entries = batch["calls"]?.array, !entries.isEmpty else {
            throw RPCError(.invalidParameters, "“calls” must be an array with at least one call.")
        }
        guard entries.count <= Self.mostCalls else {
            throw RPCError(.tooManyCalls, "A batch can have at most \(Self.mostCalls) calls.")
        }
        var needed = try Self.needed(batch["capabilities"])
        var calls: [TransactionRequest] = []
        for entry in entries {
            if needed == nil { needed = try Self.needed(entry["capabilities"]) }
            calls.append(try Self.call(entry))
        }
        return Batch(id: id, from: from, chainID: chainID, isAtomic: isAtomic, calls: calls, needed: needed)
    }

    func run(_ batch: Batch, for request: Request) async throws(RPCError) -> JSON {
        guard ethereum.mayUseAccount(request.peer) else { throw .unauthorized }
        let account: EthereumAddress
        if let from = batch.from {
            account = try ethereum.requireAccount(from.description, for: request)
        } else {
            account = try ethereum.requireActiveAccount(for: request)
        }
        guard let chain = ethereum.chains.chain(id: batch.chainID), ethereum.chains.hasNode(chain) else {
            throw RPCError(.unsupportedChain, "The wallet has no node for the chain \(batch.chainID).")
        }
        // A session may use only the chain that its request names.
        guard request.peer.session == nil || ethereum.chain(for: request) == chain else { throw .unauthorized }
        if let needed = batch.needed {
            throw RPCError(
                .unsupportedCapability, "The wallet does not have the capability \(RPCError.quoted(needed)).")
        }
        guard !batch.isAtomic else {
            throw RPCError(
                .notAtomic,
                "The account cannot execute several calls as one transaction. Set “atomicRequired” to false.")
        }
        let origin = request.peer.origin
        if let id = batch.id, bundles.bundle(id, of: origin) != nil {
            throw RPCError(.duplicateID, "“id” is the ID of an earlier batch of this site.")
        }
        var bundle = CallBundles.Bundle(
            id: batch.id ?? CallBundles.randomID(), chain: chain.id, count: batch.calls.count, at: clock.now())
        bundle.hashes = try await sending.send(calls: batch.calls, by: account, on: chain, for: request)
        await bundles.add(bundle, of: origin)
        return ["id": .string(bundle.id)]
    }

    /// The first capability in `capabilities` that is not optional; the wallet has none that a batch can ask for.
    private static func needed(_ capabilities: JSON?) throws(RPCError) -> String? {
        guard let capabilities, capabilities != .null else { return nil }
        guard let members = capabilities.object?.members else {
            throw RPCError(.invalidParameters, "“capabilities” must be an object.")
        }
        return members.first { $0.value["optional"]?.bool != true }?.key
    }

    /// A call, which has only a recipient, data and an amount.
    private static func call(_ entry: JSON) throws(RPCError) -> TransactionRequest {
        guard let members = entry.object?.members else {
            throw RPCError(.invalidParameters, "Each of “calls” must be an object.")
        }
        var plain = JSONObject()
        for member in members {
            switch member.key {
            case "to", "data", "value": plain[member.key] = member.value
            case "capabilities": continue
            // An earlier version of the specification had it for each call.
            case "chainId" where member.value == .null: continue
            default:
                throw RPCError(
                    .invalidParameters, "A call can have only “to”, “data”, “value” and “capabilities”.")
            }
        }
        do throws(EthereumError) {
            return try TransactionRequest(.object(plain))
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
