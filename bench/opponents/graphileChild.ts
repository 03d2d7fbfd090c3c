import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Schema } from "effect"
import { graphileRunner, prompt } from "./graphileWorker.ts"
import { undiciPool } from "./undiciPool.ts"

const { DATABASE_URL = "", RECEIVER_URL = "" } = process.env

const decodeJob = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String, body: Schema.String }))

/** Posts what it finds among the jobs of a database, as they come. */
const main = Effect.gen(function* () {
  const post = yield* undiciPool(RECEIVER_URL)
  yield* graphileRunner(
    DATABASE_URL,
    async (payload) => {
      const { body, id } = decodeJob(payload)
      await post(id, body)
    },
    prompt
  )
  yield* Console.log(JSON.stringify({ url: RECEIVER_URL }))
  return yield* Effect.never
})

NodeRuntime.runMain(Effect.scoped(main))
