import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryMediaStore from "../../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import * as MemorySenderActions from "../../../src/adapters/memory/sends/MemorySenderActions.ts"
import * as MemoryTemplateCatalogue from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MemoryWhatsApp from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { seconds } from "../../../testing/given/era.ts"
import { givenSender, phoneOf } from "../../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../../testing/given/givenMember.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { publicAddress } from "../../support/http/httpWorld.ts"

export const teamWorld = Layer.mergeAll(
  LibPhoneNumbers.layer,
  MemoryWhatsApp.layer,
  MemorySenderActions.layer,
  MemoryMediaStore.layer,
  MemoryMediaUpload.layer,
  MemoryTemplateCatalogue.layer,
  publicAddress
).pipe(Layer.provideMerge(Memory.layer()))

/**
 * An organization that answers people: an owner, Grace who sees all conversations, and Ada and Bob who see their own and
 * nobody's. It is an hour after the first of the conversations was begun.
 */
export const givenTeam = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { id } = sender
  const now = seconds(sender.at, 3_600)
  yield* TestClock.setTime(DateTime.toEpochMillis(now))
  const assigned = { conversationScope: "assigned" } as const
  return {
    ...sender,
    now,
    owner: yield* givenMember(id, { name: "Olga", role: "owner" }),
    grace: yield* givenMember(id, { name: "Grace" }),
    ada: yield* givenMember(id, { name: "Ada", ...assigned }),
    bob: yield* givenMember(id, { name: "Bob", ...assigned }),
    service: serviceAccess(id)
  }
})

/** A conversation with somebody of whom there is one for every count, as it was left; so many seconds after the first. */
export const givenConversation = Effect.fnUntraced(function* (
  { id, intent }: Effect.Success<ReturnType<typeof givenSender>>,
  changes: Partial<Conversation> = {},
  count = 0
) {
  const send = yield* intent({ phone: phoneOf(count), conversation: changes }, count)
  yield* sendOff(id, send)
  return send.conversation
})

/** What happens in the organization while the effect runs, without ids. */
export const announcedBy = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  effect: Effect.Effect<A, E, R>
) {
  const before = yield* eventsOf(organizationId)
  const result = yield* effect
  const after = yield* eventsOf(organizationId)
  const events = after.slice(before.length).map(({ conversationId, data, occurredAt, type }) => ({
    type,
    conversationId,
    occurredAt,
    data
  }))
  return { result, events }
})
