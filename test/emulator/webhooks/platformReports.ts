import { DateTime, Schema } from "effect"
import type { Fate } from "../../../emulator/webhooks/Fate.ts"
import type { PlatformReport } from "../../../emulator/webhooks/PlatformReport.ts"

/** A message of a Page or an Instagram account. */
export const said = (
  text: string,
  { at = 0, entryId = "7", object = "page" }: { at?: number; entryId?: string; object?: "page" | "instagram" } = {}
): PlatformReport => ({
  object,
  entryId,
  at: DateTime.makeUnsafe(at),
  body: { _tag: "Messaging", list: "messaging", item: { text } }
})

/** A message or a status of a number. */
export const ofNumber = (
  text: string,
  list: "messages" | "statuses" = "messages",
  { entryId = "waba", from = null, number = "1" }: { entryId?: string; from?: string | null; number?: string } = {}
): PlatformReport => ({
  object: "whatsapp_business_account",
  entryId,
  at: DateTime.makeUnsafe(0),
  body: {
    _tag: "OfNumber",
    field: "messages",
    list,
    metadata: { display_phone_number: `49${number}`, phone_number_id: number },
    contact: from === null ? null : { wa_id: from, profile: { name: `Person ${from}` } },
    item: { id: text }
  }
})

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Any fate that a script can draw, in small numbers so that reports meet. */
export const AnyFate = Schema.Struct({
  delayMillis: within(0, 50),
  behind: Schema.NullOr(Schema.Struct({ reports: within(1, 3), withinMillis: within(1, 100) })),
  batch: Schema.NullOr(Schema.Struct({ size: within(2, 5), withinMillis: within(1, 100) })),
  split: Schema.Boolean,
  repeats: Schema.Array(within(0, 100)).check(Schema.isMaxLength(3)),
  spoiled: Schema.NullOr(Schema.Literals(["lost", "unheard"]))
})

/** A report that is handed in: about which account, when it comes due, and what happens to it. */
export const AnyOwed = Schema.Struct({
  account: within(0, 3),
  due: within(0, 100),
  fate: AnyFate
})

export const reportOf = ({ account }: typeof AnyOwed.Type, index: number): PlatformReport =>
  account === 3
    ? ofNumber(`${index}`)
    : said(`${index}`, { entryId: `${account}`, object: account === 2 ? "instagram" : "page" })

export const fateOf = ({ fate }: typeof AnyOwed.Type): Fate => fate
