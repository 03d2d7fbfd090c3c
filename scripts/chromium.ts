import { accessSync, constants } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"
import { aptGet } from "./aptGet.ts"

/** What the browser is called: Debian's, Ubuntu's and Fedora's, and Google's. */
const names = ["chromium", "chromium-browser", "google-chrome"]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The program that `CHROMIUM` names, or the first of the known ones in `PATH`. Undefined: there is none. */
export const findChromium = (env: NodeJS.ProcessEnv = process.env): string | undefined => {
  const { CHROMIUM = "", PATH = "" } = env
  if (isAbsolute(CHROMIUM)) return isExecutable(CHROMIUM) ? CHROMIUM : undefined
  const folders = PATH.split(delimiter).filter((folder) => folder !== "")
  return (CHROMIUM === "" ? names : [CHROMIUM])
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable)
}

/** Installs Debian's `chromium`; gives the reason when it cannot. */
export const installChromium = (): string | undefined =>
  process.getuid?.() === 0
    ? (aptGet("update") ?? aptGet("install", "-y", "--no-install-recommends", "chromium", "fonts-noto-core"))
    : "none of chromium, chromium-browser and google-chrome is in PATH, and only root can install one"

/** Flags of a browser without a screen. A sandbox needs another user than root, and containers have a small /dev/shm. */
export const chromiumFlags: ReadonlyArray<string> = [
  "--disable-dev-shm-usage",
  "--disable-gpu",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])
]
