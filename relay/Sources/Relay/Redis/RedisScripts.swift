/// The steps that a Redis server does at once, in Lua.
///
/// The messages of a topic are a stream; an entry has the publisher `p`, the end of the lifetime `x` in milliseconds
/// since 1970, and the body `b`. Beside it is a number: how many bytes the messages count.
enum RedisScripts {
    /// Adds a message.
    ///
    /// KEYS: stream, bytes, mark, clock. ARGV: publisher, lifetime in ms, body, most messages, most bytes, overhead of a
    /// message, lifetime of the mark in ms or 0, channel.
    ///
    /// Returns 0 when the message was added, 1 for a repetition, 2 where there is no room. Ids are in order over all
    /// topics, and are never given twice, even if the time of day is set back.
    static let append = """
        local marks = tonumber(ARGV[7])
        if marks > 0 and redis.call('EXISTS', KEYS[3]) == 1 then return 1 end
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        local overhead = tonumber(ARGV[6])
        local size = #ARGV[3] + overhead
        local count = redis.call('XLEN', KEYS[1])
        local bytes = tonumber(redis.call('GET', KEYS[2]) or '0')
        if count >= tonumber(ARGV[4]) or bytes + size > tonumber(ARGV[5]) then
            for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
                if tonumber(entry[2][4]) <= now then
                    redis.call('XDEL', KEYS[1], entry[1])
                    count = count - 1
                    bytes = bytes - #entry[2][6] - overhead
                end
            end
            if count >= tonumber(ARGV[4]) or bytes + size > tonumber(ARGV[5]) then return 2 end
        end
        local lifetime = tonumber(ARGV[2])
        local expires = string.format('%.0f', now + lifetime)
        local time = math.max(now, tonumber(redis.call('HGET', KEYS[4], 'time') or '0'))
        redis.call('HSET', KEYS[4], 'time', string.format('%.0f', time))
        local id = string.format('%.0f-%.0f', time, redis.call('HINCRBY', KEYS[4], 'sequence', 1))
        redis.call('XADD', KEYS[1], id, 'p', ARGV[1], 'x', expires, 'b', ARGV[3])
        local rest = math.max(redis.call('PTTL', KEYS[1]), lifetime + 1000)
        redis.call('PEXPIRE', KEYS[1], string.format('%.0f', rest))
        redis.call('SET', KEYS[2], string.format('%.0f', bytes + size), 'PX', string.format('%.0f', rest))
        if marks > 0 then redis.call('SET', KEYS[3], '', 'PX', ARGV[7]) end
        redis.call('PUBLISH', ARGV[8], id .. ' ' .. expires .. ' ' .. ARGV[1] .. ARGV[3])
        return 0
        """

    /// Reads messages.
    ///
    /// KEYS: stream. ARGV: the id behind which to read, the most messages, the most bytes.
    ///
    /// Returns whether there is more, the last id that was looked at, and for each message its id, publisher, end of
    /// the lifetime and body.
    static let read = """
        local limit = tonumber(ARGV[2])
        local entries = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', limit + 1)
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        local result = {0, ARGV[1]}
        local bytes = 0
        for place, entry in ipairs(entries) do
            bytes = bytes + #entry[2][6]
            if place > limit or (place > 1 and bytes > tonumber(ARGV[3])) then
                result[1] = 1
                break
            end
            result[2] = entry[1]
            if tonumber(entry[2][4]) > now then
                table.insert(result, entry[1])
                table.insert(result, entry[2][2])
                table.insert(result, entry[2][4])
                table.insert(result, entry[2][6])
            end
        end
        return result
        """

    /// Removes messages.
    ///
    /// KEYS: stream, bytes. ARGV: overhead of a message, ids.
    static let remove = """
        local freed = 0
        for place = 2, #ARGV do
            local entry = redis.call('XRANGE', KEYS[1], ARGV[place], ARGV[place])[1]
            if entry then
                redis.call('XDEL', KEYS[1], ARGV[place])
                freed = freed + #entry[2][6] + tonumber(ARGV[1])
            end
        end
        if freed == 0 then return 0 end
        if redis.call('XLEN', KEYS[1]) == 0 then
            redis.call('DEL', KEYS[1], KEYS[2])
        else
            redis.call('DECRBY', KEYS[2], string.format('%.0f', freed))
        end
        return freed
        """
}
