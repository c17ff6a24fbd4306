import Foundation
import WebHost
public import WindowTesting

/// The tests of the bridge and its windows, in real web views.
public let pageGroup = TestGroup("pages", prepare: prepare) { allTests }

/// The tests of the bridge alone.
public let bridgeGroup = TestGroup("bridge", prepare: prepare) { bridgeTests }

/// The other tests of ``pageGroup``.
public let viewGroup = TestGroup("views", prepare: prepare) { viewTests }

/// Every test, in the order in which they run; all must pass with each transport.
@MainActor private var allTests: [PageTest] { bridgeTests + viewTests }

@MainActor private var viewTests: [PageTest] {
    [
        topLevelTests, borderTests,
        collectionEndTests, forgedEndTests, collectionBorderTests, confusionTests, collectionLeakTests,
        collectionLifeTests,
        paneTests, addressFieldTests, pageProxyTests, noticeTests, hastyPressTests, typingTests, scriptDialogTests,
        longListTests, attentionTests,
    ].flatMap { $0 }
}

@MainActor private var bridgeTests: [PageTest] {
    [
        transportTests, waysInTests, receiverTests, clientLibraryTests, frameTests, workerTests, forgeryTests,
        poisonTests, nextDocumentTests, replacedDocumentTests, raceTests,
        identityTests, replyTextTests, messageShapeTests,
        limitTests, endingTests, floodTests, crashTests,
        providerRequestTests, providerEventTests, gestureTests, goldenTests, invokeTests, oddValueTests,
        servedFolderTests,
    ].flatMap { $0 }
}

@Sendable private func prepare() throws {
    // As if started by someone who wants the sandbox off; "the environment …" checks whether that worked.
    setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1", 1)
    if let name = TestOptions.current.transport, WebView.Options.Transport(rawValue: name) == nil {
        throw UsageError("there is no transport \(name)")
    }
}

extension TestOptions {
    /// The transport under test.
    var pageTransport: WebView.Options.Transport {
        transport.flatMap(WebView.Options.Transport.init(rawValue:)) ?? WebView.Options().transport
    }
}
