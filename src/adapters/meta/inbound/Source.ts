import { DateTime, Result, type Schema } from "effect"
import { hash } from "node:crypto"
import type { Channel } from "../../../domain/conversations/Channel.ts"
import type { Inbound, InboundMedia } from "../../../domain/inbound/Inbound.ts"
import type { MessageContent } from "../../../domain/messages/Message.ts"
import { isList, isObject, platformTime } from "./PlatformJson.ts"

/** The type and content of a message. */
export interface ReportedContent {
  readonly type: string
  readonly content: MessageContent
  readonly media: ReadonlyArray<InboundMedia>
}

/** Removes absent parts. */
export const present = (parts: Readonly<Record<string, Schema.Json | null | undefined>>): MessageContent =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([key, part]) => (part === undefined || part === null ? [] : [[key, part] as const]))
  )

/** Sorts the keys of objects, whose order has no meaning. */
const ordered = (json: Schema.Json): Schema.Json => {
  if (isList(json)) return json.map(ordered)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .map(([key, value]) => [key, ordered(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )
}

/**
 * The key of an item: equal only for equal parts, and short enough for any index. It begins with the readable kind.
 * After the account, the parts are:
 *
 * - messages, edits, reactions and notices of WhatsApp, taps with an id: the platform's id;
 * - deletions and read marks: the id of the referenced message;
 * - statuses: the id of the message and the platform's status; with a price also the price and the time;
 * - Messenger's reactions: the message, the person, whether the business reacted, the reaction and the time;
 * - Messenger's edits: the message, the edit's number, the text and the time;
 * - watermarks: the person and the reported time;
 * - everything else: its content and time.
 *
 * The time is the item's own, else the entry's, and never the time of receipt.
 */
export const itemKey = (kind: string, parts: ReadonlyArray<Schema.Json>): string =>
  `${kind}.${hash("sha256", JSON.stringify(ordered(parts)), "base64url")}`

/** The location of an item in a delivery. */
export interface Source {
  readonly channel: Channel | null
  readonly accountExternalId: string | null
  readonly businessAccountId: string | null
  readonly field: string
  /** The time at which the platform reported the entry; null if it is not stated. */
  readonly entryTime: DateTime.Utc | null
  readonly receivedAt: DateTime.Utc
}

/** A location that belongs to an account. */
export interface AccountSource extends Source {
  readonly channel: Channel
  readonly accountExternalId: string
}

/** The items of one part of a delivery, or the reason why it is unreadable. */
export type Items = Result.Result<ReadonlyArray<Inbound>, string>

/** The reason why an item is unreadable. It names the missing field and never its content. */
export const unreadable = (error: string) => Result.fail(error)

/** A part without which an item is unreadable. */
export const required = <A>(part: A | null | undefined, error: string): Result.Result<A, string> =>
  part === null || part === undefined ? unreadable(error) : Result.succeed(part)

/** The time of an item. Its key uses only the platform's time, so that it does not depend on the time of receipt. */
export const timing = ({ entryTime, receivedAt }: Source, time: Schema.Json | undefined) => {
  const reported = platformTime(time) ?? entryTime
  return { at: reported ?? receivedAt, stamp: reported === null ? null : DateTime.toEpochMillis(reported) }
}

/** The fields common to every item of an account. The account is part of the key. */
export const ofAccount = (source: AccountSource, time: Schema.Json | undefined) => {
  const { accountExternalId, channel } = source
  const { at, stamp } = timing(source, time)
  return {
    at,
    stamp,
    of: (kind: string, ...parts: ReadonlyArray<Schema.Json>) => ({
      key: itemKey(kind, [channel, accountExternalId, ...parts]),
      at,
      channel,
      accountExternalId
    })
  }
}

/** The fields of an item without a known account. Its whole content is the key. */
const ofAnything = (source: Source, kind: string, raw: Schema.Json, time: Schema.Json | undefined) => {
  const { accountExternalId, businessAccountId, channel, field } = source
  const { at, stamp } = timing(source, time)
  const key = itemKey(kind, [channel, accountExternalId, businessAccountId, field, stamp, raw])
  return { key, at, channel, accountExternalId, businessAccountId, field, raw }
}

export const ignored = (source: Source, reason: string, raw: Schema.Json, time?: Schema.Json): Inbound => ({
  _tag: "Ignored",
  ...ofAnything(source, "ignored", raw, time),
  reason
})

/** A report with a field or event that this version does not know. */
export const fieldUnknown = (source: Source, raw: Schema.Json, time?: Schema.Json): Inbound => ({
  _tag: "FieldUnknown",
  ...ofAnything(source, "unknown", raw, time)
})

/** An example of the platform's dashboard. */
export const testDelivered = (source: Source, raw: Schema.Json): Inbound => ({
  _tag: "TestDelivered",
  ...ofAnything(source, "test", raw, undefined)
})

/** The items, or one item with the reason why there are none. */
export const orUnreadable = (
  source: Source,
  raw: Schema.Json,
  items: Items,
  time?: Schema.Json
): ReadonlyArray<Inbound> =>
  Result.getOrElse(items, (error): ReadonlyArray<Inbound> => [
    { _tag: "Unreadable", ...ofAnything(source, "unreadable", raw, time), error }
  ])
