// The library speaks C++ only: one function of it, as C.

#define ZX_USE_UTF8 1
#include "CZXing.h"

#include <ZXing/ImageView.h>
#include <ZXing/ReadBarcode.h>
#include <cstring>
#include <set>
#include <string>
#include <vector>

// Version 2.2 renamed the options, and 3.0 removes the old header.
#if __has_include(<ZXing/ReaderOptions.h>)
#include <ZXing/ReaderOptions.h>
using Options = ZXing::ReaderOptions;
#else
#include <ZXing/DecodeHints.h>
using Options = ZXing::DecodeHints;
#endif

// Adds the texts of the codes in grey pixels.
static void collect(const unsigned char *grey, const DrawbridgeImage &image, std::set<std::string> &texts) {
    ZXing::ImageView view(grey, static_cast<int>(image.width), static_cast<int>(image.height), ZXing::ImageFormat::Lum);
    Options hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode);
    hints.setTryHarder(true);
    hints.setTryRotate(true);
    for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
        if (result.isValid()) texts.insert(result.text());
    }
}

// The texts of all codes in an image, dark on light and light on dark.
static std::set<std::string> all(const DrawbridgeImage &image) {
    std::set<std::string> texts;
    if (image.channels != 3 && image.channels != 4) return texts;
    std::vector<unsigned char> pixels(static_cast<size_t>(image.width) * image.height);
    // Plain pointers, which are also fast without optimization.
    unsigned char *grey = pixels.data();
    for (long row = 0; row < image.height; row++) {
        const unsigned char *pixel = image.pixels + row * image.stride;
        for (long column = 0; column < image.width; column++, pixel += image.channels) {
            // ITU-R BT.601.
            int light = (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000;
            int opacity = image.channels == 4 ? pixel[3] : 255;
            *grey++ = static_cast<unsigned char>((light * opacity + 255 * (255 - opacity)) / 255);
        }
    }
    collect(pixels.data(), image, texts);
    // Light on dark, which older versions of the library do not look for.
    for (grey = pixels.data(); grey != pixels.data() + pixels.size(); grey++) *grey = 255 - *grey;
    collect(pixels.data(), image, texts);
    return texts;
}

long drawbridge_read_qr(DrawbridgeImage image, char *text, size_t room) {
    try {
        const std::set<std::string> texts = all(image);
        if (texts.empty()) return -1;
        if (texts.size() > 1) return -2;
        const std::string &said = *texts.begin();
        if (said.size() > room) return -1;
        std::memcpy(text, said.data(), said.size());
        return static_cast<long>(said.size());
    } catch (...) {
        return -1;  // The caller has no use for what it could throw.
    }
}

long drawbridge_read_qrs(DrawbridgeImage image, char *text, size_t room) {
    try {
        size_t length = 0;
        for (const std::string &said : all(image)) {
            if (said.find('\0') != std::string::npos || said.size() >= room - length) continue;
            std::memcpy(text + length, said.c_str(), said.size() + 1);
            length += said.size() + 1;
        }
        return length == 0 ? -1 : static_cast<long>(length);
    } catch (...) {
        return -1;  // The caller has no use for what it could throw.
    }
}
