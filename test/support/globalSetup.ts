import { NodeServices } from "@effect/platform-node"
import { Cause, Context, Exit, Layer, ManagedRuntime } from "effect"
import { createServer } from "node:http"
import { type TestProject } from "vitest/node"
import * as PostgresServer from "./PostgresServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers GET with the URL of the Postgres server, which the first one who asks starts. See `serverDatabase.ts`. */
    readonly postgresServer: string
  }
}

class Server extends Context.Service<Server, PostgresServer.PostgresServer>()("test/PostgresServer") {}

const server =
  process.env["DATABASE_URL"] === undefined
    ? Layer.effect(Server, PostgresServer.start()).pipe(Layer.provide(NodeServices.layer))
    : Layer.succeed(Server, { url: process.env["DATABASE_URL"] })

/** A run without a test that needs Postgres does not pay for one: only the address to ask at is there from the start. */
export default async (project: TestProject) => {
  const runtime = ManagedRuntime.make(server)
  const asked = createServer(async (_, response) => {
    const exit = await runtime.runPromiseExit(Server)
    response.statusCode = Exit.isSuccess(exit) ? 200 : 500
    response.end(Exit.isSuccess(exit) ? exit.value.url : Cause.pretty(exit.cause))
  })
  await new Promise<void>((resolve) => asked.listen(0, "127.0.0.1", resolve))
  const address = asked.address()
  project.provide("postgresServer", `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`)
  return async () => {
    asked.closeAllConnections()
    asked.close()
    await runtime.dispose()
  }
}
