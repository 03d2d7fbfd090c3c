import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ConversationId } from "../../src/domain/Ids.ts"
import { NextStep } from "../../src/domain/webhooks/afterRefusal.ts"
import { ConsumerName } from "../../src/domain/webhooks/EventConsumer.ts"
import { EventConsumers } from "../../src/ports/webhooks/EventConsumers.ts"
import { givenOrganization, uuid } from "../../testing/given/given.ts"
import { talkEvent } from "../../testing/given/givenEvents.ts"
import { operate, operateInWords, operatorWorld } from "./operatorScene.ts"

const at = DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")

/** A consumer with a dead letter. */
const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const consumers = yield* EventConsumers
  const name = ConsumerName.make("bot")
  yield* consumers.register(name, "now")
  const event = talkEvent(id, ConversationId.make(yield* uuid), at)
  const delivery = {
    organizationId: id,
    event: { ...event, sequence: 1, dataJson: JSON.stringify(event.data) },
    failures: 9,
    isDeferred: false
  }
  yield* consumers.fail(name, { delivery, at, error: "Error: out of\nstock", next: NextStep.cases.GiveUp.make({}) })
  return { event: event.id, id }
})

const run = (...args: ReadonlyArray<string>) => operate(["consumer", ...args])

describe("parley consumer", () => {
  it.effect("lists consumers with their dead letters, replays and discards dead letters, and removes a consumer", () =>
    Effect.gen(function* () {
      assert.include((yield* operateInWords(["consumer", "list"])).printed, "No program has handled events")
      const { event, id } = yield* given
      const state = (dead: number) => ({
        consumers: [{ name: "bot", lagSeconds: 0, deferred: 1 - dead, dead, isRunning: false }],
        hasMore: false
      })
      assert.deepStrictEqual((yield* run("list")).answer, state(1))
      const letter = {
        id: event,
        event: "message.sent",
        organizationId: id,
        occurredAt: DateTime.formatIso(at),
        deadAt: DateTime.formatIso(at),
        failures: 10,
        error: "Error: out of\nstock"
      }
      assert.deepStrictEqual((yield* run("dead", "--name", "bot")).answer, { deadLetters: [letter], hasMore: false })
      const { printed } = yield* operateInWords(["consumer", "dead", "--name", "bot"])
      assert.include(printed, "Error: out of stock")

      const other = yield* uuid
      assert.deepStrictEqual((yield* run("replay", "--name", "bot", "--id", other)).answer, { replayed: 0 })
      assert.deepStrictEqual((yield* run("replay", "--name", "bot", "--id", event)).answer, { replayed: 1 })
      assert.deepStrictEqual((yield* run("list")).answer, state(0))
      assert.deepStrictEqual((yield* run("discard", "--name", "bot")).answer, { discarded: 0 })
      assert.deepStrictEqual((yield* run("remove", "--name", "bot")).answer, { removed: "bot" })
      assert.deepStrictEqual((yield* run("list")).answer, { consumers: [], hasMore: false })
    }).pipe(Effect.provide(operatorWorld("own")))
  )

  it.effect.each(["dead", "replay", "discard", "remove"])("%s names an unknown consumer", (command) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(command, "--name", "bot"), {
        code: 3,
        answer: null,
        error: "There is no consumer bot. `parley consumer list` shows all"
      })
      assert.strictEqual((yield* run(command, "--name", "Bot 1")).code, 2)
    }).pipe(Effect.provide(operatorWorld("own")))
  )
})
