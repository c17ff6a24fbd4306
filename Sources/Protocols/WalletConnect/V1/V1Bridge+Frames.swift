internal import Bridge

/// What is sent.
extension V1Bridge {
    private enum Sending {
        case control(String)
        case message(Int64, String)
    }

    /// Sends what there is to send, in one task for each connection.
    func write(on connection: V1Connection) {
        guard !connection.isWriting, !connection.isClosedByClient else { return }
        connection.isWriting = true
        Task { await writeAll(on: connection) }
    }

    private func writeAll(on connection: V1Connection) async {
        defer { connection.isWriting = false }
        while self.connection === connection, !connection.isClosedByClient, let next = next(on: connection) {
            switch next {
            case .control(let text): guard await connection.socket.send(text) else { return }
            case .message(let number, let text):
                guard await connection.socket.send(text) else { return }
                if echoes == false { confirm([number]) }
            }
        }
    }

    /// The next frame: subscriptions before messages, so that no answer comes before its subscription.
    private func next(on connection: V1Connection) -> Sending? {
        if let topic = ([connection.probeTopic] + topics.sorted()).first(where: { !connection.subscribed.contains($0) })
        {
            connection.subscribed.insert(topic)
            if topic != connection.probeTopic { gather() }
            return frame(topic, .subscribe).map { .control($0) }
        }
        if let text = connection.acknowledgements.popLast() { return .control(text) }
        if let next = outbox.first(where: { !connection.sent.contains($0.number) }) {
            connection.sent.insert(next.number)
            let text = frame(next.message.topic, .publish, next.message.payload, isSilent: next.isSilent)
            return text.map { .message(next.number, $0) }
        }
        return probe(on: connection)
    }

    private func frame(
        _ topic: String, _ kind: V1Frame.Kind, _ payload: String = "", isSilent: Bool = true
    ) -> String? {
        try? V1Frame(topic: topic, kind: kind, payload: payload, isSilent: isSilent).text
    }

    /// The frame of a probe, if there is something to find out, and no other probe is on its way.
    private func probe(on connection: V1Connection) -> Sending? {
        guard echoes != false, connection.probe == nil, !connection.sent.isEmpty else { return nil }
        connection.lastProbe &+= 1
        let text = String(connection.lastProbe)
        let timer = Task {
            guard (try? await time.sleep(timing.echo)) != nil else { return }
            probeMissed(text, on: connection)
        }
        connection.probe = V1Connection.Probe(text: text, numbers: connection.sent, timer: timer)
        return frame(connection.probeTopic, .publish, text).map { .control($0) }
    }

    /// Takes note that a probe has not come back in time.
    private func probeMissed(_ text: String, on connection: V1Connection) {
        guard self.connection === connection, connection.probe?.text == text else { return }
        if echoes == true {
            close(connection, code: 1001, then: .again(.lost, .timedOut))
        } else {
            echoes = false
            connection.probe = nil
            confirm(connection.sent)
        }
    }

    private func probeReturned(_ text: String, on connection: V1Connection) {
        guard let probe = connection.probe, probe.text == text else { return countUnwanted(on: connection) }
        echoes = true
        probe.timer.cancel()
        connection.probe = nil
        confirm(probe.numbers)
        write(on: connection)
    }

    private func confirm(_ numbers: Set<Int64>) {
        outbox.removeAll { numbers.contains($0.number) }
        connection?.sent.subtract(numbers)
        Task { [receiver] in
            for number in numbers.sorted() { await receiver.published(number) }
        }
        needChanged()
    }
}

/// What is received.
extension V1Bridge {
    /// Takes a frame.
    func take(_ text: String, on connection: V1Connection) {
        guard !connection.isClosedByClient else { return }
        if connection.frames.exceeds(limits.frames, at: time.now()) {
            return close(connection, code: 1008, then: .again(.crowded, .malformed))
        }
        guard let frame = try? V1Frame(parsing: text) else {
            statistics.malformed &+= 1
            return countUnwanted(on: connection)
        }
        guard frame.kind == .publish else { return countUnwanted(on: connection) }
        if frame.topic == connection.probeTopic { return probeReturned(frame.payload, on: connection) }
        guard topics.contains(frame.topic) else {
            statistics.unknownTopics &+= 1
            return countUnwanted(on: connection)
        }
        incoming.append(V1Message(bridge: address, topic: frame.topic, payload: frame.payload))
        incomingBytes += frame.payload.utf8.count
        deliver()
    }

    private func countUnwanted(on connection: V1Connection) {
        if connection.unwanted.exceeds(limits.unwanted, at: time.now()) {
            close(connection, code: 4000, then: .again(.crowded, .malformed))
        }
    }

    /// Collects messages for a moment from now on.
    private func gather() {
        gatheringEnd = time.now() + timing.gathering
        Task {
            try? await time.sleep(timing.gathering)
            deliver()
        }
    }

    /// Passes on what has come, in one task.
    private func deliver() {
        guard !isDelivering, !incoming.isEmpty, time.now() >= gatheringEnd else { return }
        isDelivering = true
        Task {
            while !isStopped, !incoming.isEmpty, time.now() >= gatheringEnd {
                let messages = incoming
                (incoming, incomingBytes) = ([], 0)
                endWaitForRoom()
                await deliver(messages)
            }
            isDelivering = false
        }
    }

    private func deliver(_ messages: [V1Message]) async {
        while !(await receiver.receive(messages)) {
            statistics.storageFailures &+= 1
            guard !isStopped, (try? await time.sleep(timing.retry)) != nil else { return }
        }
        statistics.received &+= messages.count
        guard let connection else { return }
        for message in messages {
            guard connection.acknowledgements.count < limits.acknowledgements else { break }
            frame(message.topic, .acknowledge).map { connection.acknowledgements.append($0) }
        }
        write(on: connection)
    }

    /// Waits until received messages are stored, if too many wait.
    func waitForRoom(on connection: V1Connection) async {
        while !isStopped, !connection.isClosedByClient,
            incoming.count >= limits.incoming || incomingBytes >= limits.incomingBytes
        {
            await withCheckedContinuation { roomWaiter = $0 }
        }
    }

    func endWaitForRoom() {
        roomWaiter?.resume()
        roomWaiter = nil
    }
}
