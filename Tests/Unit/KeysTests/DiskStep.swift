/// One call that changes the file system.
enum DiskStep: CustomStringConvertible {
    case create(String)
    case write(String, [UInt8])
    case synchronizeFile(String)
    case synchronizeFolder
    case rename(String, to: String)
    case remove(String)

    var description: String {
        switch self {
        case .create(let name): "create \(name)"
        case .write(let name, _): "write \(name)"
        case .synchronizeFile(let name): "wait for \(name)"
        case .synchronizeFolder: "wait for the folder"
        case .rename(let name, let other): "rename \(name) to \(other)"
        case .remove(let name): "remove \(name)"
        }
    }
}
