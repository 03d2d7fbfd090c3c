import { Effect, FileSystem } from "effect"
import { testSecretsKey } from "../test/support/database/testSealer.ts"
import * as Child from "./Child.ts"

/** Calls a second and a minute that nobody here makes: the tiers are counted, and refuse nothing. */
export const wideTiers = {
  RATE_STANDARD_PER_MINUTE: "1000000",
  RATE_MESSAGING_PER_SECOND: "1000000",
  RATE_BULK_PER_MINUTE: "1000000",
  PACE_PAIR_BURST: "0",
  PACE_NUMBER_PER_SECOND: "0"
}

/** Where the platform is, as far as anybody here knows. */
export const platformSink = Effect.map(
  Child.start({ script: "bench/processes/platformSink.ts", env: {} }),
  ({ url }) => url
)

export interface ServerPlaces {
  /** Absent: the embedded database. */
  readonly databaseUrl?: string
  readonly graphUrl: string
}

/** The service as `npm start` runs it, or another script, in a process of its own. The key is that of the tests' stores. */
export const service = Effect.fnUntraced(function* (
  { databaseUrl, graphUrl }: ServerPlaces,
  env: Readonly<Record<string, string>> = {},
  node: Partial<Pick<Child.ChildOptions, "preload" | "script">> = {}
) {
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "parley-bench-" })
  return yield* Child.start({
    script: "src/start.ts",
    ...node,
    env: {
      PORT: "0",
      DATA_DIR: folder,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      GRAPH_URL: graphUrl,
      META_APP_SECRET: "7488c9a94e9d44a0bf2bbafcee4adfaf",
      META_VERIFY_TOKEN: "db2e5c5be3e1f99492918a773733a3db",
      SECRETS_KEY: testSecretsKey,
      AUTH_JWT_SECRET: "d8458b1daa56885e7eb7e2e0e06f0b5ec77e6f129f4c260f74d21fa7e398c940",
      SERVICE_ROLE_KEY: "sb_secret_0723d9bb02533c8dcb99d668f84596f5be56abe9072295e8",
      LOG_FORMAT: "json",
      ...wideTiers,
      ...env
    }
  })
})

/** The same endpoints with fastify, `pg` and undici, in a process of its own. */
export const fastifyService = (
  { databaseUrl, graphUrl }: Required<ServerPlaces>,
  env: Readonly<Record<string, string>> = {}
) =>
  Child.start({
    script: "bench/opponents/fastifyService.ts",
    env: { DATABASE_URL: databaseUrl, GRAPH_URL: graphUrl, ...wideTiers, ...env }
  })
