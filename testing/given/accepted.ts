import { type DateTime, Effect } from "effect"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import { EventId, PlatformMessageId } from "../../src/domain/Ids.ts"
import type { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import type { Reservation, SendIntent, SendOutcome } from "../../src/ports/sends/SendLedger.ts"
import { uuid } from "./given.ts"

/** The platform's yes to a reserved send, with a fresh platform id and the event that announces it. */
export const accepted = Effect.fnUntraced(function* (
  intent: SendIntent,
  { conversationId }: Pick<Reservation, "conversationId">,
  { at = intent.at, waId = null }: { readonly at?: DateTime.Utc; readonly waId?: PhoneNumber | null } = {}
) {
  const platformMessageId = PlatformMessageId.make(`wamid.${yield* uuid}`)
  const outcome: SendOutcome & { readonly _tag: "Accepted" } = {
    _tag: "Accepted",
    platformMessageId,
    waId,
    event: messageSent(EventId.make(yield* uuid), {
      organizationId: intent.contact.organizationId,
      conversationId,
      channel: intent.conversation.channel,
      platformMessageId,
      to: intent.peer,
      type: intent.type,
      content: intent.content,
      at
    })
  }
  return outcome
})
