import ClearSigning
import Ethereum
import Keys
import Bridge
import Primitives
import EthereumWallet

/// `eth_signTypedData_v3` and `eth_signTypedData_v4` (EIP-712), also when Link's `requestWeb3Sign` requests it.
struct SignTypedData: Method {
    let names: [String]
    let access = MethodAccess.needsKeys
    let version: TypedDataVersion
    let ethereum: EthereumAccounts
    let knowledge: EthereumKnowledge

    func parse(_ request: Request) throws(RPCError) -> (data: JSON, address: String) {
        guard let address = request.params[0]?.string, let data = request.params[1] else {
            throw RPCError(.invalidParameters, "The parameters must be [address, typed data].")
        }
        // No part of a signing request is ignored: a third parameter may have a meaning in another wallet.
        guard request.params.array?.dropFirst(2).allSatisfy({ $0 == .null }) ?? false else {
            throw RPCError(.invalidParameters, "The parameters must be [address, typed data], without any others.")
        }
        return (data, address)
    }

    func run(_ wish: (data: JSON, address: String), for request: Request) async throws(RPCError) -> JSON {
        .string(try await sign(wish.data, by: wish.address, for: request))
    }

    /// Shows `parameter`, an object or its JSON text, and signs it with the account at `address`.
    func sign(_ parameter: JSON, by address: String, for request: Request) async throws(RPCError) -> String {
        let account = try ethereum.requireAccount(address, for: request)
        let data: TypedData
        do throws(EthereumError) {
            data = try await TypedData.read(parameter, version: version)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
        let chain = ethereum.chain(for: request)
        if let chainID = data.chainID, chainID != chain.id {
            throw RPCError(
                .invalidParameters,
                "The data is for the chain \(chainID), and the site is on \(chain.name) (\(chain.id)).")
        }
        var holdings = await Holdings.of(account, allowedBy: Intent(data), on: chain, chains: ethereum.chains)
        if holdings.coins != nil, let node = try? ethereum.chains.node(for: chain) {
            holdings.prices = await knowledge.prices(in: Intent(data), on: chain, asking: node)
        }
        guard !Task.isCancelled else { throw .timedOut }
        let site = request.peer.knownSite.flatMap { $0.scheme == "https" ? $0.host : nil }
        func subject(typedPrice: String = "") async -> SignableTypedData {
            var explanation = await knowledge.explainer.explain(
                data, on: chain, signer: account, holdings: holdings, isPayment: request.peer.payment != nil,
                site: site, typedPrice: typedPrice)
            if !explanation.isComplete, let text = data.statedText(by: account) {
                explanation = .text(text, from: request.peer, rows: explanation.rows)
            }
            return SignableTypedData(
                data: data, context: ethereum.context(of: account, for: request), explanation: explanation,
                contractName: contract(of: data).flatMap { knowledge.descriptors.knownName(of: $0, on: chain.id) })
        }
        let first = await subject()
        let signature = try await ethereum.sign(first, for: request) { _, values in
            await subject(typedPrice: values[TypedPrice.id] ?? "")
        }
        await knowledge.remember(first.explanation, on: chain.caip, isSignature: true)
        return signature
    }

    private func contract(of data: TypedData) -> EthereumAddress? {
        guard case .address(let contract)? = data.domain["verifyingContract"] else { return nil }
        return contract
    }
}
