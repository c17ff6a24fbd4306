// The library speaks C++ only: one function of it, as C.

#define ZX_USE_UTF8 1
#include "CZXing.h"

#include <ZXing/DecodeHints.h>
#include <ZXing/ImageView.h>
#include <ZXing/ReadBarcode.h>
#include <ZXing/Result.h>
#include <cstring>
#include <set>
#include <string>
#include <vector>

// Adds what the codes in the pixels say.
static void collect(const unsigned char *pixels, int width, int height, std::set<std::string> &texts) {
    ZXing::ImageView image(pixels, width, height, ZXing::ImageFormat::Lum);
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode);
    hints.setTryHarder(true);
    hints.setTryRotate(true);
    for (const ZXing::Result &result : ZXing::ReadBarcodes(image, hints)) {
        if (result.isValid()) texts.insert(result.text());
    }
}

// What all codes in the pixels say, dark on light and light on dark.
static std::set<std::string> all(const unsigned char *pixels, int width, int height) {
    std::set<std::string> texts;
    collect(pixels, width, height, texts);
    // Light on dark, which this version of the library does not look for.
    std::vector<unsigned char> inverted(pixels, pixels + static_cast<size_t>(width) * height);
    for (unsigned char &pixel : inverted) pixel = 255 - pixel;
    collect(inverted.data(), width, height, texts);
    return texts;
}

long drawbridge_read_qr(const unsigned char *pixels, int width, int height, char *text, size_t room) {
    try {
        const std::set<std::string> texts = all(pixels, width, height);
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

long drawbridge_read_qrs(const unsigned char *pixels, int width, int height, char *text, size_t room) {
    try {
        size_t length = 0;
        for (const std::string &said : all(pixels, width, height)) {
            if (said.find('\0') != std::string::npos || said.size() >= room - length) continue;
            std::memcpy(text + length, said.c_str(), said.size() + 1);
            length += said.size() + 1;
        }
        return length == 0 ? -1 : static_cast<long>(length);
    } catch (...) {
        return -1;  // The caller has no use for what it could throw.
    }
}
