import { writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Loaded before a server: at SIGUSR2 it collects garbage, and writes the bytes that are left to `MEMORY_FILE`. */
setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

process.on("SIGUSR2", () => {
  collect()
  collect()
  const { external, heapUsed } = process.memoryUsage()
  writeFileSync(process.env["MEMORY_FILE"] ?? "/dev/null", String(heapUsed + external))
})
