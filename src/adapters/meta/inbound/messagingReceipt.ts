import { DateTime, Result } from "effect"
import type { Inbound } from "../../../domain/Inbound.ts"
import type { MessagingEvent } from "./messagingMessage.ts"
import { listAt, messageIdAt, valueAt } from "./PlatformJson.ts"
import { platformTime } from "./platformTime.ts"
import { type Items, ofAccount, orUnreadable, required, unreadable } from "./Source.ts"

/** Messages that arrived, by their ids, and the instant up to which all have. Either may be missing. */
export const delivery = ({ item, part, person, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const other = yield* required(person, "a receipt without a person")
    const time = valueAt(item, "timestamp")
    const { of } = ofAccount(source, time)
    const upTo = platformTime(valueAt(part, "watermark"))
    const mids = listAt(part, "mids")
    if (mids.length === 0 && upTo === null) return yield* unreadable("a receipt that says nothing of what arrived")
    const arrived = mids.flatMap((mid): ReadonlyArray<Inbound> => {
      const platformMessageId = messageIdAt({ mid }, "mid")
      if (platformMessageId === null) return orUnreadable(source, item, unreadable("a receipt of no message"), time)
      const key = of("status", platformMessageId, "delivered")
      return [{ _tag: "StatusReported", ...key, platformMessageId, status: "delivered", failure: null, person: other }]
    })
    if (upTo === null) return arrived
    const key = of("delivered-up-to", other.ids, DateTime.toEpochMillis(upTo))
    return [...arrived, { _tag: "DeliveredUpTo", ...key, person: other, upTo }]
  })

/** Messenger tells up to when all was read, Instagram which message was the last that was (platforms P11, P13). */
export const read = ({ item, part, person, source }: MessagingEvent): Items =>
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
