import { Effect } from "effect"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { contenderIn } from "../contenderIn.ts"
import { inTurn } from "../inTurn.ts"

const graphileName = "graphile-worker, batched"

const compare = Effect.fnUntraced(function* (size: Size) {
  const { database } = yield* BenchServer
  const contender = Effect.fnUntraced(function* (name: string, key: string) {
    const env = { CONTENDER: key, DATABASE_URL: yield* database }
    return yield* contenderIn({ name, script: "bench/processes/queueContender.ts", env, size })
  })
  return yield* inTurn(
    {
      heading: "events of 20 organizations, recorded, taken and settled; times are from recording to taking",
      unit: "events/s",
      contenders: [yield* contender("EventLog and DeliveryQueue", "ours"), yield* contender(graphileName, "graphile")],
      targets: [{ what: "events/s", against: graphileName, figure: "perSecond", must: { atLeast: 2 } }]
    },
    { ...size, warmUps: size.smoke ? 0 : 4 }
  )
})

export const queue: Comparison = {
  about: "events on their way to a handler that does nothing, and the record that it did, crash-safe",
  run: Effect.fnUntraced(function* (size) {
    return [yield* compare(size)]
  })
}
