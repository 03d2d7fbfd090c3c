import { DateTime, Result, type Schema } from "effect"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { Inbound, InboundPerson } from "../../../domain/inbound/Inbound.ts"
import {
  holds,
  idAt,
  isFieldName,
  isObject,
  listAt,
  messageIdAt,
  objectAt,
  platformTime,
  textAt,
  valueAt
} from "./PlatformJson.ts"
import { isDocumentedEvent } from "./documentedFields.ts"
import {
  fieldUnknown,
  ignored,
  type Items,
  ofAccount,
  orUnreadable,
  required,
  type Source,
  unreadable
} from "./Source.ts"
import {
  message,
  messageEdit,
  type MessagingEvent,
  messagingParties,
  reaction,
  referralOf
} from "./messagingMessage.ts"
import { appRoles, messagingHandover } from "./threadHandover.ts"

/** The webhook field for changes of a Page's standing. */
export const integrityField = "business_integrity"

/** A change of a Page or an Instagram account, without a business account or number. */
const wholeAccount = { businessAccountId: null, displayNumber: null } as const

/** Delivered messages by id, and the time up to which all are delivered. Either may be missing. */
const delivery = ({ item, part, person, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const other = yield* required(person, "a receipt without a person")
    const time = valueAt(item, "timestamp")
    const { of } = ofAccount(source, time)
    const upTo = platformTime(valueAt(part, "watermark"))
    const mids = listAt(part, "mids")
    if (mids.length === 0 && upTo === null) return yield* unreadable("a receipt without messages and time")
    const arrived = mids.flatMap((mid): ReadonlyArray<Inbound> => {
      const platformMessageId = messageIdAt({ mid }, "mid")
      if (platformMessageId === null) return orUnreadable(source, item, unreadable("a receipt without a message"), time)
      const key = of("status", platformMessageId, "delivered")
      return [
        {
          _tag: "StatusReported",
          ...key,
          platformMessageId,
          sendId: null,
          status: "delivered",
          failure: null,
          person: other
        }
      ]
    })
    if (upTo === null) return arrived
    const key = of("delivered-up-to", other.ids, DateTime.toEpochMillis(upTo))
    return [...arrived, { _tag: "DeliveredUpTo", ...key, person: other, upTo }]
  })

/**
 * A read report: Messenger sends the time up to which all is read, Instagram the last read message (platforms P11,
 * P13).
 */
const read = ({ item, part, person, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const other = yield* required(person, "a receipt without a person")
    const { of } = ofAccount(source, valueAt(item, "timestamp"))
    const upTo = platformTime(valueAt(part, "watermark"))
    if (upTo !== null) {
      const key = of("read-up-to", other.ids, DateTime.toEpochMillis(upTo))
      return [{ _tag: "ReadUpTo", ...key, person: other, upTo }]
    }
    const platformMessageId = yield* required(messageIdAt(part, "mid"), "a receipt without a message id")
    return [{ _tag: "SeenUpTo", ...of("seen-up-to", platformMessageId), person: other, platformMessageId }]
  })

/** An event of a reachable person. Guests of a website are not reachable: only our own reference identifies them. */
const ofPerson = (
  { isGuest, item, part, person, source }: MessagingEvent,
  items: (person: InboundPerson, at: ReturnType<typeof ofAccount>) => Items
): Items => {
  const time = valueAt(item, "timestamp")
  if (person === null && (isGuest || idAt(part, "user_ref") !== null)) {
    return Result.succeed([ignored(source, "a guest without a platform id", item, time)])
  }
  return Result.flatMap(required(person, "an event without a person"), (known) => items(known, ofAccount(source, time)))
}

/** A tap on a button. In a conversation that another app owns, it has no payload. */
const postback = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) => {
    const { part, standby } = event
    const platformMessageId = messageIdAt(part, "mid")
    const [title, payload] = [textAt(part, "title") ?? "", textAt(part, "payload")]
    const referral = referralOf(event) ?? null
    const link = referral === null ? [] : [referral]
    const key =
      platformMessageId === null
        ? of("postback", person.ids, title, payload, stamp, ...link)
        : of("postback", platformMessageId)
    return Result.succeed([
      { _tag: "PostbackTapped", ...key, person, title, payload, platformMessageId, referral, standby }
    ])
  })

const optIn = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) =>
    Result.succeed([{ _tag: "OptedIn", ...of("opt-in", person.ids, event.part, stamp), person, optIn: event.part }])
  )

