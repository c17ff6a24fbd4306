// Together with: Sources/Wallet/EthereumWallet/Nodes/HexNumber.swift Sources/Wallet/EthereumWallet/Nodes/NodeError.swift
// Together with: Sources/Wallet/EthereumWallet/Nodes/NodeRefusal.swift Sources/Wallet/EthereumWallet/Nodes/EthereumNode.swift
// Together with: Sources/Wallet/EthereumWallet/Nodes/Endpoint.swift Sources/Wallet/EthereumWallet/Nodes/JSONRPCNode.swift
// Together with: Sources/Wallet/EthereumWallet/Sending/FeeProposal.swift Sources/Wallet/EthereumWallet/Simulation/Simulation.swift
// Together with: Sources/Wallet/EthereumWallet/Sending/TokenContract.swift Sources/Wallet/EthereumWallet/ClearSigning/Holdings.swift
// Together with: Sources/Wallet/EthereumWallet/Sending/HexText.swift
import BigInt
import Bridge
import Ethereum
import Keys
import Network

/// What a node answers is read within bounds, and nothing that it says of an error is repeated.
///
/// The first byte is the status; the rest is the body.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let status = bytes.first.map { $0 < 128 ? 200 : 100 + Int($0) } ?? 200
    let response = HTTPResponse(status: status, body: Array(bytes.dropFirst()))
    let result: JSON
    do throws(NodeError) {
        result = try JSONRPCNode.result(of: response, to: 1)
    } catch {
        if case .refused(.reverted(let data)) = error {
            hold(data.count <= bytes.count, "what a contract gave back was there")
            let reason = RevertReason.read(data)
            hold(reason?.utf8.count ?? 0 <= 65_535, "a reason has its length")
            hold(
                Simulation.fails(reason: reason).warning?.text.utf8.count ?? 0 <= 4_000, "a reason is shown in short"
            )
        }
        return 0
    }
    hold(status == 200, "only a good status has a result")
    check(result)
    return 0
}

private func check(_ result: JSON) {
    if let number = result.quantity { hold(result.bigQuantity == BigUInt(number), "a number is one number") }
    hold((result.bigQuantity?.bitWidth ?? 0) <= 256, "a number has at most 256 bits")
    if let proposal = FeeProposal(history: result) { check(proposal) }
    if let price = result.bigQuantity, let proposal = FeeProposal(gasPrice: price) { check(proposal) }
    let node = EchoHandler(answer: result)
    guard let address = try? EthereumAddress(bytes: [UInt8](repeating: 7, count: 20)) else { return }
    // Nothing here waits, so everything is done when the task was started.
    let isDone = Box()
    Task.immediate {
        let contract = TokenContract(address, node: node)
        hold(0...77 ~= (await contract.decimals() ?? 0), "decimals are bounded")
        hold((await contract.symbol()?.utf8.count ?? 0) <= 255, "a symbol is short")
        _ = await contract.standard()
        _ = await contract.holdings(of: address)
        if let proposal = try? await FeeProposal.of(node) { check(proposal) }
        isDone.value = true
    }
    hold(isDone.value, "nothing waits")
}

private func check(_ proposal: FeeProposal) {
    for pace in FeeOffer.Pace.allCases {
        hold(proposal[pace].highest.bitWidth <= 90, "a fee is bounded")
        if case .dynamic(let most, let tip) = proposal[pace] { hold(tip <= most, "a tip is part of the fee") }
    }
}

/// Answers every question alike.
private struct EchoHandler: EthereumNode {
    let answer: JSON

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON { answer }
}

/// Unchecked because one thread has it.
private final class Box: @unchecked Sendable {
    var value = false
}
