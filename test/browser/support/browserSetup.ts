import { Effect, Exit, Scope } from "effect"
import { spawnSync } from "node:child_process"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import type { TestProject } from "vitest/node"
import { chromiumFlags, findChromium } from "../../../scripts/chromium.ts"
import type { Demo } from "../../../src/adapters/demo/DemoFile.ts"
import { demoFile, freePort, ready, start, temporaryFolder } from "../../support/processes/service.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** What all journeys share: one service in demo mode, and one browser. */
    readonly browser: {
      /** Where Playwright connects to the running Chromium. */
      readonly endpoint: string
      readonly dataDir: string
      readonly demo: Demo
    }
  }
}

/** The console as the sources have it, served by a service in demo mode with an embedded database. */
const service = Effect.gen(function* () {
  const dataDir = join(yield* temporaryFolder, "data")
  const port = yield* freePort
  const running = yield* start({
    DEMO: "1",
    DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128"
  })
  yield* ready(running, `http://127.0.0.1:${port}`)
  return { dataDir, demo: yield* demoFile(dataDir) }
})

const browser = (executablePath: string) =>
  Effect.acquireRelease(
    Effect.promise(() => chromium.launchServer({ executablePath, headless: true, args: [...chromiumFlags] })),
    (server) => Effect.promise(() => server.close())
  )

const script = join(import.meta.dirname, "../../../scripts/bundleConsole.ts")

/** As `npm run build` does it: vitest's own `NODE_ENV` would make the console one for development. */
const buildConsole = (): void => {
  const { NODE_ENV: _, ...env } = process.env
  const { status } = spawnSync(process.execPath, [script], { stdio: "inherit", env })
  if (status !== 0) throw new Error("the console could not be built")
}

/** Builds the console, and starts what all journeys share. */
export default async (project: TestProject) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error("No Chromium. Run `node scripts/installChromium.ts`")
  buildConsole()
  const scope = Scope.makeUnsafe()
  const started = await Effect.runPromise(
    Scope.provide(Effect.all({ service, browser: browser(executablePath) }, { concurrency: "unbounded" }), scope)
  )
  process.stdout.write(`Chromium at ${executablePath}; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`)
  project.provide("browser", { ...started.service, endpoint: started.browser.wsEndpoint() })
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
