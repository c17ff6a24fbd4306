import Bitcoin
import HeadlessWallet
import Messages
import Primitives
import UniformResources

/// Puts a transaction together from images of QR codes: uniform resources, BBQr, Base64, or a signed transaction in
/// hexadecimal.
struct PSBTCollector: Sendable {
    /// What the codes contained.
    enum Content: Sendable {
        /// A partially signed transaction.
        case psbt(PSBT)
        /// A signed transaction.
        case signed(BitcoinTransaction)
    }

    private var codes = ImageCollector()

    /// How far it is, in words; `nil` before the first part.
    var progress: String? { codes.progress }

    /// Reads the codes in the image at `path`, and adds them, without blocking the window.
    ///
    /// - Returns: The collector with them, and the transaction if it is complete.
    /// - Throws: A sentence for the user; what was collected before is still in this collector.
    @concurrent func adding(
        image path: String
    ) async throws(WalletError) -> (collector: PSBTCollector, content: Content?) {
        var collector = self
        let (codes, content) = try await codes.adding(image: path)
        collector.codes = codes
        return (collector, try content.map { content throws(WalletError) in try Self.content(of: content) })
    }

    /// Reads what the codes contained.
    static func content(of content: CodeCollector.Content) throws(WalletError) -> Content {
        switch content {
        case .resource(let resource):
            let bytes: [UInt8]
            do throws(UniformResourceError) {
                bytes = try resource.psbt()
            } catch {
                throw WalletError(field: .image, error.sentence.localized)
            }
            return .psbt(try psbt(bytes))
        case .bbqr(.psbt, let bytes): return .psbt(try psbt(bytes))
        case .bbqr(.transaction, let bytes): return .signed(try signed(bytes))
        case .text(let text): return try Self.content(of: text)
        }
    }

    private static func content(of text: String) throws(WalletError) -> Content {
        if let bytes = Hex.decode(text) { return .signed(try signed(bytes)) }
        do throws(BitcoinError) { return .psbt(try PSBT(base64: text)) } catch { throw failure(error) }
    }

    private static func psbt(_ bytes: [UInt8]) throws(WalletError) -> PSBT {
        do throws(BitcoinError) { return try PSBT(bytes) } catch { throw failure(error) }
    }

    private static func signed(_ bytes: [UInt8]) throws(WalletError) -> BitcoinTransaction {
        do throws(BitcoinError) { return try BitcoinTransaction(bytes, form: .witness) } catch { throw failure(error) }
    }

    private static func failure(_ error: BitcoinError) -> WalletError {
        WalletError(field: .image, error.sentence)
    }
}
