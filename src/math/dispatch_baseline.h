// In place of dispatch.h, before all else: the kernels of this file are compiled for the compiler's baseline alone.
#pragma once

#if !defined(HWY_COMPILE_ONLY_SCALAR) && !defined(HWY_COMPILE_ONLY_EMU128) && !defined(HWY_COMPILE_ONLY_STATIC)
#define HWY_COMPILE_ONLY_STATIC
#endif

#include "math/dispatch.h"
