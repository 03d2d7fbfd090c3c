import { Effect, Redacted } from "effect"
import type { Pool } from "undici"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { phoneOf } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { call, type Call, callers, connect } from "../callers.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { exactSends, sendsOf } from "../exactSends.ts"
import { inTurn } from "../inTurn.ts"
import { mostOpen, openLoop } from "../openLoop.ts"
import { roundOf } from "../Round.ts"
import { sendCalls } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"
import { givenTenant } from "../rows/tenant.ts"

/** Connections at what can be done, and at more than that: then one for each open call, so that none waits in the generator. */
const connections = { capacity: 64, overload: mostOpen }

/** Milliseconds after which an answer is of no use to its caller. */
const deadlineMillis = 1_000

/** People who are written to. */
const people = 1_000

/** Seconds of each open loop, beside those that an overload takes to be noticed. */
const settleSeconds = 1

/** Each round has three loops, and all of them two minutes. */
const mostRounds = 3

const serviceKey = "sb_secret_5b1e6a0d9c3f48f7a2c60d41be97f3085e2a4c6b8d0f1e3a"

/** Sends of the Session interface, which are no part of the fast path. */
const sessionCalls = (organizationId: string) => {
  const headers = {
    authorization: `Bearer ${serviceKey}`,
    "x-org-id": organizationId,
    "content-type": "application/json"
  }
  return (ordinal: number): Call => ({
    method: "POST",
    path: "/api/whatsapp/messages/send",
    headers,
    body: JSON.stringify({ to: phoneOf(ordinal % people), type: "text", text: "Hello" })
  })
}

/** Calls at a rate, whatever is answered: those that are answered in time, a second. */
const offered = Effect.fnUntraced(function* (
  pool: Pool,
  callOf: (ordinal: number) => Call,
  expected: number,
  perSecond: number,
  seconds: number
) {
  yield* openLoop(pool, { callOf, expected, perSecond, seconds: settleSeconds })
  const { asExpected, wrong } = yield* openLoop(pool, { callOf, expected, perSecond, seconds })
  if (wrong !== null && wrong !== 503) return yield* new WrongResult({ reason: `answered ${wrong}` })
  const inTime = asExpected.filter((millis) => millis <= deadlineMillis)
  return roundOf(inTime, seconds * 1_000)
})

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const tenant = yield* givenTenant()
  const { url } = yield* service(
    { databaseUrl, graphUrl: yield* platformSink },
    { SERVICE_ROLE_KEY: serviceKey, MAX_CONNECTIONS_PER_ADDRESS: "0" }
  )
  const seconds = size.smoke ? 0.5 : size.seconds
  const close = yield* connect(url, connections.capacity)
  const open = yield* connect(url, connections.overload)
  const known = sendCalls("/api/developer", tenant.headers)
  yield* Effect.forEach(Array.from({ length: people }).keys(), (ordinal) => call(close, known(ordinal)), {
    concurrency: connections.capacity,
    discard: true
  })

  const contest = (heading: string, callOf: (ordinal: number) => Call, expected: number) =>
    Effect.gen(function* () {
      const most = callers(close, { callOf, concurrency: connections.capacity, expected, seconds })
      let capacity = (yield* most).perSecond
      const outcome = yield* inTurn(
        {
          heading,
          unit: "in time/s",
          contenders: [
            {
              name: "three times as much, in an open loop",
              round: Effect.suspend(() => offered(open, callOf, expected, 3 * capacity, seconds))
            },
            {
              name: "as much as can be done, in a closed loop",
              round: Effect.tap(most, ({ perSecond }) => Effect.sync(() => void (capacity = perSecond)))
            },
            {
              name: "the same, in an open loop",
              round: Effect.suspend(() => offered(open, callOf, expected, capacity, seconds))
            }
          ],
          targets: [
            {
              what: "answered in time",
              against: "as much as can be done, in a closed loop",
              figure: "perSecond",
              must: { atLeast: 0.9 }
            }
          ]
        },
        { ...size, rounds: Math.min(size.rounds, mostRounds), warmUps: Math.min(size.warmUps, 1) },
        [`in time is within ${deadlineMillis} ms of the moment a call was due`]
      )
      return outcome
    })
  const session = yield* contest("POST /api/whatsapp/messages/send", sessionCalls(tenant.id), 200)
  const { counted } = yield* sendsOf([tenant.id])
  yield* exactSends([tenant.id], counted)
  return [session]
})

export const overload: Comparison = {
  about: "three times what can be done: what is begun is answered in time, and the rest refused at once",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))
  })
}
