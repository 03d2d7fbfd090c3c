import { Result, type Schema } from "effect"
import type { PlatformProblem } from "../../../domain/inbound/Inbound.ts"
import type { PublicMessageStatus } from "../../../domain/messages/Message.ts"
import { titleOf } from "../../../domain/messages/PlatformError.ts"
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

/** A report of how far a message of ours has come; the reporting number does not matter, and each status counts once. */
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
  return Result.succeed([
    {
      _tag: "StatusReported",
      ...ofAccount(source, time).of("status", platformMessageId, word),
      platformMessageId,
      sendId: sendIdAt(report, "biz_opaque_callback_data"),
      status,
      failure: status === "failed" ? firstProblem(report) : null,
      person: people.known(recipientIds(report))
    }
  ])
}
