import { Order, Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import type { Named } from "../Named.ts"

/** The choice of a contact on a channel. Without a change it is unknown. */
export const ConsentState = Schema.Literals(["opted_in", "opted_out"])
export type ConsentState = Named<typeof ConsentState.Type>

/**
 * The origin of a consent change. `api`: a backend, `by` is its API key or `service_role`. `member`: a member, `by` is
 * the user. `import`: a row of an import, `by` is its caller. `platform`: a preference or an opt-in that the platform reported. `word`: a stop word, `by` is the platform's
 * id of the message. `refusal`: the platform refused a marketing message for the opt-out, `by` is that message.
 */
export const ConsentSource = Schema.Literals(["api", "member", "import", "platform", "word", "refusal"])
export type ConsentSource = Named<typeof ConsentSource.Type>

/** The author of a consent change that a caller makes. */
export interface ConsentActor {
  readonly source: Extract<ConsentSource, "api" | "member">
  /** The API key, the user or `service_role`; empty if unknown. */
  readonly by: string
}

/** The author of a change without a known caller. */
export const unknownActor: ConsentActor = { source: "api", by: "" }

/** An opt-in or an opt-out of a contact on a channel. */
export class ConsentChange extends Schema.Opaque<ConsentChange>()(
  Schema.Struct({
    channel: Channel,
    state: ConsentState,
    /** The time of the choice: the platform's time of a report, the service's time of a call. */
    at: Schema.DateTimeUtcFromString,
    source: ConsentSource,
    /** The caller or the message; empty if the source has neither. */
    by: Schema.String
  })
) {}

/** Changes that are stored for each contact and channel: the newest. */
export const maxConsentChanges = 20

/**
 * The order of changes. On a channel the last one counts, so of two at the same instant the opt-out. Changes that are
 * equal in this order are the same change.
 */
export const inConsentOrder: Order.Order<ConsentChange> = Order.combineAll([
  Order.mapInput(Order.Number, ({ at }: ConsentChange) => at.epochMilliseconds),
  Order.mapInput(Order.String, ({ state }: ConsentChange) => state),
  Order.mapInput(Order.String, ({ source }: ConsentChange) => source),
  Order.mapInput(Order.String, ({ by }: ConsentChange) => by),
  Order.mapInput(Order.String, ({ channel }: ConsentChange) => channel)
])

const newestFirst = Order.flip(inConsentOrder)

/** Adds the change, newest first. A known change returns the list itself. */
export const withConsentChange = (
  changes: ReadonlyArray<ConsentChange>,
  change: ConsentChange
): ReadonlyArray<ConsentChange> =>
  changes.some((known) => inConsentOrder(known, change) === 0) ? changes : [...changes, change].toSorted(newestFirst)

/** The change that counts on the channel; null without one. */
export const latestConsent = (changes: ReadonlyArray<ConsentChange>, channel: Channel): ConsentChange | null =>
  changes.filter((change) => change.channel === channel).toSorted(newestFirst)[0] ?? null
