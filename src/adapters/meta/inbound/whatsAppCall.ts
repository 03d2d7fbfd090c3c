import { Result, type Schema } from "effect"
import type { PersonId } from "../../../domain/inbound/Inbound.ts"
import { present, ignored, type Items, ofAccount, required, type AccountSource } from "./Source.ts"
import { intAt, isList, messageIdAt, textAt, valueAt } from "./PlatformJson.ts"
import { personIdsAt, type WhatsAppPeople } from "./whatsAppPerson.ts"

/** The direction of a call from the business. */
const byBusiness = "BUSINESS_INITIATED"

const isByBusiness = (call: Schema.Json): boolean => textAt(call, "direction") === byBusiness

/** The ids of the person of a call, in either direction. */
export const callPeerIds = (call: Schema.Json): ReadonlyArray<PersonId> =>
  isByBusiness(call)
    ? personIdsAt(call, "to", "to_user_id", "to_parent_user_id", "recipient_user_id", "recipient_parent_user_id")
    : personIdsAt(call, "from", "from_user_id", "from_parent_user_id")

/** The status of a call, which is a one-element list in some reports. */
const statusOf = (call: Schema.Json): string | null => {
  const status = valueAt(call, "status")
  return isList(status) ? textAt({ status: status[0] ?? null }, "status") : textAt(call, "status")
}

/**
 * An item of `calls`: an entry of the conversation once the call has ended. Earlier reports and the session description
 * are not needed.
 */
export const whatsAppCall = (source: AccountSource, people: WhatsAppPeople, call: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const time = valueAt(call, "timestamp")
    if (textAt(call, "event") !== "terminate") return [ignored(source, "a call that has not ended", call, time)]
    const platformMessageId = yield* required(messageIdAt(call, "id"), "a call without an id")
    const person = yield* required(people.known(callPeerIds(call)), "a call without a person")
    const content = present({
      call: present({
        direction: textAt(call, "direction"),
        status: statusOf(call),
        duration: intAt(call, "duration"),
        start_time: textAt(call, "start_time"),
        end_time: textAt(call, "end_time")
      }),
      errors: valueAt(call, "errors")
    })
    return [
      {
        _tag: "MessageReceived",
        ...ofAccount(source, time).of("message", platformMessageId),
        person,
        echo: isByBusiness(call),
        platformMessageId,
        sendId: null,
        type: "call",
        content,
        media: [],
        replyTo: null,
        referral: null,
        standby: false,
        raw: call
      }
    ]
  })

/** The progress of a call from the business, which changes nothing. Its end is an item of `calls`. */
export const callStatus = (source: AccountSource, _: WhatsAppPeople, status: Schema.JsonObject): Items =>
  Result.succeed([ignored(source, "a status of a call", status, valueAt(status, "timestamp"))])
