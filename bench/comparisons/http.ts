import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as ApiKeyToken from "../../src/adapters/identity/ApiKeyToken.ts"
import { type Call, callers, connect } from "../callers.ts"
import * as Child from "../Child.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { sameAnswers, shapeOf } from "../sameAnswers.ts"
import { sendCalls } from "./sendHttp.ts"
import { wideTiers } from "../servers.ts"

const concurrency = 64
const opponent = "fastify, schemas both ways"

const compare = Effect.fnUntraced(function* (
  urls: { readonly ours: string; readonly theirs: string },
  {
    heading,
    least,
    of,
    expected
  }: {
    readonly heading: string
    readonly least: number
    readonly expected: number
    readonly of: (base: string) => (ordinal: number) => Call
  },
  size: Size
) {
  const ours = { pool: yield* connect(urls.ours, concurrency), callOf: of("/api/developer") }
  const theirs = { pool: yield* connect(urls.theirs, concurrency), callOf: of("") }
  yield* sameAnswers([ours.pool, ours.callOf(0)], [theirs.pool, theirs.callOf(0)], shapeOf)
  const round = ({ callOf, pool }: typeof ours) =>
    callers(pool, { callOf, concurrency, expected, seconds: size.seconds })
  return yield* inTurn(
    {
      heading,
      unit: "requests/s",
      contenders: [
        { name: "effect-parley", round: round(ours) },
        { name: opponent, round: round(theirs) }
      ],
      targets: [{ what: "requests/s", against: opponent, figure: "perSecond", must: { atLeast: least } }]
    },
    size
  )
})

export const http: Comparison = {
  about: "what HTTP costs: key, tier, validation, answer and log, with nothing behind them",
  run: Effect.fnUntraced(function* (size) {
    const key = Redacted.value(yield* ApiKeyToken.make((length) => Effect.sync(() => randomBytes(length))))
    const headers = { "x-api-key": key }
    const start = (script: string) => Child.start({ script, env: { API_KEY: key, ...wideTiers } })
    const urls = {
      ours: (yield* start("bench/processes/serveFromMemory.ts")).url,
      theirs: (yield* start("bench/opponents/fastifyFromMemory.ts")).url
    }
    const get = yield* compare(
      urls,
      {
        heading: `GET /v1/contacts, 20 rows, ${concurrency} at once`,
        least: 0.6,
        expected: 200,
        of: (base) => () => ({ method: "GET", path: `${base}/v1/contacts?limit=20`, headers, body: null })
      },
      size
    )
    const post = yield* compare(
      urls,
      {
        heading: `POST /v1/send-message that goes nowhere, ${concurrency} at once`,
        least: 0.55,
        expected: 201,
        of: (base) => sendCalls(base, headers)
      },
      size
    )
    return [get, post]
  })
}
