import { type Context, Effect, Layer, Redacted } from "effect"
import { BalancedPool, type Dispatcher } from "undici"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { freePort } from "../../test/support/processes/service.ts"
import { BenchServer } from "../BenchServer.ts"
import { service } from "../servers.ts"

/** How many callers there are at the same time. */
export const concurrency = 64

/** Roles of a process, as `PARLEY_ROLES` has them. */
export type RolesOf = "api,inbound,worker" | "api" | "inbound,worker"

export interface Layout {
  readonly name: string
  readonly processes: ReadonlyArray<RolesOf>
  /** `DATABASE_CONNECTIONS` of each process. */
  readonly connections: number
}

/** A process of the service that runs. */
export interface Running {
  readonly roles: RolesOf
  readonly url: string
  /** Where its metrics are. */
  readonly adminUrl: string
  readonly pid: number
}

/** As many connections to each of the servers; calls take turns between them. */
const balanced = (urls: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => new BalancedPool([...urls], { connections: Math.ceil(concurrency / urls.length) })),
    (pool) => Effect.promise(() => pool.destroy())
  )

const startProcess = Effect.fnUntraced(function* (
  databaseUrl: string,
  graphUrl: string,
  { connections }: Layout,
  roles: RolesOf
) {
  const adminPort = yield* freePort
  const { pid, url } = yield* service(
    { databaseUrl, graphUrl },
    {
      PARLEY_ROLES: roles,
      ADMIN_PORT: String(adminPort),
      DATABASE_CONNECTIONS: String(connections),
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8"
    }
  )
  const running: Running = { roles, url, pid, adminUrl: `http://127.0.0.1:${adminPort}` }
  return running
})

/**
 * The processes of a layout, on a database of their own, with its stores. All deployments of a contest run at the same
 * time, and those whose turn it is not only poll.
 */
export const deploy = Effect.fnUntraced(function* (layout: Layout, graphUrl: string) {
  const databaseUrl = yield* (yield* BenchServer).database
  const stores = yield* Layer.build(storesOn(Database.server(Redacted.make(databaseUrl))))
  const processes = yield* Effect.forEach(layout.processes, (roles) =>
    startProcess(databaseUrl, graphUrl, layout, roles)
  )
  const poolOf = (role: string) => balanced(processes.filter(({ roles }) => roles.includes(role)).map(({ url }) => url))
  const api: Dispatcher = yield* poolOf("api")
  const inbound: Dispatcher = yield* poolOf("inbound")
  return { ...layout, databaseUrl, stores, running: processes, api, inbound }
})

export type Deployment = Effect.Success<ReturnType<typeof deploy>>

/** The stores of a deployment. */
export type Stores = Deployment["stores"] extends Context.Context<infer Services> ? Services : never
