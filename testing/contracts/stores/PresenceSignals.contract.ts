import { Effect, type Layer, Ref } from "effect"
import { ConversationId, UserId } from "../../../src/domain/Ids.ts"
import { PresenceSignals, type SaidPresence } from "../../../src/ports/conversations/ConversationStore.ts"
import { givenOrganization, uuid } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const presenceSignalsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `PresenceSignals: ${name}`, ports, (it) => {
    it.effect("presence signals: a process does not receive its own signals, and does not wait", () =>
      Effect.gen(function* () {
        const { id: organizationId } = yield* givenOrganization()
        const { listen, notify } = yield* PresenceSignals
        const received = yield* Ref.make<ReadonlyArray<SaidPresence>>([])
        yield* listen((signal) => Ref.update(received, (before) => [...before, signal]))
        const conversationId = ConversationId.make(yield* uuid)
        for (let count = 0; count < 1_000; count++) {
          const member = { userId: UserId.make(yield* uuid), name: "Ada", state: "viewing" as const }
          yield* notify({ organizationId, conversationId, member })
        }
        assert.deepStrictEqual(yield* Ref.get(received), [])
      }).pipe(Effect.scoped)
    )
  })
