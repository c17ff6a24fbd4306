/// Every test, in the order in which they run.
@MainActor let allTests = [
    waysInTests, receiverTests, clientLibraryTests, frameTests, workerTests, forgeryTests, poisonTests,
    nextDocumentTests, replacedDocumentTests, raceTests,
    identityTests, replyTextTests, messageShapeTests,
    limitTests, endingTests, floodTests, crashTests, topLevelTests, borderTests,
    providerRequestTests, providerEventTests, gestureTests, goldenTests,
    collectionEndTests, forgedEndTests, collectionBorderTests, confusionTests, collectionLeakTests, collectionLifeTests,
    paneTests, addressFieldTests, noticeTests, hastyPressTests, typingTests, scriptDialogTests,
].flatMap { $0 }
