import { Schema } from "effect"

/** Most days for which messages, files and notes are stored if an organization limits them. */
export const maxRetentionDays = 3_650

/** Most days for which requests are logged: the `logRetention` of every organization. */
export const maxLogDays = 30

const days = (maximum: number) => Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })))

/**
 * Days for which the records of an organization are stored, since the service learned of them (contract: Retention of an
 * organization). Null: messages, files and notes without an end, requests for `maxLogDays`.
 */
export class Retention extends Schema.Opaque<Retention>()(
  Schema.Struct({
    messagesDays: days(maxRetentionDays),
    /** Files of messages. A file never outlives its message. */
    mediaDays: days(maxRetentionDays),
    notesDays: days(maxRetentionDays),
    logsDays: days(maxLogDays)
  })
) {}

/** The kinds of records with a retention. */
export const retainedKinds = ["messages", "media", "notes", "logs"] as const

/** A kind of records with a retention. */
export type RetainedKind = (typeof retainedKinds)[number]

/** The days of a kind; null without a limit. */
export const retainedDays = (retention: Retention, kind: RetainedKind): number | null => retention[`${kind}Days`]
