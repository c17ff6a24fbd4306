import Foundation
import Harness
import GLibKit

/// Draws approvals of every kind, as the wallet's own methods make them, and writes an image of each into the folder
/// that is the first argument; of those only whose names contain one of the others, where there are any.
VirtualDisplay.avoidWayland()
let arguments = Array(CommandLine.arguments.dropFirst())
guard let folder = arguments.first, MainLoop.start() else {
    print("Gallery FOLDER [NAME]…, on a display such as that of scripts/screen")
    exit(2)
}
Task {
    do {
        let gallery = try Gallery(folder: folder, names: Array(arguments.dropFirst()))
        try await gallery.run()
        print("\(gallery.taken.count) images in \(folder)")
        exit(gallery.missing.isEmpty ? 0 : 1)
    } catch {
        print(error)
        exit(1)
    }
}
MainLoop.run()
