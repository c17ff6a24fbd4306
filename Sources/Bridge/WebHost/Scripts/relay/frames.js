// @ts-check

/**
 * Checks the usual texts of many frames without making a string of each.
 *
 * @param {string} text Frames, separated by U+001E.
 * @param {string} tags What a frame may begin with.
 * @param {number} most The maximum number of UTF-16 units of a frame.
 * @returns {number} The number of frames, or 0 if one has another form than `tag number:text` or is longer.
 */
export function countShort(text, tags, most) {
    let count = 0;
    for (let start = 0; start <= text.length; count += 1) {
        const next = text.indexOf("\x1e", start);
        const stop = next < 0 ? text.length : next;
        if (stop - start > most || stop === start || !tags.includes(text.charAt(start))) return 0;
        let index = start + 1;
        let code = text.charCodeAt(index);
        // A number of at most 16 digits, the first of which is not 0.
        if (code === 0x30) return 0;
        while (code >= 0x30 && code <= 0x39) code = text.charCodeAt((index += 1));
        if (code !== 0x3a || index === start + 1 || index > start + 17) return 0;
        start = stop + 1;
    }
    return count;
}

/**
 * The tag and the number of a frame.
 *
 * @param {string} frame
 */
export function nameOf(frame) {
    return frame.slice(0, frame.indexOf(":"));
}
