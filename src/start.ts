#!/usr/bin/env node
import module from "node:module"

/** The minimum Node version; `engines` of package.json has the same. */
const oldest = { major: 22, minor: 19 }

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

// Before anything else is loaded: the rest does not even compile on an older Node.
if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  process.stderr.write(
    `effect-parley needs Node ${oldest.major}.${oldest.minor} or newer; this is Node ${process.versions.node}.\n`
  )
  process.exitCode = 1
} else {
  // Compiled code is cached between starts, which saves a third of the start time.
  module.enableCompileCache()
  await import("./main.ts")
}
