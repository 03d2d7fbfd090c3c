import { Result, type Schema } from "effect"
import type { PlatformProblem } from "../../../domain/inbound/Inbound.ts"
import type { PublicMessageStatus } from "../../../domain/messages/Message.ts"
import { titleOf } from "../../../domain/messages/PlatformError.ts"
import { type MessagePricing, pricingText } from "../../../domain/messages/MessagePricing.ts"
import { intAt, isObject, listAt, messageIdAt, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, ignored, type Items, ofAccount, unreadable } from "./Source.ts"
import { personIdsAt, type WhatsAppPeople } from "./whatsAppPerson.ts"

/** An error inside a report; old ones have the details beside the code, and no message (platforms P5). */
export const platformProblem = (error: Schema.JsonObject): PlatformProblem => {
  const code = intAt(error, "code") ?? 0
  const details =
    textAt(objectAt(error, "error_data"), "details") ?? textAt(error, "error_data") ?? textAt(error, "details")
  const told = textAt(error, "title")
  const message = textAt(error, "message") ?? told ?? details ?? `(#${code})`
  return { code, title: told ?? titleOf(code, message), message, details }
}

/** The first of the errors in the list. */
const firstProblem = (report: Schema.Json): PlatformProblem | null => {
  const errors = listAt(report, "errors").flatMap((error) => (isObject(error) ? [platformProblem(error)] : []))
  return errors[0] ?? null
}

/** The platform's words for how far a message has come. A voice message that was played was read. */
const statuses: ReadonlyMap<string, PublicMessageStatus> = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["played", "read"],
  ["failed", "failed"]
])

/** Both orders of the words have been seen for the parent's id. */
export const recipientIds = (report: Schema.Json) =>
  personIdsAt(report, "recipient_id", "recipient_user_id", "recipient_parent_user_id", "parent_recipient_user_id")

/** The price in a report; undefined if it has no field of one. A field of another form is ignored. */
const pricingOf = (report: Schema.Json): MessagePricing | undefined => {
  const reported = objectAt(report, "pricing")
  const billable = valueAt(reported, "billable")
  const text = (key: string) => pricingText(textAt(reported, key) ?? "")
  const [category, model, type] = [text("category"), text("pricing_model"), text("type")]
  const pricing = {
    ...(typeof billable === "boolean" ? { billable } : {}),
    ...(category === undefined ? {} : { category }),
    ...(model === undefined ? {} : { model }),
    ...(type === undefined ? {} : { type })
  }
  return Object.keys(pricing).length === 0 ? undefined : pricing
}

/** Progress of a sent message, whichever number reports it. Each status counts once, and once more for another price. */
export const whatsAppStatus = (source: AccountSource, people: WhatsAppPeople, report: Schema.JsonObject): Items => {
  const time = valueAt(report, "timestamp")
  // Each member of a group has a status of her own, which is none of the message's.
  if (valueAt(report, "recipient_type") === "group") {
    return Result.succeed([ignored(source, "groups are not taken", report, time)])
  }
  const platformMessageId = messageIdAt(report, "id")
  if (platformMessageId === null) return unreadable("a status without the id of a message")
  const word = textAt(report, "status")
  if (word === null) return unreadable("a status without a word for it")
  const status = statuses.get(word)
  if (status === undefined) {
    return Result.succeed([ignored(source, "a status that says nothing of a delivery", report, time)])
  }
  const pricing = pricingOf(report)
  const { of, stamp } = ofAccount(source, time)
  return Result.succeed([
    {
      _tag: "StatusReported",
      ...(pricing === undefined
        ? of("status", platformMessageId, word)
        : of("status", platformMessageId, word, { ...pricing }, stamp)),
      platformMessageId,
      sendId: sendIdAt(report, "biz_opaque_callback_data"),
      status,
      failure: status === "failed" ? firstProblem(report) : null,
      ...(pricing === undefined ? {} : { pricing }),
      person: people.known(recipientIds(report))
    }
  ])
}
