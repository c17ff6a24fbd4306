internal import NIOCore

/// Lets the socket be read again when the reader of the lines has caught up.
struct LineFlow: NIOAsyncSequenceProducerDelegate {
    let channel: any Channel

    typealias Producer = NIOThrowingAsyncSequenceProducer<
        [UInt8], any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, LineFlow
    >

    /// So many lines may wait before the socket is read no more, and so few when it is read again.
    static let strategy = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
        lowWatermark: 16, highWatermark: 64)

    func produceMore() { channel.triggerUserOutboundEvent(LineHandler.Resume(), promise: nil) }

    func didTerminate() { channel.close(promise: nil) }
}
