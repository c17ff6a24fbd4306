import BigInt
package import Bridge
import Ethereum
import Messages
import WalletCore

extension EthereumSending {
    /// Sends an amount of the chain's coin or of a token, in whole units rather than the smallest, as Link's
    /// `sendAssets` requests.
    ///
    /// The amount is exact: zero is rejected, and so are more decimals than the coin or the token has.
    ///
    /// - Parameters:
    ///   - recipient: The recipient's address; if it has a checksum, the checksum must be correct.
    ///   - text: The amount, such as `0.000123`.
    ///   - token: The address of the token's contract; `nil` for the coin.
    ///   - request: The request that asks for it.
    /// - Returns: The hash, once the node has accepted it.
    /// - Throws: What was wrong with the request, or why it was not sent.
    package func sendAssets(
        to recipient: String, value text: String, token: String?, for request: Request
    ) async throws(RPCError) -> String {
        let chain = accounts.chain(for: request)
        let to = try Self.address(recipient, "“to”")
        guard let account = try? EthereumAddress(sites.activeAccount.address(.ethereum)) else { throw .locked }
        var wanted = TransactionRequest()
        guard let token else {
            guard chain.symbol == "ETH" else {
                throw RPCError(.unsupported, "The site is on \(chain.name), whose coin is not ETH.")
            }
            wanted.to = to
            wanted.value = try Self.parts(text, decimals: 18)
            let coins = wanted
            return try await send(by: account, for: request) { _ throws(RPCError) in coins }
        }
        let contract = try Self.address(token, "“assetId”")
        return try await send(by: account, for: request) { node throws(RPCError) in
            try await transfer(of: contract, to: to, value: text, on: chain, asking: node)
        }
    }

    /// A transfer of a token whose decimals the wallet knows or the contract reports.
    private func transfer(
        of contract: EthereumAddress, to: EthereumAddress, value text: String, on chain: Chain,
        asking node: any EthereumNode
    ) async throws(RPCError) -> TransactionRequest {
        var decimals = knowledge.tokens.token(contract, on: chain.id)?.decimals
        if decimals == nil { decimals = await TokenContract(contract, node: node).decimals() }
        guard let decimals else {
            throw RPCError(.malformed, "There is no token with this “assetId” on \(chain.name).")
        }
        let amount = try Self.parts(text, decimals: decimals)
        guard
            let data = try? ABIFunction("transfer(address to, uint256 amount)").call([
                .address(to), .number(BigInt(amount)),
            ])
        else { throw RPCError(.failed, sentence: localizable("The transfer could not be encoded.")) }
        var wanted = TransactionRequest()
        wanted.to = contract
        wanted.data = data
        return wanted
    }

    private static func address(_ text: String, _ name: String) throws(RPCError) -> EthereumAddress {
        do throws(EthereumError) {
            return try EthereumAddress(text)
        } catch {
            throw RPCError(.malformed, "\(name): \(error.description)")
        }
    }

    private static func parts(_ text: String, decimals: Int) throws(RPCError) -> BigUInt {
        let parts: BigUInt
        do throws(EthereumError) {
            parts = try Amount.parts(text, decimals: decimals)
        } catch {
            throw RPCError(.malformed, "“value”: \(error.description)")
        }
        guard parts > 0 else { throw RPCError(.malformed, "“value” must be greater than zero.") }
        return parts
    }
}