const referral = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) =>
    Result.succeed([
      { _tag: "Referred", ...of("referral", person.ids, event.part, stamp), person, referral: event.part }
    ])
  )

/**
 * A policy enforcement: the platform warns a Page, revokes its right to write to people, or restores it. Early reports
 * wrote the field with a hyphen, and the change keeps that name.
 */
const policyEnforcement = ({ item, part, source }: MessagingEvent): Items => {
  const { of, stamp } = ofAccount(source, valueAt(item, "timestamp"))
  const what = "policy-enforcement"
  return Result.succeed([
    { _tag: "AccountChanged", ...of("account", what, stamp, part), ...wholeAccount, what, values: part }
  ])
}

/**
 * An integrity change: the platform flags a Page, restricts it, or lifts the restriction. The item itself is the
 * change, without a named part or a person.
 */
const businessIntegrity = ({ item, source }: MessagingEvent): Items => {
  const { of, stamp } = ofAccount(source, valueAt(item, "timestamp"))
  const { timestamp: _, ...values } = item
  const what = integrityField
  return Result.succeed([
    { _tag: "AccountChanged", ...of("account", what, stamp, values), ...wholeAccount, what, values }
  ])
}

const handoverParts = ["pass_thread_control", "take_thread_control", "request_thread_control"] as const

/** Conversation events by the name of their part (platforms P11, P13). The first match is the event of the item. */
const events: ReadonlyArray<readonly [name: string, read: (event: MessagingEvent) => Items]> = [
  ["message", message],
  ["message_edit", messageEdit],
  ["postback", postback],
  ["reaction", reaction],
  ["delivery", delivery],
  ["read", read],
  ["optin", optIn],
  ["referral", referral],
  ...handoverParts.map((part) => [part, messagingHandover(part)] as const),
  ["app_roles", appRoles],
  ["policy_enforcement", policyEnforcement],
  ["policy-enforcement", policyEnforcement]
]

/** Whether the item is a change of a Page's standing. All other items name a person or the account (platforms P11). */
const isIntegrity = (item: Schema.JsonObject): boolean =>
  textAt(item, "status") !== null && !holds(item, "sender") && !holds(item, "recipient")

/** Fields of every item. */
const common: ReadonlySet<string> = new Set(["sender", "recipient", "timestamp"])

/** An item of Messenger or Instagram with its source. */
export interface MessagingItem {
  readonly source: Source
  readonly channel: MessengerChannel
  readonly item: Schema.Json
  readonly standby: boolean
}

const eventOf = (item: Schema.JsonObject) =>
  events.find(([name]) => objectAt(item, name) !== undefined) ?? events.find(([name]) => holds(item, name))

/** The platform's name of an unknown event. The order of parts has no meaning. */
const unknownEventName = (item: Schema.JsonObject): string | undefined =>
  Object.keys(item)
    .filter((key) => !common.has(key) && isFieldName(key))
    .sort()[0]

const readEvent = ({ channel, source, standby }: MessagingItem, item: Schema.JsonObject): Items => {
  const event = eventOf(item)
  if (event === undefined && isIntegrity(item)) {
    return Result.flatMap(messagingParties(source, channel, item), (parties) =>
      businessIntegrity({ ...parties, item, part: item, standby })
    )
  }
  if (event === undefined) {
    const name = unknownEventName(item)
    const time = valueAt(item, "timestamp")
    return Result.succeed([
      name === undefined || isDocumentedEvent(name) || events.some(([event]) => event === name)
        ? ignored(source, "an event that concerns no message", item, time)
        : fieldUnknown(source, item, time)
    ])
  }
  const [name, read] = event
  const part = objectAt(item, name)
  if (part === undefined) return unreadable(`${name} is no object`)
  return Result.flatMap(messagingParties(source, channel, item), (parties) => read({ ...parties, item, part, standby }))
}

/** Whether the item is a conversation event. */
export const isMessagingItem = (item: Schema.Json | undefined): boolean => events.some(([name]) => holds(item, name))

export const messagingItem = (input: MessagingItem): ReadonlyArray<Inbound> => {
  const { item, source } = input
  if (!isObject(item)) return orUnreadable(source, item, unreadable("an item that is not an object"))
  const name = eventOf(item)?.[0] ?? (isIntegrity(item) ? integrityField : unknownEventName(item))
  const ofEvent = name === undefined ? source : { ...source, field: `${source.field}.${name}` }
  return orUnreadable(ofEvent, item, readEvent({ ...input, source: ofEvent }, item), valueAt(item, "timestamp"))
}
