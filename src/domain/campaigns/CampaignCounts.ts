import { Schema } from "effect"
import { type CampaignRecipient, recipientStatus } from "./CampaignRecipient.ts"

const count = (description: string) => Schema.Int.annotate({ description })

/** Counts by a name, without those of 0. */
const byName = (description: string) => Schema.Record(Schema.String, Schema.Int).annotate({ description })

/**
 * Counts of the recipients of a campaign. A message that was read counts as delivered and sent too; one that the platform
 * accepted and failed later counts as sent and as failed. Only `queued` goes down.
 */
export const CampaignCounts = Schema.Struct({
  recipients: count("Persons of the campaign, those who are left out included"),
  queued: count("Persons whose message is not sent yet"),
  sent: count("Messages that the platform accepted"),
  delivered: count("Messages that arrived"),
  read: count("Messages that were read"),
  failed: count("Messages that were refused or failed later"),
  leftOut: count("Persons who get no message"),
  replied: count("Persons who answered within 7 days"),
  optedOut: count("Persons who opted out within 7 days after the message"),
  failedByCode: byName("Failures by the platform's code; by the name of the failure if it has none"),
  leftOutByReason: byName("Persons who get no message, by the reason"),
  priced: byName("Messages with a price, by the category of the platform"),
  billable: byName("Messages among them that the platform charges for, by category")
})
export type CampaignCounts = typeof CampaignCounts.Type

/** Counts without recipients. */
export const noCampaignCounts: CampaignCounts = {
  recipients: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  leftOut: 0,
  replied: 0,
  optedOut: 0,
  failedByCode: {},
  leftOutByReason: {},
  priced: {},
  billable: {}
}

/** A counter: the name of a field, or `field:name` of one that counts by a name. */
export type CountKey = string

/** The counters that a recipient is part of. */
export const countKeys = (recipient: CampaignRecipient): ReadonlyArray<CountKey> => {
  const { billable, category, deliveredAt, failure, leftOut, optedOutAt, readAt, repliedAt, sentAt } = recipient
  const status = recipientStatus(recipient)
  const isDelivered = deliveredAt !== null || readAt !== null
  return [
    "recipients",
    ...(status === "queued" || status === "sending" ? ["queued"] : []),
    ...(sentAt !== null || isDelivered ? ["sent"] : []),
    ...(isDelivered ? ["delivered"] : []),
    ...(readAt !== null ? ["read"] : []),
    ...(failure !== null ? ["failed", `failedByCode:${failure.code ?? failure.reason}`] : []),
    ...(leftOut !== null ? ["leftOut", `leftOutByReason:${leftOut}`] : []),
    ...(repliedAt !== null ? ["replied"] : []),
    ...(optedOutAt !== null ? ["optedOut"] : []),
    ...(category !== null ? [`priced:${category}`] : []),
    ...(category !== null && billable === true ? [`billable:${category}`] : [])
  ]
}

/** The counts of counters. Counters of 0 are omitted. */
export const countsFrom = (counters: Iterable<readonly [key: CountKey, number: number]>): CampaignCounts => {
  const numbers = new Map(counters)
  const number = (key: CountKey) => numbers.get(key) ?? 0
  const names = [...numbers.keys()].toSorted()
  const group = (field: string) =>
    Object.fromEntries(
      names
        .filter((key) => key.startsWith(`${field}:`) && number(key) !== 0)
        .map((key) => [key.slice(field.length + 1), number(key)])
    )
  return {
    recipients: number("recipients"),
    queued: number("queued"),
    sent: number("sent"),
    delivered: number("delivered"),
    read: number("read"),
    failed: number("failed"),
    leftOut: number("leftOut"),
    replied: number("replied"),
    optedOut: number("optedOut"),
    failedByCode: group("failedByCode"),
    leftOutByReason: group("leftOutByReason"),
    priced: group("priced"),
    billable: group("billable")
  }
}

/** The counts of these recipients: the specification of the counters of the stores. */
export const countsOf = (recipients: Iterable<CampaignRecipient>): CampaignCounts => {
  const counters = new Map<CountKey, number>()
  for (const recipient of recipients) {
    for (const key of countKeys(recipient)) counters.set(key, (counters.get(key) ?? 0) + 1)
  }
  return countsFrom(counters)
}
