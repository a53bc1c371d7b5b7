// cairn: runs, measures and draws scenes.
#include "apps/cairn/commands.h"

int main(int argc, char** argv) { return cairn::app::runCommandLine(argc, argv); }
