import { Effect, type Scope } from "effect"
import { join } from "node:path"
import { fillDataFolder } from "../database/embeddedDatabase.ts"
import { startInstalled } from "../processes/installedCommand.ts"
import { demoFile, freePort, ready, type Running, temporaryFolder } from "../processes/service.ts"

/**
 * The service in demo mode in a process of its own, ready, with a data folder that is gone with the scope unless `env`
 * names one. Gives what was written to its demo file, and the headers that its two interfaces are called with.
 */
export const demoProcess = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>> = {},
  run: (env: Readonly<Record<string, string>>) => Effect.Effect<Running, never, Scope.Scope> = startInstalled
) {
  const dataDir = env["DATA_DIR"] ?? join(yield* temporaryFolder, "data")
  if (env["DATA_DIR"] === undefined && env["DATABASE_URL"] === undefined) yield* fillDataFolder(dataDir)
  const port = yield* freePort
  const service = yield* run({
    DEMO: "1",
    DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
    ...env
  })
  yield* ready(service, `http://127.0.0.1:${port}`)
  const demo = yield* demoFile(dataDir)
  return {
    dataDir,
    service,
    demo,
    developer: { "x-api-key": demo.apiKey, "content-type": "application/json" },
    session: { authorization: `Bearer ${demo.serviceRoleKey}`, "x-org-id": demo.orgId }
  }
})
