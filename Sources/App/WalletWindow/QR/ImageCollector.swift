import GLibKit
import HeadlessWallet
import Messages
import QRReader
import UniformResources

/// Puts together what a series of QR codes says, from one or several images.
struct ImageCollector: Sendable {
    private var codes: CodeCollector

    /// The number of images whose codes were read.
    private var images = 0

    /// Creates a collector without codes: of anything, or only of what is wanted.
    init(_ wanted: CodeCollector.Wanted? = nil) {
        codes = CodeCollector(wanted) { RawDeflate.inflated($0, limit: $1) }
    }

    /// How far it is, in words, which change with each image; `nil` before the first part.
    var progress: String? {
        codes.progress.map { known, count in
            localized(
                "\(known, as: "number") of \(count, as: "total") parts, from \(images, as: "count") image",
                plural: "\(known, as: "number") of \(count, as: "total") parts, from \(images, as: "count") images",
                count: images)
        }
    }

    /// Reads the codes in the image at `path`, and adds them, without blocking the window.
    ///
    /// - Returns: The collector with them, and the content if it is complete.
    /// - Throws: A sentence for the user; what was collected before is still in this collector.
    @concurrent func adding(
        image path: String
    ) async throws(WalletError) -> (collector: ImageCollector, content: CodeCollector.Content?) {
        let texts: [String]
        do throws(QRError) {
            texts = try await QRImageReader.usual.texts(inFileAt: path)
        } catch {
            throw WalletError(field: .image, "\(error)")
        }
        var collector = self
        collector.images += 1
        for text in texts {
            if let content = try collector.receive(text) { return (collector, content) }
        }
        return (collector, nil)
    }

    /// Takes the text of a code.
    ///
    /// - Returns: The content if it is complete.
    /// - Throws: A sentence for the user.
    mutating func receive(_ text: String) throws(WalletError) -> CodeCollector.Content? {
        do throws(UniformResourceError) {
            return try codes.receive(text)
        } catch {
            throw WalletError(field: .image, error.sentence.localized)
        }
    }
}
