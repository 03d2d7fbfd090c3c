import { assert, describe, it } from "@effect/vitest"
import { Array, Context, Effect } from "effect"
import { EventLog } from "../../src/ports/EventLog.ts"
import { SendLedger } from "../../src/ports/SendLedger.ts"
import { givenTalker, someConversation } from "../contract/deliveryQueue/scene.ts"
import { accepted } from "../support/accepted.ts"
import { talkEvent } from "../support/givenEvents.ts"
import { attend, idsOf, processes, sequences } from "./attend.ts"

describe("what another process has recorded", () => {
  it.live("is told to who attends to it, whole when it is little", () =>
    Effect.gen(function* () {
      const instance = yield* processes
      const here = yield* instance
      const there = yield* instance
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker()
        const owner = yield* attend(talker)
        const conversation = yield* someConversation
        const others = Context.get(there, EventLog)
        const say = (count: number) =>
          others.appendAll(
            talker.id,
            Array.makeBy(count, () => talkEvent(talker.id, conversation, talker.at))
          )
        // The first may come before anybody listens.
        yield* say(1)
        yield* owner.some
        const { slice: one } = yield* owner.brought(say(1))
        assert.deepStrictEqual([sequences(one), owner.place().seen.length], [[2], 1])
        // More than a statement tells of, and soon after another.
        const { slice: five } = yield* owner.brought(say(5))
        assert.deepStrictEqual([sequences(five), owner.place().seen.length], [Array.range(3, 7), 1])
        // More than there is room for.
        const { slice: many } = yield* owner.brought(say(60))
        assert.deepStrictEqual(sequences(many), Array.range(8, 67))
        assert.deepStrictEqual(owner.place().seen, [])
      }).pipe(Effect.provideContext(here))
    }).pipe(Effect.scoped)
  )

  it.live("is told with the outcome of a send too", () =>
    Effect.gen(function* () {
      const instance = yield* processes
      const here = yield* instance
      const there = yield* instance
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker({ webhook: { events: ["message.sent"] } })
        const owner = yield* attend(talker)
        const { reserve, settle: settleSend } = Context.get(there, SendLedger)
        const send = Effect.gen(function* () {
          const intent = yield* talker.intent()
          const outcome = yield* accepted(intent, yield* reserve(talker.id, intent))
          yield* settleSend(talker.id, intent.messageId, outcome, talker.at)
          return outcome.event
        })
        yield* send
        yield* owner.some
        const { result, slice } = yield* owner.brought(send)
        assert.deepStrictEqual([idsOf(slice), sequences(slice)], [[result.id], [2]])
        assert.lengthOf(owner.place().seen, 1)
      }).pipe(Effect.provideContext(here))
    }).pipe(Effect.scoped)
  )
})
