import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Schema } from "effect"
import { batched, graphileRunner, prompt } from "./graphileWorker.ts"
import { connections, undiciPool } from "./undiciPool.ts"

const { DATABASE_URL = "", FETCH = "prompt", RECEIVER_URLS = "" } = process.env

const decodeJob = Schema.decodeUnknownSync(
  Schema.Struct({ id: Schema.String, body: Schema.String, url: Schema.String })
)

/** Posts what it finds among the jobs of a database: each as it comes, or `batched`. */
const main = Effect.gen(function* () {
  const urls = RECEIVER_URLS.split(" ")
  const posts = new Map(
    yield* Effect.forEach(urls, (url) => Effect.map(undiciPool(url), (post) => [url, post] as const))
  )
  yield* graphileRunner(
    DATABASE_URL,
    async (payload) => {
      const { body, id, url } = decodeJob(payload)
      await posts.get(url)?.(id, body)
    },
    FETCH === "batched" ? { ...batched, concurrentJobs: connections } : prompt
  )
  yield* Console.log(JSON.stringify({ url: RECEIVER_URLS }))
  return yield* Effect.never
})

NodeRuntime.runMain(Effect.scoped(main))
