import { Effect } from "effect"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { contenderIn } from "../contenderIn.ts"
import { inTurn } from "../inTurn.ts"
import { receiver } from "../receiver.ts"

const bareName = "undici pool and HMAC, nothing kept"
const graphileName = "graphile-worker and undici"

const compare = Effect.fnUntraced(function* (size: Size) {
  const { database } = yield* BenchServer
  const { url } = yield* receiver
  const contender = Effect.fnUntraced(function* (name: string, key: string) {
    const env = { CONTENDER: key, DATABASE_URL: yield* database, RECEIVER_URL: url }
    return yield* contenderIn({ name, script: "bench/processes/deliverContender.ts", env, size })
  })
  return yield* inTurn(
    {
      heading: "recorded events of 20 organizations to one receiver; times are of the calls",
      unit: "deliveries/s",
      contenders: [
        yield* contender("effect-parley, attempts recorded", "ours"),
        yield* contender(bareName, "bare"),
        yield* contender(graphileName, "graphile")
      ],
      targets: [
        { what: "deliveries/s", against: bareName, figure: "perSecond", must: { atLeast: 0.4 } },
        { what: "deliveries/s", against: graphileName, figure: "perSecond", must: { atLeast: 1.8 } }
      ]
    },
    { ...size, warmUps: size.smoke ? 0 : 4 }
  )
})

export const deliver: Comparison = {
  about: "webhooks to a receiver on this machine: signed, sent, and the attempt recorded",
  run: Effect.fnUntraced(function* (size) {
    return [yield* compare(size)]
  })
}
