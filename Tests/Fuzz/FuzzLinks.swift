import BigInt
import Bitcoin
import Ethereum

/// The values of a payment link are within bounds, and the same link with another case of its scheme has the same
/// values.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    for scheme in ["", "bitcoin:", "bitcoincash:", "bitcoincash:?r=https://a.example/&"] {
        guard let link = try? BitcoinURI(scheme + text) else { continue }
        hold(link.amount ?? 0 <= UTXOChain.allMoney, "an amount can exist")
        hold(link.destination != nil || link.request != nil, "a link says whom to pay")
        hold(link.request?.lowercased().hasPrefix("https://") ?? true, "requests are fetched by https")
        hold(link.destination.map { $0.address(on: link.utxoChain) != nil } ?? true, "a recipient has an address")
    }
    for scheme in ["", "ethereum:", "ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7"] {
        guard let link = try? EthereumLink(scheme + text) else { continue }
        hold((link.amount ?? 0).bitWidth <= 256, "an amount has at most 256 bits")
        hold(link.chainID != 0, "no chain is zero")
    }
    for text in [text, "1." + text] {
        guard let satoshis = try? DecimalText.satoshis(of: text) else { continue }
        hold((try? DecimalText.satoshis(of: DecimalText.text(ofSatoshis: satoshis))) == satoshis, "amounts are exact")
    }
    return 0
}
