import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { messageSent } from "../../../src/domain/webhooks/messageEvents.ts"
import { EventId, type OrganizationId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import {
  type PlatformFailure,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import type { IdSource } from "../../../src/ports/process/IdSource.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { uuid } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { eventTypesOf, messageOf, usedBy } from "../../../testing/given/seen.ts"
import { teamWorld, givenTeam } from "../conversations/supportTeam.ts"

const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })
const platformMessageId = PlatformMessageId.make("wamid.reported")

/** Records that the platform accepted what is on its way, as a report of the platform has it recorded. */
const reported = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { messages } = yield* (yield* World).state
  const message = messages.find(({ status }) => status === "pending") ?? (yield* Effect.die("nothing is on its way"))
  const { channel, content, conversationId, id, peer: to, type } = message
  const at = yield* DateTime.now
  const sent = { organizationId, conversationId, channel, platformMessageId, to, type, content, at }
  const event = messageSent(EventId.make(yield* uuid), sent)
  yield* (yield* SendLedger).recordOutcome(
    organizationId,
    id,
    { _tag: "Accepted", platformMessageId, waId: null, event },
    at
  )
})

const failures: ReadonlyArray<PlatformFailure> = [
  new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "30 s" }),
  new PlatformRejected({ code: 131000, title: "no", message: "no", subcode: null, details: null })
]

describe("a send that a report completes before its answer", () => {
  it.effect.each([...failures, null])("returns the recorded outcome, with the answer %j", (failure) =>
    Effect.gen(function* () {
      const { id, now } = yield* givenTeam
      const context = yield* Effect.context<IdSource | SendLedger | World>()
      const { answerNext } = yield* WhatsAppPlatform
      const answer = failure === null ? Effect.succeed({ platformMessageId, waId: null }) : Effect.fail(failure)
      const completed = reported(id).pipe(Effect.provideContext(context))
      yield* answerNext(Effect.andThen(Effect.orDie(completed), answer))
      // Somebody who becomes a contact meanwhile: the send belongs to them then.
      const contact = yield* givenContact(id)
      const before = yield* usedBy(id, now)

      const result = yield* sendWhatsApp(id, contact.phone ?? "", hello)

      const message = yield* messageOf(id, result.messageId)
      assert.deepStrictEqual(result, {
        messageId: result.messageId,
        platformMessageId,
        contactId: contact.id,
        conversationId: message?.conversationId
      })
      assert.strictEqual(message?.status, "sent")
      assert.strictEqual((yield* eventTypesOf(id)).filter((type) => type === "message.sent").length, 1)
      assert.strictEqual((yield* usedBy(id, now)) - before, 1)
    }).pipe(Effect.provide(teamWorld))
  )
})
