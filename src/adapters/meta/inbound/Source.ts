import { DateTime, Result, type Schema } from "effect"
import { hash } from "node:crypto"
import type { Channel } from "../../../domain/conversations/Channel.ts"
import type { Inbound, InboundMedia } from "../../../domain/inbound/Inbound.ts"
import type { MessageContent } from "../../../domain/messages/MessageContent.ts"
import { isList, isObject, platformTime } from "./PlatformJson.ts"

/** What a message is, and says. */
export interface Said {
  readonly type: string
  readonly content: MessageContent
  readonly media: ReadonlyArray<InboundMedia>
}

/** Without the parts that are not there. */
export const given = (parts: Readonly<Record<string, Schema.Json | null | undefined>>): MessageContent =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([key, part]) => (part === undefined || part === null ? [] : [[key, part] as const]))
  )

/** The same value with the keys of its objects in order, which says nothing. */
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
 * The key of what the parts describe: equal for equal parts only, and short whatever they are, so that any index takes
 * it. The kind stands before it for people. After the account, the parts are:
 *
 * - of a message, of WhatsApp's edits, reactions and notices, of a tap that has one: the platform's id;
 * - of a deletion and of a read mark: the id of the message that it is about;
 * - of a status: the id of the message and the platform's word; with a price also the price and when;
 * - of Messenger's reactions: the message, the person, whether the business did it, what it is, and when;
 * - of Messenger's edits: the message, the number, the text, and when;
 * - of a watermark: the person and the instant that it tells;
 * - of everything else: what it says, and when.
 *
 * When is the item's own time, else the entry's, and never ours.
 */
export const itemKey = (kind: string, parts: ReadonlyArray<Schema.Json>): string =>
  `${kind}.${hash("sha256", JSON.stringify(ordered(parts)), "base64url")}`

/** Where in a delivery an item stands, as far as that can be told. */
export interface Source {
  readonly channel: Channel | null
  readonly accountExternalId: string | null
  readonly businessAccountId: string | null
  readonly field: string
  /** When the platform reported the entry; null when it does not say. */
  readonly entryTime: DateTime.Utc | null
  readonly receivedAt: DateTime.Utc
}

/** A place that belongs to an account. */
export interface AccountSource extends Source {
  readonly channel: Channel
  readonly accountExternalId: string
}

/** What one part of a delivery reports, or why it cannot be read. */
export type Items = Result.Result<ReadonlyArray<Inbound>, string>

/** Why an item cannot be read. It names the missing field and never its content. */
export const unreadable = (error: string) => Result.fail(error)

/** A part without which an item cannot be read. */
export const required = <A>(part: A | null | undefined, error: string): Result.Result<A, string> =>
  part === null || part === undefined ? unreadable(error) : Result.succeed(part)

/** When an item happened. A key takes only what the platform says, so that it does not depend on when we hear of it. */
export const timing = ({ entryTime, receivedAt }: Source, time: Schema.Json | undefined) => {
  const told = platformTime(time) ?? entryTime
  return { at: told ?? receivedAt, stamp: told === null ? null : DateTime.toEpochMillis(told) }
}

/** What every item of an account has. The account is a part of the key. */
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

/** What an item has that belongs to no account for sure. What it says as a whole is its key. */
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

/** A report in a field, or of an event, that this version does not know. */
export const fieldUnknown = (source: Source, raw: Schema.Json, time?: Schema.Json): Inbound => ({
  _tag: "FieldUnknown",
  ...ofAnything(source, "unknown", raw, time)
})

/** An example of the platform's dashboard. */
export const testDelivered = (source: Source, raw: Schema.Json): Inbound => ({
  _tag: "TestDelivered",
  ...ofAnything(source, "test", raw, undefined)
})

/** The items, or one that says why there are none. */
export const orUnreadable = (
  source: Source,
  raw: Schema.Json,
  items: Items,
  time?: Schema.Json
): ReadonlyArray<Inbound> =>
  Result.getOrElse(items, (error): ReadonlyArray<Inbound> => [
    { _tag: "Unreadable", ...ofAnything(source, "unreadable", raw, time), error }
  ])
