/**
 * Runs the journeys of the console in Chromium (decision 28, Tests in a browser). Ends with 1 when one fails, or when there
 * is no Chromium; with `--skip-if-missing` the latter is said in a line and ends with 0. Other arguments are vitest's.
 *
 * With `--screenshots` it takes the pictures of docs/console.md instead.
 *
 * node test/browser/main.ts [--skip-if-missing] [--screenshots] [file …]
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { findChromium } from "../../scripts/chromium.ts"

const root = join(import.meta.dirname, "../..")

/** Longest run, in milliseconds, so that nothing hangs in CI. */
const patience = 40 * 60_000

const skip = "--skip-if-missing"
const pictures = "--screenshots"
const args = process.argv.slice(2)
const chromium = findChromium()

if (chromium === undefined) {
  const reason = "no chromium, chromium-browser or google-chrome in PATH, and CHROMIUM names none"
  process.stdout.write(
    `${args.includes(skip) ? "Skipped" : "Failed"}: ${reason}. scripts/installChromium.ts installs it\n`
  )
  process.exitCode = args.includes(skip) ? 0 : 1
} else {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      args.includes(pictures) ? "screenshots" : "browser",
      ...args.filter((argument) => argument !== skip && argument !== pictures)
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM: chromium }, timeout: patience }
  )
  process.exitCode = status ?? 1
}
