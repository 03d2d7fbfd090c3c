import { Schema } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** The ids of a person of WhatsApp that a report names. */
export const Form = Schema.Literals(["phone", "bsuid", "both"])

/** A person of WhatsApp gets another number or id, and the platform says so: with the former one or without. */
const Change = Schema.Struct({
  at: upTo(30),
  what: Schema.Literals(["phone", "bsuid"]),
  form: Form,
  tellsFormer: Schema.Boolean
})

/** In a strict story every report has the same of their ids. */
const Person = Schema.Struct({ form: Form, changes: Schema.Array(Change).check(Schema.isMaxLength(2)) })

/** Something that was said, by a person or by the business. It may never be reported itself. */
export const Talk = Schema.Struct({
  account: upTo(3),
  who: upTo(1),
  byBusiness: Schema.Boolean,
  what: Schema.Literals(["text", "image", "postback", "tap", "opt-in", "referral"]),
  form: Form,
  at: upTo(30),
  name: upTo(3),
  /** One of four is not. */
  isReported: upTo(3),
  fails: Schema.Literals(["no", "failed", "refused"]),
  standby: Schema.Boolean
})

/** A report about a message, or about the person who wrote it. */
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

/** A few people, what they and a business say to each other, and what the platforms report of it. */
export const Story = Schema.Struct({
  /** Whether the business knows the first of them, and by which name. */
  known: Schema.Literals(["no", "nameless", "named"]),
  people: Schema.Tuple([Person, Person]),
  talk: Schema.Array(Talk).check(Schema.isMinLength(2), Schema.isMaxLength(6)),
  remarks: Schema.Array(Remark).check(Schema.isMinLength(3), Schema.isMaxLength(16))
})
export type Story = typeof Story.Type

/** A story of few messages, about which there are many reports of these kinds. */
const reportsOf = <const Kinds extends ReadonlyArray<Story["remarks"][number]["what"]>>(
  what: Kinds,
  byBusiness: ReadonlyArray<boolean>
) =>
  Schema.Struct({
    ...Story.fields,
    talk: Schema.Array(Schema.Struct({ ...Talk.fields, byBusiness: Schema.Literals(byBusiness) })).check(
      Schema.isMinLength(2),
      Schema.isMaxLength(3)
    ),
    remarks: Schema.Array(Schema.Struct({ ...Remark.fields, about: upTo(2), what: Schema.Literals(what) })).check(
      Schema.isMinLength(6),
      Schema.isMaxLength(16)
    )
  })

/** A story of messages between one person and one account, most of them to be read. */
const Dialogue = Schema.Struct({
  ...Story.fields,
  talk: Schema.Array(
    Schema.Struct({
      ...Talk.fields,
      account: Schema.Literals([2]),
      who: Schema.Literals([0]),
      what: Schema.Literals(["text", "image", "postback"]),
      standby: Schema.Literals([false])
    })
  ).check(Schema.isMinLength(3), Schema.isMaxLength(6))
})

/** Stories of every kind, and such that have much of one: receipts, changes of a message, or messages of one person. */
export const AnyStory: Schema.Codec<Story> = Schema.Union([
  Story,
  Dialogue,
  reportsOf(["sent", "delivered", "read", "failed", "delivered up to", "read up to", "seen up to"], [true]),
  reportsOf(["liked", "answered", "edited", "deleted"], [true, false])
])

/** A story in which both sides react to one message of two, many times: reactions of one side arrive in any order. */
export const StoryOfReactions = Schema.Struct({
  ...Story.fields,
  talk: Schema.Array(Schema.Struct({ ...Talk.fields, what: Schema.Literals(["text", "image", "postback"]) })).check(
    Schema.isMinLength(2),
    Schema.isMaxLength(2)
  ),
  remarks: Schema.Array(
    Schema.Struct({ ...Remark.fields, about: upTo(1), what: Schema.Literals(["liked", "answered", "deleted"]) })
  ).check(Schema.isMinLength(10), Schema.isMaxLength(16))
})

/** What of a story happens: whether reports may name fewer ids than others do, and failures come beside receipts. */
export interface Rules {
  readonly isLoose: boolean
  readonly isContradictory: boolean
}

/** A message that was said in a story, with its id. */
export type StoryMessage = typeof Talk.Type & { readonly id: string; readonly on: ChannelAccount }

/** The reports in some order and some of them again, and none of them left out. */
export const shuffled = <A extends object>(all: ReadonlyArray<A>, picks: ReadonlyArray<number>): ReadonlyArray<A> => {
  const picked = picks.flatMap((pick) => all[pick % all.length] ?? [])
  return [...picked, ...all.toReversed().filter((one) => !picked.includes(one))]
}

/** Which reports arrive, in this order. With more picks than reports, some arrive again. */
export const Picks = Schema.Union([
  Schema.Array(upTo(999)).check(Schema.isMaxLength(30)),
  Schema.Array(upTo(999)).check(Schema.isMinLength(10), Schema.isMaxLength(30))
])
