import { Schema } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** The ids of a WhatsApp person in a report. */
export const Form = Schema.Literals(["phone", "bsuid", "both"])

/** A change of a person's number or id, reported with or without the former one. */
const Change = Schema.Struct({
  at: upTo(30),
  what: Schema.Literals(["phone", "bsuid"]),
  form: Form,
  tellsFormer: Schema.Boolean
})

/** A person; in a strict story every report has the same of their ids. */
const Person = Schema.Struct({ form: Form, changes: Schema.Array(Change).check(Schema.isMaxLength(2)) })

/** A message of a person or of the business. It may not be reported itself. */
export const Entry = Schema.Struct({
  account: upTo(3),
  who: upTo(1),
  byBusiness: Schema.Boolean,
  what: Schema.Literals(["text", "image", "postback", "tap", "opt-in", "referral"]),
  form: Form,
  at: upTo(30),
  name: upTo(3),
  /** Every fourth message is not reported. */
  isReported: upTo(3),
  fails: Schema.Literals(["no", "failed", "refused"]),
  standby: Schema.Boolean
})

/** A report about a message or its author. */
export const Remark = Schema.Struct({
  about: upTo(5),
  what: Schema.Literals([
    "sent",
    "delivered",
    "read",
    "failed",
    "liked",
    "answered",
    "edited",
    "deleted",
    "delivered up to",
    "read up to",
    "seen up to",
    "preference",
    "handed over"
  ]),
  form: Form,
  at: upTo(40),
  value: upTo(3)
})

/** A few people, their dialogue with a business, and the platforms' reports of it. */
export const Story = Schema.Struct({
  /** Whether the business knows the first person, and by which name. */
  known: Schema.Literals(["no", "nameless", "named"]),
  people: Schema.Tuple([Person, Person]),
  talk: Schema.Array(Entry).check(Schema.isMinLength(2), Schema.isMaxLength(6)),
  remarks: Schema.Array(Remark).check(Schema.isMinLength(3), Schema.isMaxLength(16))
})
export type Story = typeof Story.Type

/** A story of few messages with many reports of these kinds. */
const reportsOf = <const Kinds extends ReadonlyArray<Story["remarks"][number]["what"]>>(
  what: Kinds,
  byBusiness: ReadonlyArray<boolean>
) =>
  Schema.Struct({
    ...Story.fields,
    talk: Schema.Array(Schema.Struct({ ...Entry.fields, byBusiness: Schema.Literals(byBusiness) })).check(
      Schema.isMinLength(2),
      Schema.isMaxLength(3)
    ),
    remarks: Schema.Array(Schema.Struct({ ...Remark.fields, about: upTo(2), what: Schema.Literals(what) })).check(
      Schema.isMinLength(6),
      Schema.isMaxLength(16)
    )
  })

/** A story of messages between one person and one account, most of them read. */
const Dialogue = Schema.Struct({
  ...Story.fields,
  talk: Schema.Array(
    Schema.Struct({
      ...Entry.fields,
      account: Schema.Literals([2]),
      who: Schema.Literals([0]),
      what: Schema.Literals(["text", "image", "postback"]),
      standby: Schema.Literals([false])
    })
  ).check(Schema.isMinLength(3), Schema.isMaxLength(6))
})

/** Stories of every kind, some of them with many receipts, changes of a message, or messages of one person. */
export const AnyStory: Schema.Codec<Story> = Schema.Union([
  Story,
  Dialogue,
  reportsOf(["sent", "delivered", "read", "failed", "delivered up to", "read up to", "seen up to"], [true]),
  reportsOf(["liked", "answered", "edited", "deleted"], [true, false])
])

/** A story in which both sides react often to one of two messages: reactions of a side arrive in any order. */
export const StoryOfReactions = Schema.Struct({
  ...Story.fields,
  talk: Schema.Array(Schema.Struct({ ...Entry.fields, what: Schema.Literals(["text", "image", "postback"]) })).check(
    Schema.isMinLength(2),
    Schema.isMaxLength(2)
  ),
  remarks: Schema.Array(
    Schema.Struct({ ...Remark.fields, about: upTo(1), what: Schema.Literals(["liked", "answered", "deleted"]) })
  ).check(Schema.isMinLength(10), Schema.isMaxLength(16))
})

/** Restrictions of a story: whether reports may name fewer ids than others, and failures occur beside receipts. */
export interface Rules {
  readonly isLoose: boolean
  readonly isContradictory: boolean
}

/** A message of a story with its id. */
export type StoryMessage = typeof Entry.Type & { readonly id: string; readonly on: ChannelAccount }

/** All reports in some order, some of them repeated. */
export const shuffled = <A extends object>(all: ReadonlyArray<A>, picks: ReadonlyArray<number>): ReadonlyArray<A> => {
  const picked = picks.flatMap((pick) => all[pick % all.length] ?? [])
  return [...picked, ...all.toReversed().filter((one) => !picked.includes(one))]
}

/** The arriving reports, in this order. With more picks than reports, some are repeated. */
export const Picks = Schema.Union([
  Schema.Array(upTo(999)).check(Schema.isMaxLength(30)),
  Schema.Array(upTo(999)).check(Schema.isMinLength(10), Schema.isMaxLength(30))
])
