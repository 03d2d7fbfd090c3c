import { DateTime, Effect, type Layer, Option } from "effect"
import { identityKey, phoneContactIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { ErasurePart, messageKey } from "../../../src/domain/contacts/Erasure.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { type ContactId, type OrganizationId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { Erasures } from "../../../src/ports/contacts/Erasures.ts"
import { MessageStore } from "../../../src/ports/messages/MessageStore.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization } from "../../given/given.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const first = { part: ErasurePart.literals[0], cursor: null, isClean: true }

/** A conversation with a message, and the erasure of its contact. */
const given = Effect.gen(function* () {
  const { at, id } = yield* givenTalk
  const talk = yield* savedTalk(id, at)
  return { id, at, ...talk }
})

/** Erases all parts once, and returns the number of messages and whether something waits. */
const pass = Effect.fnUntraced(function* (organizationId: OrganizationId, contactId: ContactId, now: DateTime.Utc) {
  const { eraseBatch } = yield* Erasures
  let messages = 0
  let isWaiting = false
  for (const part of ErasurePart.literals) {
    let cursor: string | null = null
    do {
      const batch = yield* eraseBatch(organizationId, contactId, { part, cursor, isClean: true }, now)
      messages += batch.messages
      isWaiting ||= batch.isWaiting
      cursor = batch.next
    } while (cursor !== null)
  }
  return { messages, isWaiting }
})
