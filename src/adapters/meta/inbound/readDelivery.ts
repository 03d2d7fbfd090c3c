import type { DateTime, Schema } from "effect"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { Inbound } from "../../../domain/inbound/Inbound.ts"
import { integrityField, isMessagingItem, messagingItem } from "./messagingItem.ts"
import {
  holds,
  idAt,
  isFieldName,
  isList,
  isObject,
  platformTime,
  storableJson,
  textAt,
  valueAt
} from "./PlatformJson.ts"
import { isDocumentedField } from "./documentedFields.ts"
import { fieldUnknown, ignored, orUnreadable, type Source, testDelivered, unreadable } from "./Source.ts"
import { whatsAppChange } from "./whatsAppChange.ts"

type MetaChannel = "whatsapp" | MessengerChannel

/** Channels by the `object` of a webhook. */
const channels: ReadonlyMap<string, MetaChannel> = new Map([
  ["whatsapp_business_account", "whatsapp"],
  ["page", "messenger"],
  ["instagram", "instagram"]
])

/**
 * Fields of changes that hold an item of Messenger or Instagram: the dashboard's tests come so, and some taps (platforms
 * P11, P13).
 */
const isMessagingField = (field: string): boolean => field === integrityField || /^(?:messag|standby)/.test(field)

type Read = (source: Source, item: Schema.Json) => ReadonlyArray<Inbound>

/** Reads an entry of `changes`. */
const readChange =
  (channel: MetaChannel): Read =>
  (entry, change) => {
    const field = textAt(change, "field")
    if (field === null || !isFieldName(field)) return orUnreadable(entry, change, unreadable("a change of no field"))
    const source = { ...entry, field }
    if (channel === "whatsapp") return whatsAppChange(source, change)
    const item = valueAt(change, "value")
    if (isMessagingField(field) || isMessagingItem(item)) {
      return messagingItem({ source, channel, item: item ?? null, standby: field === "standby" })
    }
    return [
      isDocumentedField(field) ? ignored(source, "not about people or messages", change) : fieldUnknown(source, change)
    ]
  }

/** Reads an entry of `messaging` or `standby`. */
const readItem =
  (channel: MetaChannel): Read =>
  (source, item) =>
    channel === "whatsapp"
      ? orUnreadable(source, item, unreadable("an item that WhatsApp does not have"))
      : messagingItem({ source, channel, item, standby: source.field === "standby" })

/** The lists of an entry, in the order they are taken. */
const listsOf = (channel: MetaChannel): ReadonlyArray<readonly [name: string, read: Read]> => [
  ["changes", readChange(channel)],
  ["messaging", readItem(channel)],
  ["standby", readItem(channel)]
]

/** The id of the entry in an example of the platform's dashboard. No account has it. */
const testEntryId = "0"

/** The items under the name; what is no list is one item. */
const listOf = (entry: Schema.Json, name: string): ReadonlyArray<Schema.Json> => {
  const list = valueAt(entry, name) ?? null
  return isList(list) ? list : [list]
}

/** The source under the field that the item names, else under the name of its list. */
const ofField = (source: Source, name: string, item: Schema.Json): Source => {
  const field = textAt(item, "field")
  return { ...source, field: field !== null && isFieldName(field) ? field : name }
}

const readEntry = (channel: MetaChannel, entry: Schema.Json, receivedAt: DateTime.Utc): ReadonlyArray<Inbound> => {
  const id = idAt(entry, "id")
  const source: Source = {
    channel,
    accountExternalId: channel === "whatsapp" ? null : id,
    businessAccountId: channel === "whatsapp" ? id : null,
    field: "entry",
    entryTime: platformTime(valueAt(entry, "time")),
    receivedAt
  }
  if (!isObject(entry)) return orUnreadable(source, entry, unreadable("an entry is no object"))
  const held = listsOf(channel).filter(([name]) => holds(entry, name))
  if (held.length === 0) return [ignored(source, "an entry without items", entry)]
  if (id === testEntryId) {
    return held.flatMap(([name]) => listOf(entry, name).map((item) => testDelivered(ofField(source, name, item), item)))
  }
  return held.flatMap(([name, read]) => {
    const list = valueAt(entry, name)
    const ofList = { ...source, field: name }
    return isList(list)
      ? list.flatMap((item) => read(ofList, item))
      : orUnreadable(ofList, entry, unreadable(`${name} is no list`))
  })
}

/**
 * Everything that a webhook of the platform reports, in its order. Each part of any JSON becomes an item, and an
 * unreadable part does not affect the others.
 */
export const readDelivery = (parsed: unknown, receivedAt: DateTime.Utc): ReadonlyArray<Inbound> => {
  const delivery = storableJson(parsed)
  const object = textAt(delivery, "object")
  const channel = channels.get(object ?? "")
  const source: Source = {
    channel: channel ?? null,
    accountExternalId: null,
    businessAccountId: null,
    field: "object",
    entryTime: null,
    receivedAt
  }
  if (object === null) return orUnreadable(source, delivery, unreadable("a delivery of no object"))
  if (channel === undefined) return [ignored(source, "an object of no channel", delivery)]
  const entries = valueAt(delivery, "entry")
  return isList(entries)
    ? entries.flatMap((entry) => readEntry(channel, entry, receivedAt))
    : orUnreadable(source, delivery, unreadable("entry is no list"))
}
