import { Effect, Schema } from "effect"
import { call, connect } from "./callers.ts"
import * as Child from "./Child.ts"
import { type Size, WrongResult } from "./Comparison.ts"
import { Round } from "./Round.ts"

const decodeRound = Schema.decodeUnknownEffect(Schema.fromJsonString(Round))

/** Events of the first round, when nobody knows how fast it is. */
const firstEvents = ({ smoke }: Size) => (smoke ? 500 : 2_000)

/** How long a round is to last, in seconds. */
const roundSeconds = 1.5

export interface ContenderOptions {
  readonly name: string
  /** `serveRounds`. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  readonly size: Size
}

/**
 * A contender in a process of its own: in one, all of them would share a heap, and code that the runtime has made for
 * whoever came first. Each round has as many events as the speed of the last one makes of the time: after a pause
 * everybody is slow for a moment, which would be most of the turn of one that is quick, and little of another's.
 */
export const contenderIn = Effect.fnUntraced(function* ({ env, name, script, size }: ContenderOptions) {
  const { url } = yield* Child.start({ script, env })
  const pool = yield* connect(url, 1)
  let events = firstEvents(size)
  const round = Effect.gen(function* () {
    const { status, text } = yield* call(pool, { method: "GET", path: `/${events}`, headers: {}, body: null })
    if (status !== 200) return yield* new WrongResult({ reason: `${name}: ${text}` })
    const figures = yield* decodeRound(text)
    if (!size.smoke) events = Math.ceil(figures.perSecond * roundSeconds)
    return figures
  })
  return { name, round }
})
