#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An image of 8-bit pixels, line by line: red, green and blue, and with four channels also the opacity. `stride` is the
 * length of a line in bytes. */
typedef struct {
    const unsigned char *pixels;
    long width, height, channels, stride;
} DrawbridgeImage;

/* Looks for QR codes, dark on light or light on dark; transparent pixels are light. Writes the text of the only one, in
 * UTF-8, to `text`, which has room for `room` bytes. Returns its length in bytes, -1 if no code can be read or the text is
 * too long, and -2 if several codes have different texts. */
long drawbridge_read_qr(DrawbridgeImage image, char *text, size_t room);

/* The same for all codes: writes each text once, followed by a zero byte. Texts that contain a zero byte, or do not fit, are
 * left out. Returns the length in bytes, or -1 if there is none. */
long drawbridge_read_qrs(DrawbridgeImage image, char *text, size_t room);

#ifdef __cplusplus
}
#endif
