import { fileURLToPath } from "node:url"

/** Where this file is as long as the service runs from its sources. */
const fromSources = /\/src\/adapters\/http\/console\/[^/]+$/

/** The folder of the built console: beside that of the bundled command or library, or where the build of the sources puts it. */
export const folderFor = (module: string): string =>
  fileURLToPath(new URL(fromSources.test(module) ? "../../../../dist/console" : "../console", module))

/** The folder of the built console of this installation. */
export const consoleFolder: string = folderFor(import.meta.url)
