// The library speaks C++ only: one function of it, as C.

#define ZX_USE_UTF8 1
#include "CZXing.h"

#include <ZXing/DecodeHints.h>
#include <ZXing/ImageView.h>
#include <ZXing/ReadBarcode.h>
#include <ZXing/Result.h>
#include <cstring>
#include <string>

long drawbridge_read_qr(const unsigned char *pixels, int width, int height, char *text, size_t room) {
    try {
        ZXing::ImageView image(pixels, width, height, ZXing::ImageFormat::Lum);
        ZXing::DecodeHints hints;
        hints.setFormats(ZXing::BarcodeFormat::QRCode);
        hints.setTryHarder(true);
        hints.setTryRotate(true);
        ZXing::Result result = ZXing::ReadBarcode(image, hints);
        if (!result.isValid()) return -1;
        std::string said = result.text();
        if (said.size() > room) return -1;
        std::memcpy(text, said.data(), said.size());
        return static_cast<long>(said.size());
    } catch (...) {
        return -1;  // What it could throw is of no use to who asked.
    }
}
