import Foundation
import Glibc
import HeadlessWallet
import Store
import WalletUI
import WebHost

/// The machine as ``Doctor`` sees it; tests replace its parts.
struct Machine {
    /// The environment variables.
    var environment = ProcessInfo.processInfo.environment

    /// The folder that has the files of the system.
    var root = ""

    /// The web engine.
    var engine = WebEngine.own

    /// Whether the toolkit can draw icons and check marks.
    var drawsSymbols = Symbols.canBeDrawn

    /// The current time.
    var now = Date()

    /// The user of this process.
    var user = geteuid()

    /// What a file system has left.
    struct Space {
        var bytes: UInt64
        var isOutOfFiles = false
        var isReadOnly = false
    }

    /// What is left where an existing folder is; `nil` if that is not known.
    var space: (String) -> Space? = Self.space(at:)

    /// The folders of the wallet's data, state and settings, of which only existing ones are looked at; `nil` without a
    /// home folder.
    var folders: [String]? {
        guard let state = Store.folder(environment: environment),
            environment["HOME"]?.hasPrefix("/") == true
                || ["XDG_DATA_HOME", "XDG_CONFIG_HOME"].allSatisfy({ environment[$0]?.hasPrefix("/") == true })
        else { return nil }
        return [WalletFolder.data(environment), state, settings.parent]
    }

    /// The file with the user's settings.
    var settings: ConfigurationFile { ConfigurationFile(ConfigurationFile.usual(environment)) }

    /// A variable that is set to something.
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The facts about a file; a link is followed.
    func facts(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }

    /// Whether there is a socket at `path`.
    func hasSocket(_ path: String) -> Bool { facts(path).map { $0.st_mode & S_IFMT == S_IFSOCK } ?? false }

    /// Whether the system has the file `path`.
    func hasFile(_ path: String) -> Bool { access("\(root)\(path)", F_OK) == 0 }

    /// The names in a folder.
    func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func space(at path: String) -> Space? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        let (bytes, isTooMuch) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return Space(
            bytes: isTooMuch ? .max : bytes, isOutOfFiles: facts.f_files > 0 && facts.f_favail == 0,
            isReadOnly: facts.f_flag & UInt(ST_RDONLY) != 0)
    }
}

extension ConfigurationFile {
    /// The folder that has the file.
    fileprivate var parent: String { (path as NSString).deletingLastPathComponent }
}
