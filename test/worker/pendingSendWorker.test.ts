import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryDirectMessages from "../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { WhatsAppPlatform } from "../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { pendingSendWorker } from "../../src/adapters/worker/workers.ts"
import { sendAfterCommit } from "../../src/app/sends/pendingSends.ts"
import { changeScheduled, scheduleSend } from "../../src/app/sends/scheduledSends.ts"
import { backendAccess } from "../../src/domain/access/SessionAccess.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { PendingSends } from "../../src/ports/sends/PendingSends.ts"
import { givenTeam, teamWorld } from "../app/conversations/supportTeam.ts"

const world = MemoryDirectMessages.layer.pipe(Layer.provideMerge(teamWorld))

const to = "+1 555 123 4567"
const message = { channel: "whatsapp", content: WhatsAppContent.cases.Text.make({ text: "Hello" }) } as const

/** A running worker, and how often it has looked for due sends. */
const given = Effect.gen(function* () {
  const { id } = yield* givenTeam
  const sends = yield* PendingSends
  let looks = 0
  const counted = PendingSends.of({
    ...sends,
    claim: (...args) =>
      Effect.andThen(
        Effect.sync(() => void (looks += 1)),
        sends.claim(...args)
      )
  })
  yield* Layer.build(pendingSendWorker).pipe(Effect.provideService(PendingSends, counted))
  const { requests } = yield* WhatsAppPlatform
  return {
    id,
    looks: () => looks,
    sent: Effect.map(requests, (all) => all.length),
    inMinutes: (minutes: number) => Effect.map(DateTime.now, (now) => DateTime.add(now, { minutes }))
  }
})

describe("the worker of recorded and scheduled sends", () => {
  it.effect("scheduled sends: an idle worker waits for the next due time, and sends at it", () =>
    Effect.gen(function* () {
      const { id, inMinutes, looks, sent } = yield* given
      yield* scheduleSend(id, to, message, { sendAt: yield* inMinutes(60) })
      yield* TestClock.adjust("1 minute")
      const before = looks()
      yield* TestClock.adjust("58 minutes")
      assert.isAtMost(looks() - before, 58 * 6 + 1)
      yield* TestClock.adjust("59900 millis")
      assert.strictEqual(yield* sent, 0)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(yield* sent, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("scheduled sends: a recorded send and an earlier time wake the worker at once", () =>
    Effect.gen(function* () {
      const { id, inMinutes, sent } = yield* given
      const { id: send } = yield* scheduleSend(id, to, message, { sendAt: yield* inMinutes(60) })
      yield* TestClock.adjust("5 seconds")
      yield* sendAfterCommit(id, "+1 555 765 4321", message)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* sent, 1)
      yield* changeScheduled(backendAccess(id), send, { sendAt: DateTime.add(yield* DateTime.now, { seconds: 2 }) })
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* sent, 2)
    }).pipe(Effect.provide(world))
  )
})
