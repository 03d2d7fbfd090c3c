import { Effect, type Layer } from "effect"
import { MessageId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { givenSender, uuid } from "../../given/given.ts"
import { messageOf } from "../../given/seen.ts"
import type { StorePorts } from "../StorePorts.ts"
import { finding } from "./messageStore/finding.ts"
import { listing } from "./messageStore/listing.ts"
import { quoting } from "./messageStore/quoting.ts"
import { searching } from "./messageStore/searching.ts"
import { lostMessage, sendOff } from "../../given/sendOff.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const messageStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `MessageStore: ${name}`, ports, (it) => {
    it.effect("message store: a message is found in its organization, and an unknown id is absent", () =>
      Effect.gen(function* () {
        const { id, intent } = yield* givenSender()
        const globex = yield* givenSender()
        const send = yield* intent()
        const message = lostMessage(send, yield* sendOff(id, send))

        assert.deepStrictEqual(yield* messageOf(id, message.id), message)
        assert.isNull(yield* messageOf(globex.id, message.id))
        assert.isNull(yield* messageOf(id, MessageId.make(yield* uuid)))
      })
    )

    it.effect("message store: messages of a deleted contact are still found", () =>
      Effect.gen(function* () {
        const { id, intent } = yield* givenSender()
        const sends = [yield* intent(), yield* intent()]
        const messages = yield* Effect.forEach(sends, (send) =>
          Effect.map(sendOff(id, send), (reservation) => lostMessage(send, reservation))
        )
        for (const { contactId } of messages.slice(0, 1)) yield* (yield* ContactStore).remove(id, contactId)
        assert.deepStrictEqual(yield* Effect.forEach(messages, (message) => messageOf(id, message.id)), messages)
      })
    )

    finding(it)
    listing(it)
    quoting(it)
    searching(it)
  })
