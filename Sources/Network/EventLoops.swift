internal import NIOCore
internal import NIOPosix

/// The threads on which all of the room's sockets live; one set for the process, which is never shut down.
enum EventLoops {
    static let all: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
}
