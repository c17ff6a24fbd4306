internal import CGettext
internal import Glibc

/// The message catalogs of the package: gettext's, in the domain `drawbridge`, in the language that the environment
/// sets.
///
/// They are in `locale` next to the program, as in the build folder, or else in `../share/locale`, as installed.
struct Catalog: Sendable {
    static let shared = Catalog()

    private static let domain = "drawbridge"

    private let isUsed: Bool

    private init() {
        isUsed = Self.isTrusted(getenv("LANGUAGE").map { String(cString: $0) })
        setlocale(LC_MESSAGES, "")
        for folder in Self.folders where access(folder, R_OK) == 0 {
            bindtextdomain(Self.domain, folder)
            break
        }
        bind_textdomain_codeset(Self.domain, "UTF-8")
    }

    func text(_ key: String) -> String {
        // The empty key is the header of a catalog.
        guard isUsed, !key.isEmpty else { return key }
        return key.withCString { key in String(cString: dgettext(Self.domain, key)) }
    }

    func text(_ one: String, plural other: String, count: UInt) -> String {
        guard isUsed else { return count == 1 ? one : other }
        return text(translating: one, other, count)
    }

    /// Whether the value of `LANGUAGE` names languages only: gettext would follow a path out of the folder of catalogs.
    static func isTrusted(_ languages: String?) -> Bool {
        languages?.contains("/") != true
    }

    private func text(translating one: String, _ other: String, _ count: UInt) -> String {
        one.withCString { one in
            other.withCString { other in String(cString: dngettext(Self.domain, one, other, count)) }
        }
    }

    private static var folders: [String] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        guard length > 0 else { return [] }
        let program = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
        return ["\(folder)/locale", "\(folder)/../share/locale"]
    }
}
