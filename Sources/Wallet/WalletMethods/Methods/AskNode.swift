import Bridge
import EthereumWallet
import WalletCore

/// A method that only reads the chain: its parameters are checked, and the site's node is asked.
///
/// The node's result is data for the page and is passed on unchanged; the text of its errors is not passed on.
struct AskNode: Method {
    let access = MethodAccess.open
    let chains: ChainBook
    let sites: SiteAccounts
    let pace: SiteRateLimit
    let method: String
    let parameters: [NodeParameter]

    var names: [String] { [method] }

    func run(_ params: [JSON], for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        let answer = try await chains.node(for: chains.chain(of: origin)).ask(
            method, params, for: origin, isConnected: sites.isConnected(request),
            on: chains.chain(of: origin), at: pace)
        // The next long response is read once the site has received this one.
        if let turn = answer.turn { sites.gate.keep(turn, untilAnswered: request) }
        return answer.result
    }

    func parse(_ request: Request) throws(RPCError) -> [JSON] {
        let given = request.params == .null ? [] : request.params.array
        guard let given, given.count <= parameters.count else {
            throw RPCError(.invalidParameters, "\(method) takes an array of at most \(parameters.count) parameters.")
        }
        var checked: [JSON] = []
        let last = given.lastIndex { $0 != .null } ?? -1
        for (index, parameter) in parameters.enumerated() where !parameter.isExtra || index <= last {
            guard let value = Self.value(of: parameter, at: index, in: given) else {
                throw RPCError(.invalidParameters, "\(method) needs \(parameters.count { !$0.isExtra }) parameters.")
            }
            guard parameter.accepts(value) else {
                throw RPCError(.invalidParameters, "Parameter \(index + 1) of \(method) is not valid.")
            }
            checked.append(parameter.plain(value))
        }
        return checked
    }

    /// The value at `index`, or its default if it is missing or `null`.
    private static func value(of parameter: NodeParameter, at index: Int, in given: [JSON]) -> JSON? {
        guard index < given.count else { return parameter.standIn }
        return given[index] == .null ? parameter.standIn ?? .null : given[index]
    }
}

extension AskNode {
    /// The methods that are passed on, and the parameters of each (Ethereum execution API specification).
    private static let passedOn: [String: [NodeParameter]] = [
        "eth_blockNumber": [],
        "eth_call": [.call, .optional(.block, "latest"), .extra(.overrides), .extra(.blockOverrides)],
        "eth_estimateGas": [.call, .optional(.block, "latest"), .extra(.overrides), .extra(.blockOverrides)],
        "eth_createAccessList": [.call, .optional(.block, "latest"), .extra(.overrides)],
        "eth_feeHistory": [.count, .block, .optional(.percentiles, [])],
        "eth_gasPrice": [],
        "eth_maxPriorityFeePerGas": [],
        "eth_blobBaseFee": [],
        "eth_getBalance": [.address, .optional(.block, "latest")],
        "eth_getBlockByHash": [.hash, .optional(.flag, false)],
        "eth_getBlockByNumber": [.block, .optional(.flag, false)],
        "eth_getBlockReceipts": [.block],
        "eth_getBlockTransactionCountByHash": [.hash],
        "eth_getBlockTransactionCountByNumber": [.block],
        "eth_getCode": [.address, .optional(.block, "latest")],
        "eth_getLogs": [.filter],
        "eth_getProof": [.address, .slots, .optional(.block, "latest")],
        "eth_getStorageAt": [.address, .slot, .optional(.block, "latest")],
        "eth_getTransactionByBlockHashAndIndex": [.hash, .quantity],
        "eth_getTransactionByBlockNumberAndIndex": [.block, .quantity],
        "eth_getTransactionByHash": [.hash],
        "eth_getTransactionCount": [.address, .optional(.block, "latest")],
        "eth_getTransactionReceipt": [.hash],
        "eth_syncing": [],
        "net_listening": [],
    ]

    /// Each of the methods that are passed on.
    static func all(
        _ chains: ChainBook, _ sites: SiteAccounts, _ pace: SiteRateLimit, _ journal: any Journal
    ) -> [any Method] {
        passedOn.map { method, parameters in
            let node = AskNode(chains: chains, sites: sites, pace: pace, method: method, parameters: parameters)
            return AskAboutOwn.names.contains(method)
                ? AskAboutOwn(node: node, journal: journal) as any Method : node as any Method
        }
    }
}
