import { fileURLToPath } from "node:url"

/** The folder of this file when the service runs from its sources. */
const fromSources = /\/src\/adapters\/http\/console\/[^/]+$/

/** The folder of the built console: beside the bundled command or library, or the output folder of a source build. */
export const folderFor = (module: string): string =>
  fileURLToPath(new URL(fromSources.test(module) ? "../../../../dist/console" : "../console", module))

/** The folder of the built console of this installation. */
export const consoleFolder: string = folderFor(import.meta.url)
