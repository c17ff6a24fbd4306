import TestServers
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(15))) struct CancelledAnswerTests {
    @Test(arguments: [0, 100, 200_000])
    func `a cancellation that arrives with the answer ends the request, and the client still works`(
        length: Int
    ) async throws {
        let peer = try await SocketPeer { connection in
            while try await connection.request() != nil {
                try await connection.respond([UInt8](repeating: 7, count: length))
            }
        }
        let client = WebClient()
        let request = HTTPRequest(.get, "http://127.0.0.1:\(peer.port)/", timeLimit: .seconds(60))
        for round in 0..<400 {
            let task = Task { () async -> Result<Int, NetworkError> in
                do throws(NetworkError) {
                    return .success(try await client.send(request).body.count)
                } catch {
                    return .failure(error)
                }
            }
            // About as long as a response takes.
            try await Task.sleep(for: .microseconds(round * 5))
            task.cancel()
            let result = await task.value
            #expect(result == .success(length) || result == .failure(.closed))
        }
        #expect(try await client.send(request).body.count == length)
    }

    @Test(arguments: [0, 100, 200_000])
    func `a client that is closed while an answer arrives ends the request`(length: Int) async throws {
        let peer = try await SocketPeer { connection in
            while try await connection.request() != nil {
                try await connection.respond([UInt8](repeating: 7, count: length))
            }
        }
        let request = HTTPRequest(.get, "http://127.0.0.1:\(peer.port)/", timeLimit: .seconds(60))
        for round in 0..<300 {
            let client = WebClient()
            let task = Task { () async -> Result<Int, NetworkError> in
                do throws(NetworkError) {
                    return .success(try await client.send(request).body.count)
                } catch {
                    return .failure(error)
                }
            }
            try await Task.sleep(for: .microseconds(round * 7))
            await client.close()
            switch await task.value {
            case .success(let count): #expect(count == length)
            case .failure(let error): #expect(error == .closed || error == .interrupted)
            }
        }
    }
}
