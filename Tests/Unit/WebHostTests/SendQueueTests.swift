import Testing

@testable import WebHost

@Suite struct SendQueueTests {
    @Test func `texts are sent in order, in pieces of any size`() {
        var queue = SendQueue()
        queue.append(SendQueue.Text(head: [1], body: [2, 3], sent: 5))
        queue.append(SendQueue.Text(head: [], body: []))
        #expect(queue.bytes == 3 && queue.first?.sent == 5)
        queue.send(1)
        #expect(queue.first?.sent == 6 && queue.bytes == 3)
        queue.send(1)
        #expect(queue.first?.count == 0 && queue.bytes == 0)
        queue.send(SocketReader.header)
        #expect(queue.first == nil && queue.places == 0)
        queue.send(1)
        #expect(queue.first == nil)
    }

    @Test func `a reader that is slow but steady needs no memory for what is sent`() {
        var queue = SendQueue()
        var most = 0
        for number in 0..<10_000 {
            queue.append(SendQueue.Text(head: [UInt8(number & 0xFF)], body: []))
            // Never empty.
            guard number > 0 else { continue }
            #expect(queue.first?.head == [UInt8((number - 1) & 0xFF)])
            queue.send(5)
            most = max(most, queue.places)
        }
        #expect(most < 200 && queue.bytes == 1)
    }
}
