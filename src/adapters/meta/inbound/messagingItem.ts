import { Result, type Schema } from "effect"
import type { Inbound } from "../../../domain/Inbound.ts"
import { message, messageEdit, type MessagingEvent, reaction } from "./messagingMessage.ts"
import { messagingParties } from "./messagingParties.ts"
import { delivery, read } from "./messagingReceipt.ts"
import { optIn, postback, referral } from "./messagingVisit.ts"
import { holds, isFieldName, isObject, objectAt, valueAt } from "./PlatformJson.ts"
import { ignored, type Items, orUnreadable, type Source, unreadable } from "./Source.ts"

/** What happens in a conversation, by the name of its part (platforms P11, P13). The first one is what the item is. */
const events: ReadonlyArray<readonly [name: string, read: (event: MessagingEvent) => Items]> = [
  ["message", message],
  ["message_edit", messageEdit],
  ["postback", postback],
  ["reaction", reaction],
  ["delivery", delivery],
  ["read", read],
  ["optin", optIn],
  ["referral", referral]
]

/** What every item has, whatever it is. */
const common: ReadonlySet<string> = new Set(["sender", "recipient", "timestamp"])

/** An item of Messenger or Instagram, and where it stood. */
export interface MessagingItem {
  readonly source: Source
  readonly channel: "messenger" | "instagram"
  readonly item: Schema.Json
  readonly standby: boolean
}

const eventOf = (item: Schema.JsonObject) =>
  events.find(([name]) => objectAt(item, name) !== undefined) ?? events.find(([name]) => holds(item, name))

/** What the platform calls an event that is none of these; the order of its parts says nothing. */
const strangeName = (item: Schema.JsonObject): string | undefined =>
  Object.keys(item)
    .filter((key) => !common.has(key) && isFieldName(key))
    .sort()[0]

const readEvent = ({ channel, source, standby }: MessagingItem, item: Schema.JsonObject): Items => {
  const event = eventOf(item)
  if (event === undefined) {
    return Result.succeed([ignored(source, "an event that says nothing of messages", item, valueAt(item, "timestamp"))])
  }
  const [name, read] = event
  const part = objectAt(item, name)
  if (part === undefined) return unreadable(`${name} is no object`)
  return Result.flatMap(messagingParties(source, channel, item), (parties) => read({ ...parties, item, part, standby }))
}

/** Whether the item is one of those that happen in a conversation. */
export const isMessagingItem = (item: Schema.Json | undefined): boolean => events.some(([name]) => holds(item, name))

export const messagingItem = (given: MessagingItem): ReadonlyArray<Inbound> => {
  const { item, source } = given
  if (!isObject(item)) return orUnreadable(source, item, unreadable("an item is no object"))
  const name = eventOf(item)?.[0] ?? strangeName(item)
  const ofEvent = name === undefined ? source : { ...source, field: `${source.field}.${name}` }
  return orUnreadable(ofEvent, item, readEvent({ ...given, source: ofEvent }, item), valueAt(item, "timestamp"))
}
