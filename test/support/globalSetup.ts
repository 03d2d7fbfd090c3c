import { NodeServices } from "@effect/platform-node"
import { Cause, Context, Effect, Exit, FileSystem, Layer, ManagedRuntime, Path, Redacted, Scope } from "effect"
import { execFile } from "node:child_process"
import { createServer } from "node:http"
import { promisify } from "node:util"
import { type TestProject } from "vitest/node"
import { Command, Delivering } from "./processes/Bundles.ts"
import { createDatabase } from "./servers/databases.ts"
import * as PostgresServer from "./servers/PostgresServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * Address of what tests share; each part is made for its first request. `GET /server`: URL of the Postgres server;
     * `GET /oldest`: URL of a server of the oldest version; `GET /server/migrated` and `GET /oldest/migrated`: URL of a
     * database there with the tables of the service; `GET /embedded`: path of a folder with `empty.tar` and
     * `migrated.tar`, two embedded databases; `GET /command` and `GET /delivering`: paths of scripts that many processes
     * run. Use `serverDatabase.ts`, `embeddedDatabase.ts`, `installedCommand.ts` and `courier.ts`.
     */
    readonly shared: string
    /** The server of the project's tests, see `vitest.config.ts`. */
    readonly server: "server" | "oldest"
    /** Use `effort.ts`. */
    readonly effort: "short" | "thorough"
  }
}

/** Loaded when it is needed, as the bundler is. */
const adapter = Effect.promise(() => import("../../src/adapters/postgres/database/Database.ts"))

/** No test stops the shared server, so it need not survive a failure of the machine. */
const withoutDisk = { fsync: "off", full_page_writes: "off" }

/** A database that tests copy instead of creating the tables of the service. */
const migratedOn = Effect.fnUntraced(function* (server: string) {
  const { server: stores } = yield* adapter
  const url = yield* createDatabase(server)
  yield* Effect.scoped(Layer.build(stores(Redacted.make(url))))
  return url
})

class Server extends Context.Service<
  Server,
  { readonly url: string; readonly migrated: Effect.Effect<string, unknown> }
>()("test/PostgresServer") {
  static readonly layer = (programs: typeof PostgresServer.newest) =>
    Layer.effect(
      Server,
      Effect.gen(function* () {
        const { url } =
          process.env["DATABASE_URL"] === undefined
            ? yield* PostgresServer.start({ programs: yield* programs, settings: withoutDisk })
            : { url: process.env["DATABASE_URL"] }
        const scope = yield* Effect.scope
        return { url, migrated: yield* Effect.cached(Scope.provide(migratedOn(url), scope)) }
      })
    )
}

class Embedded extends Context.Service<Embedded, { readonly folder: string }>()("test/Embedded") {
  static readonly layer = Layer.effect(
    Embedded,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "parley-embedded-" })
      const script = path.join(import.meta.dirname, "database/dumpEmbedded.ts")
      yield* Effect.tryPromise(() => promisify(execFile)(process.execPath, [script, folder]))
      return { folder }
    })
  )
}

/** A run without a test that needs one of them does not pay for it: only the address to ask at is there at once. */
export default async (project: TestProject) => {
  const makeServer = (programs: typeof PostgresServer.newest) =>
    ManagedRuntime.make(Server.layer(programs).pipe(Layer.provide(NodeServices.layer)))
  const server = makeServer(PostgresServer.newest)
  const oldest = makeServer(PostgresServer.oldest)
  const embedded = ManagedRuntime.make(Embedded.layer.pipe(Layer.provide(NodeServices.layer)))
  const makeCommand = () => ManagedRuntime.make(Command.layer.pipe(Layer.provide(NodeServices.layer)))
  const makeDelivering = () => ManagedRuntime.make(Delivering.layer.pipe(Layer.provide(NodeServices.layer)))
  let command = makeCommand()
  let delivering = makeDelivering()
  // Who lets vitest watch has changed the sources.
  project.onTestsRerun(async () => {
    await Promise.all([command.dispose(), delivering.dispose()])
    command = makeCommand()
    delivering = makeDelivering()
  })

  const answers = (url: string | undefined): Promise<Exit.Exit<string, unknown>> => {
    if (url === "/server") return server.runPromiseExit(Effect.map(Server, ({ url }) => url))
    if (url === "/oldest") return oldest.runPromiseExit(Effect.map(Server, ({ url }) => url))
    if (url === "/server/migrated") return server.runPromiseExit(Effect.flatMap(Server, ({ migrated }) => migrated))
    if (url === "/oldest/migrated") return oldest.runPromiseExit(Effect.flatMap(Server, ({ migrated }) => migrated))
    if (url === "/embedded") return embedded.runPromiseExit(Effect.map(Embedded, ({ folder }) => folder))
    if (url === "/command") return command.runPromiseExit(Effect.map(Command, ({ script }) => script))
    return delivering.runPromiseExit(Effect.map(Delivering, ({ script }) => script))
  }

  const asked = createServer(async ({ url }, response) => {
    const exit = await answers(url)
    response.statusCode = Exit.isSuccess(exit) ? 200 : 500
    response.end(Exit.isSuccess(exit) ? exit.value : Cause.pretty(exit.cause))
  })
  await new Promise<void>((resolve) => asked.listen(0, "127.0.0.1", resolve))
  const address = asked.address()
  project.provide("shared", `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`)
  return async () => {
    asked.closeAllConnections()
    asked.close()
    await Promise.all([server, oldest, embedded, command, delivering].map((runtime) => runtime.dispose()))
  }
}
