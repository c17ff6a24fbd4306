#pragma once
#include <gio/gio.h>
#include <libsoup/soup.h>
