"""What a signer with a camera does with QR codes: it reads uniform resources (BCR-2020-005) and BBQr.

Written from the specifications, apart from the wallet's own code: the random numbers of the fountain code are integers
and exact fractions here, and the parts are solved as linear equations.
"""

import base64
import hashlib
import zlib

import cbor2

WORDS = (
    "able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz calm cash "
    "cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down draw drop drum dull "
    "duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap flew flux foxy free frog fuel "
    "fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang hard hawk heat help high hill holy hope "
    "horn huts iced idea idle inch inky into iris iron item jade jazz join jolt jowl judo jugs jump junk jury keep keno kept "
    "keys kick kiln king kite kiwi knob lamb lava lazy leaf legs liar limp lion list logo loud love luau luck lung main many "
    "math maze memo menu meow mild mint miss monk nail navy need news next noon note numb obey oboe omit onyx open oval owls "
    "paid part peck play plus poem pool pose puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs "
    "rust safe saga scar sets silk skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys "
    "trip tuna twin ugly undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs "
    "what when whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom"
).split()
VALUES = {word[0] + word[3]: value for value, word in enumerate(WORDS)}
MASK = 2**64 - 1


def bytewords(text):
    """The bytes that minimal Bytewords say, after their checksum."""
    data = bytes(VALUES[text[place : place + 2]] for place in range(0, len(text), 2))
    content, checksum = data[:-4], data[-4:]
    assert zlib.crc32(content).to_bytes(4, "big") == checksum, "the checksum of the words"
    return content


class Random:
    """xoshiro256**."""

    def __init__(self, seed):
        digest = hashlib.sha256(seed).digest()
        self.state = [int.from_bytes(digest[8 * word : 8 * word + 8], "big") for word in range(4)]

    def word(self):
        state = self.state
        rotate = lambda value, bits: (value << bits | value >> (64 - bits)) & MASK
        result = rotate(state[1] * 5 & MASK, 7) * 9 & MASK
        shifted = state[1] << 17 & MASK
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotate(state[3], 45)
        return result

    def fraction(self):
        return self.word() / 2.0**64


def degrees(count):
    """The tables of the alias method for the weights 1, 1/2, 1/3, …"""
    weights = [1 / place for place in range(1, count + 1)]
    total = sum(weights)
    scaled = [weight * count / total for weight in weights]
    small = [place for place in reversed(range(count)) if scaled[place] < 1]
    large = [place for place in reversed(range(count)) if scaled[place] >= 1]
    limits, aliases = [1.0] * count, [0] * count
    while small and large:
        low, high = small.pop(), large.pop()
        limits[low], aliases[low] = scaled[low], high
        scaled[high] += scaled[low] - 1
        (small if scaled[high] < 1 else large).append(high)
    return limits, aliases


def fragments(number, count, checksum, tables):
    """The fragments that a part mixes, as a bit mask."""
    if number <= count:
        return 1 << (number - 1)
    random = Random(number.to_bytes(4, "big") + checksum.to_bytes(4, "big"))
    place, chance = int(random.fraction() * count), random.fraction()
    degree = (place if chance < tables[0][place] else tables[1][place]) + 1
    rest, mask = list(range(count)), 0
    for _ in range(degree):
        mask |= 1 << rest.pop(int(random.fraction() * len(rest)))
    return mask


def resource(texts):
    """The type and the value that the texts of a series say, of which any may be missing; `None` if too many are."""
    rows, kind, shape = {}, None, None
    for text in texts:
        scheme, *fields = text.lower().removeprefix("ur:").split("/")
        assert kind in (None, scheme), "one type in a series"
        kind = scheme
        if len(fields) == 1:
            return kind, cbor2.loads(bytewords(fields[0]))
        number, count, length, checksum, data = cbor2.loads(bytewords(fields[1]))
        assert fields[0] == f"{number}-{count}" and shape in (None, (count, length, checksum))
        shape = (count, length, checksum)
        mask = fragments(number, count, checksum, degrees(count))
        value = int.from_bytes(data, "big")
        size = len(data)
        # Gaussian elimination over bits: each row begins with another fragment.
        while mask:
            top = mask.bit_length()
            if top not in rows:
                rows[top] = (mask, value)
                break
            mask, value = mask ^ rows[top][0], value ^ rows[top][1]
    count, length, checksum = shape
    if len(rows) < count:
        return None
    known = {}
    for top in sorted(rows):
        mask, value = rows[top]
        for place in range(top - 1):
            if mask >> place & 1:
                value ^= known[place]
        known[top - 1] = value
    message = b"".join(known[place].to_bytes(size, "big") for place in range(count))[:length]
    assert zlib.crc32(message) == checksum, "the checksum of the message"
    return kind, cbor2.loads(message)


def bbqr(texts):
    """The kind and the bytes of a series of BBQr codes, all of which are there."""
    parts, heads = {}, set()
    for text in texts:
        assert text.startswith("B$")
        heads.add(text[2:6])
        body = text[8:]
        body += "=" * (-len(body) % 8)
        parts[int(text[6:8], 36)] = bytes.fromhex(text[8:]) if text[2] == "H" else base64.b32decode(body)
    (head,) = heads
    assert sorted(parts) == list(range(int(head[2:], 36))), "every part is there"
    sizes = {len(parts[place]) for place in range(len(parts) - 1)}
    assert len(sizes) <= 1, "all parts but the last have the same size"
    data = b"".join(parts[place] for place in range(len(parts)))
    return head[1], zlib.decompress(data, -10) if head[0] == "Z" else data
