import CConfine
import CPixbuf
import CZXing
import Glibc

/// Reads a QR code from the bytes of an image file.
///
/// The libraries are large, and their input is untrusted: use this only in a separate process, confined by
/// ``confine()``; see ``QRImageReader``.
package enum QRDecoder {
    /// The maximum length of the text in bytes.
    package static let longestText = 8_192

    /// The maximum length of the texts of several codes in bytes, which fits into a pipe.
    package static let longestTexts = 60_000

    /// The text of the only code in an image.
    package static func text(in file: [UInt8]) throws(QRError) -> String {
        let bytes = try bytes(in: file, room: longestText, drawbridge_read_qr)
        guard let said = String(validating: bytes, as: UTF8.self) else { throw .noCode }
        return said
    }

    /// The texts of all codes in an image, each once.
    package static func texts(in file: [UInt8]) throws(QRError) -> [String] {
        let texts = Self.texts(of: try bytes(in: file, room: longestTexts, drawbridge_read_qrs))
        guard !texts.isEmpty else { throw .noCode }
        return texts
    }

    /// The texts that the decoder separated by zero bytes; what is not UTF-8 is left out.
    static func texts(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
    }

    private typealias Read = (DrawbridgeImage, UnsafeMutablePointer<CChar>?, Int) -> Int

    private static func bytes(in file: [UInt8], room: Int, _ read: Read) throws(QRError) -> [UInt8] {
        let size = try ImageFile(file)
        guard let pixbuf = decoded(file) else { throw .notAnImage }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let (width, height) = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
        // The decoder's dimensions must match the header, which was checked.
        guard width == size.width, height == size.height, gdk_pixbuf_get_bits_per_sample(pixbuf) == 8,
            let pixels = gdk_pixbuf_read_pixels(pixbuf)
        else { throw .notAnImage }
        let image = DrawbridgeImage(
            pixels: pixels, width: width, height: height, channels: Int(gdk_pixbuf_get_n_channels(pixbuf)),
            stride: Int(gdk_pixbuf_get_rowstride(pixbuf)))
        var text = [CChar](repeating: 0, count: room)
        let count = read(image, &text, text.count)
        guard count > 0 else { throw count == -2 ? .several : .noCode }
        return text.prefix(count).map { UInt8(bitPattern: $0) }
    }

    /// Reads an image from standard input and writes its text to standard output: the other side of ``QRImageReader``.
    ///
    /// If the process cannot be confined, it reads nothing.
    ///
    /// - Parameter readsAll: Whether the image may have several codes; a zero byte separates their texts then.
    /// - Returns: The exit status.
    package static func serve(readsAll: Bool = false) -> Int32 {
        guard confine() else { return QRError.failed.status }
        var file: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while file.count <= ImageFile.largest {
            let count = read(STDIN_FILENO, &part, part.count)
            guard count >= 0 else { return QRError.noFile.status }
            guard count > 0 else { break }
            file += part[..<count]
        }
        do throws(QRError) {
            let text = Array(try readsAll ? texts(in: file).joined(separator: "\0").utf8 : text(in: file).utf8)
            return write(STDOUT_FILENO, text, text.count) == text.count ? 0 : QRError.failed.status
        } catch {
            return error.status
        }
    }

    /// Irrevocably restricts this process to what it needs for reading one image: limits its time and memory, and
    /// denies access to files, the network and other processes.
    ///
    /// It can still compute, read the standard input and write the standard outputs.
    ///
    /// - Returns: Whether it succeeded.
    package static func confine() -> Bool {
        prepare()
        func limit(_ resource: __rlimit_resource, _ value: UInt) -> Bool {
            var limits = rlimit(rlim_cur: value, rlim_max: value)
            return setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0
        }
        return limit(RLIMIT_CPU, 10) && limit(RLIMIT_DATA, 1 << 30) && limit(RLIMIT_FSIZE, 0)
            && limit(RLIMIT_CORE, 0) && limit(__RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0) && drawbridge_confine() == 0
    }

    /// Makes the library load its list of formats while files are accessible.
    private static func prepare() {
        for name in ["png", "jpeg"] {
            guard let loader = gdk_pixbuf_loader_new_with_type(name, nil) else { continue }
            gdk_pixbuf_loader_close(loader, nil)
            g_object_unref(loader)
        }
    }

    private static func decoded(_ file: [UInt8]) -> OpaquePointer? {
        // The decoder is selected by name, so that no other decoder is tried.
        let loader = gdk_pixbuf_loader_new_with_type(file.first == 0x89 ? "png" : "jpeg", nil)
        guard let loader else { return nil }
        defer { g_object_unref(loader) }
        let isWritten = file.withUnsafeBufferPointer {
            gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil) != 0
        }
        let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }
}
