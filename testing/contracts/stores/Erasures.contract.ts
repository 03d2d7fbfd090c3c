import { type DateTime, Effect, type Layer, Option } from "effect"
import { identityKey, phoneContactIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { ErasurePart, messageKey } from "../../../src/domain/contacts/Erasure.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { type ContactId, type OrganizationId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { type ErasedBatch, type ErasurePosition, Erasures } from "../../../src/ports/contacts/Erasures.ts"
import { MessageStore } from "../../../src/ports/messages/MessageStore.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, givenSender } from "../../given/given.ts"
import { givenInbound } from "../../given/givenInbound.ts"
import { givenTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const first = { part: ErasurePart.literals[0], cursor: null, isClean: true }

/** A conversation that a send began, and its contact. */
const given = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { contactId, id: conversationId } = yield* givenTalk(sender)
  return { id: sender.id, contactId, conversationId, at: yield* nextEra }
})

/** Erases all parts once, and returns the number of messages and whether something waits. */
const pass = Effect.fnUntraced(function* (organizationId: OrganizationId, contactId: ContactId, now: DateTime.Utc) {
  const { eraseBatch } = yield* Erasures
  let messages = 0
  let isWaiting = false
  for (const part of ErasurePart.literals) {
    let cursor: string | null = null
    do {
      const batch: ErasedBatch = yield* eraseBatch(organizationId, contactId, { part, cursor, isClean: true }, now)
      messages += batch.messages
      isWaiting ||= batch.isWaiting
      cursor = batch.next
    } while (cursor !== null)
  }
  return { messages, isWaiting }
})

export const erasuresContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Erasures: ${name}`, ports, (it) => {
    it.effect("erasures: a contact is erased once, found by both ids, and by its own organization only", () =>
      Effect.gen(function* () {
        const { at, contactId, id } = yield* given
        const { id: other } = yield* givenOrganization()
        const { begin, find } = yield* Erasures
        assert.isNull(yield* begin(other, contactId, at))
        const contact = Option.getOrThrow(yield* (yield* ContactStore).find(id, contactId))
        const erasure = yield* begin(id, contactId, at)
        assert.deepStrictEqual(Option.getOrNull(yield* find(id, contactId)), erasure)
        assert.deepStrictEqual(Option.getOrNull(yield* find(id, contact.vendorContactId)), erasure)
        assert.isTrue(Option.isNone(yield* find(other, contactId)))
        assert.isTrue(yield* (yield* ContactStore).remove(id, contactId))
        assert.isNull(yield* begin(id, contactId, at))
      })
    )

    it.effect("erasures: one is claimed by one process until its lease ends, and not after its end", () =>
      Effect.gen(function* () {
        const { at, contactId, id } = yield* given
        const { begin, claim, finish, nextDue, postpone } = yield* Erasures
        yield* begin(id, contactId, at)
        // Suites share a database, so others are claimed too.
        const claimed = Effect.fnUntraced(function* (second: number) {
          const positions: Array<ErasurePosition> = []
          let turns = yield* claim(seconds(at, second), seconds(at, second + 60))
          while (turns.length > 0) {
            for (const { erasure, ...position } of turns) if (erasure.contactId === contactId) positions.push(position)
            turns = yield* claim(seconds(at, second), seconds(at, second + 60))
          }
          return positions
        })
        assert.deepStrictEqual(yield* claimed(0), [first])
        assert.deepStrictEqual(yield* claimed(59), [])
        assert.isNotNull(yield* nextDue)
        assert.deepStrictEqual(yield* claimed(60), [first])
        yield* postpone(id, contactId, seconds(at, 65))
        assert.deepStrictEqual(yield* claimed(65), [first])
        yield* finish(id, contactId, seconds(at, 70))
        assert.deepStrictEqual(yield* claimed(1_000), [])
      })
    )

    it.effect("erasures: progress is added up, and kept after the end", () =>
      Effect.gen(function* () {
        const { at, contactId, id } = yield* given
        const { advance, begin, find, finish } = yield* Erasures
        yield* begin(id, contactId, at)
        const batch = { messages: 2, files: 1, records: 3, isWaiting: false, next: null }
        const position = { part: "events", cursor: "00000000-0000-4000-8000-000000000001", isClean: false } as const
        yield* advance(id, contactId, batch, position)
        yield* advance(id, contactId, batch, position)
        const erasure = Option.getOrNull(yield* find(id, contactId))
        assert.deepStrictEqual([erasure?.messages, erasure?.files, erasure?.records], [4, 2, 6])
        yield* finish(id, contactId, seconds(at, 9))
        yield* advance(id, contactId, batch, position)
        const finishedAt = seconds(at, 9)
        assert.deepStrictEqual(Option.getOrNull(yield* find(id, contactId)), erasure && { ...erasure, finishedAt })
      })
    )

    it.effect("erasures: messages of the contact go, those of others stay, and a repeated pass finds nothing", () =>
      Effect.gen(function* () {
        const { at, contactId, conversationId, id } = yield* given
        const other = yield* given
        const { list } = yield* MessageStore
        const stored = (organizationId: OrganizationId, of: typeof conversationId) =>
          Effect.map(list(organizationId, of, 10, null), (slice) => Option.getOrThrow(slice).rows.length)
        yield* (yield* Erasures).begin(id, contactId, at)
        yield* (yield* ContactStore).remove(id, contactId)
        assert.deepStrictEqual(yield* pass(id, contactId, at), { messages: 1, isWaiting: false })
        assert.deepStrictEqual(yield* pass(id, contactId, at), { messages: 0, isWaiting: false })
        assert.strictEqual(yield* stored(id, conversationId), 0)
        assert.strictEqual(yield* stored(other.id, other.conversationId), 1)
        yield* (yield* Erasures).finish(id, contactId, at)
        assert.deepStrictEqual(yield* pass(id, contactId, at), { messages: 0, isWaiting: false })
      })
    )

    it.effect("erasures: people and messages stay known by hashes of their organization, messages for a time", () =>
      Effect.gen(function* () {
        const { at, contactId, conversationId, id } = yield* given
        const { id: other } = yield* givenOrganization()
        const { begin, erased, purge } = yield* Erasures
        const contact = Option.getOrThrow(yield* (yield* ContactStore).find(id, contactId))
        const { platformMessageId } = yield* givenInbound(id, conversationId)
        const message = messageKey(platformMessageId ?? PlatformMessageId.make("none"))
        const person = identityKey(phoneContactIdentity(contact.phone ?? PhoneNumber.make("15550000000")))
        const unknown = messageKey(PlatformMessageId.make("unknown"))
        const keys = [person, message, unknown]
        assert.deepStrictEqual([...(yield* erased(id, keys))], [])
        yield* begin(id, contactId, at)
        yield* pass(id, contactId, seconds(at, 5))
        const after = new Map([
          [person, at],
          [message, seconds(at, 5)]
        ])
        assert.deepStrictEqual(new Map(yield* erased(id, keys)), after)
        assert.deepStrictEqual([...(yield* erased(other, keys))], [])
        yield* Effect.repeat(purge(seconds(at, 6), 1), { while: (count) => count > 0 })
        assert.deepStrictEqual([...(yield* erased(id, keys))], [[person, at]])
      })
    )
  })
