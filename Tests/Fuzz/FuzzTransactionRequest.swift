import BigInt
import Bridge
import Ethereum

/// What a page asks for is signed whole: nothing that it wrote is left out, and nothing is read in two ways.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let json = try? JSON(parsing: input(start, count)) else { return 0 }
    let request: TransactionRequest
    do throws(EthereumError) {
        request = try TransactionRequest(json)
    } catch {
        hold(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a fault is told in our own words")
        return 0
    }
    hold(request.to != nil || !request.data.isEmpty, "something would happen")
    guard let account = request.from ?? request.to else { return 0 }
    let again = try? TransactionRequest(request.call(from: account))
    hold(again?.to == request.to && again?.value == request.value, "a node is asked about the same recipient and value")
    hold(again?.data == request.data && again?.accessList == request.accessList, "and about the same data")
    let fees: EthereumTransaction.Fees =
        switch request.type {
        case 0: .legacy(gasPrice: request.gasPrice ?? 1)
        case 1: .accessList(gasPrice: request.gasPrice ?? 1)
        default:
            .dynamic(maxFee: request.maxFee ?? request.maxPriorityFee ?? 1, maxPriorityFee: request.maxPriorityFee ?? 0)
        }
    let made = try? request.transaction(
        chainID: request.chainID ?? 1, nonce: request.nonce ?? 0, gasLimit: request.gasLimit ?? 21_000, fees: fees)
    if let made {
        hold(
            made.to == request.to && made.value == request.value && made.data == request.data, "what is asked is signed"
        )
        hold(made.accessList == request.accessList, "with all that it touches")
    } else {
        hold((fees.highest * BigUInt(request.gasLimit ?? 21_000)).bitWidth > 256, "only its cost can stop it")
    }
    return 0
}
