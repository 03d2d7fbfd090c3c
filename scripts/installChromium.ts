import { findChromium, installChromium } from "./chromium.ts"

/**
 * Installs Debian's Chromium where there is no browser for `npm run test:browser`, and prints which one is used. Ends with 1
 * when there is none, or with 0 and a line that says why with `--if-possible`.
 *
 * npm run chromium -- [--if-possible]
 */
const failure = findChromium() === undefined ? installChromium() : undefined
const found = findChromium()
process.stdout.write(found === undefined ? `No Chromium: ${failure ?? "apt-get installed none"}\n` : `${found}\n`)
if (found === undefined && !process.argv.includes("--if-possible")) process.exitCode = 1
