import { Arbitrary, Schema } from "effect"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** Which of the ids that a person of WhatsApp has are told. */
export const Form = Schema.Literals(["phone", "bsuid", "both"])
export type Form = typeof Form.Type

/** Things are drawn by their places here: most happens on one number and one Page, between few people. */
const accountOf = [0, 0, 0, 0, 1, 2, 2, 2, 2, 3] as const
const personOf = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2] as const
const Account = upTo(accountOf.length - 1)
const Who = upTo(personOf.length - 1)

const Fate = Schema.Literals(["arrives", "fails", "refused"])

/** Something that was said on one of the accounts, by a person or by the business elsewhere. */
export const Talk = Schema.Struct({
  account: Account,
  who: Who,
  what: Schema.Literals(["text", "image", "echo", "postback", "tap", "opt-in", "referral", "preference"]),
  form: Form,
  at: upTo(30),
  name: upTo(3),
  /** 0: it is never reported itself. */
  told: upTo(5),
  fate: Fate,
  standby: Schema.Boolean
})
export type Talk = typeof Talk.Type

/** Something that is reported of what was said, or of who said it. */
export const Remark = Schema.Struct({
  about: upTo(16),
  what: Schema.Literals([
    ...(["sent", "delivered", "read", "failed", "liked", "answered", "edited", "deleted"] as const),
    ...(["delivered up to", "read up to", "seen", "echoed"] as const)
  ]),
  form: Form,
  at: upTo(40),
  value: upTo(3)
})
export type Remark = typeof Remark.Type

/** A person of WhatsApp gets another number or another id, and the platform says so. */
const Change = Schema.Struct({ who: Who, at: upTo(30), what: Schema.Literals(["number", "id"]), form: Form })
export type Change = typeof Change.Type

/** What is about no person, or about nothing that anybody has connected. */
const Aside = Schema.Literals(["template", "group", "stranger", "nonsense", "empty", "problem"])
export type Aside = typeof Aside.Type

/** A few people, what they and a business say to each other, and what the platforms report of it. */
const History = Schema.Struct({
  /** Whether reports may name fewer ids than others do, and ids change: contacts turn out to be one then. */
  isLoose: Schema.Boolean,
  forms: Schema.Tuple([Form, Form, Form]),
  /** What the service itself sends. */
  sends: Schema.Array(
    Schema.Struct({ account: Account, who: Who, at: upTo(30), isAccepted: Schema.Boolean, fate: Fate })
  ).check(Schema.isMaxLength(3)),
  talk: Schema.Array(Talk).check(Schema.isMinLength(9), Schema.isMaxLength(16)),
  remarks: Schema.Array(Remark).check(Schema.isMinLength(8), Schema.isMaxLength(24)),
  changes: Schema.Array(Change).check(Schema.isMaxLength(2)),
  asides: Schema.Array(Aside).check(Schema.isMaxLength(2))
})
export type History = typeof History.Type

const placed = <A extends { readonly who: number }>(one: A): A => ({ ...one, who: personOf[one.who] ?? 0 })
const onAccount = <A extends { readonly who: number; readonly account: number }>(one: A): A => ({
  ...placed(one),
  account: accountOf[one.account] ?? 0
})

/** Histories with much between few. */
export const histories = Arbitrary.map(Arbitrary.schema(History), ({ changes, sends, talk, ...others }): History => ({
  ...others,
  sends: sends.map(onAccount),
  talk: talk.map(onAccount),
  changes: changes.map(placed)
}))

/** When the first thing happens, in milliseconds; things are whole seconds later. */
export const beginning = Date.UTC(2026, 10, 20, 12)
export const millis = (at: number): number => beginning + at * 1_000
export const stamp = (at: number): string => String(millis(at) / 1_000)

/** The accounts of an organization, in the order in which histories count them. */
export const channels = ["whatsapp", "whatsapp", "messenger", "instagram"] as const

/** What the platforms call the accounts: the same in every world, since keys of reports depend on it. */
export const externalId = (organization: number, account: number): string => `${organization + 1}10${account}0000000`

/** A number that has two forms in use. */
const [firstForm, secondForm] = ["5511987654321", "551187654321"] as const

/** Every organization meets the same people. */
export const numberOf = (who: number, changes: number, isSecondForm = false): PhoneNumber => {
  if (changes > 0) return PhoneNumber.make(`1650555${changes}${who}77`)
  if (who === 2) return PhoneNumber.make(isSecondForm ? secondForm : firstForm)
  return PhoneNumber.make(`16505550${String(who).padStart(3, "0")}`)
}

/** Ids that a person of WhatsApp has, as far as they are told. */
export interface Ids {
  readonly phone: string | null
  readonly bsuid: string | null
}

/**
 * Changes that take place, in their order; each at an instant of its own.
 */
export const changesIn = ({ changes, isLoose }: History): ReadonlyArray<Change> =>
  isLoose
    ? changes
        .filter(({ at, who }, place, all) => all.findIndex((one) => one.at === at && one.who === who) === place)
        .toSorted((one, other) => one.at - other.at)
    : []

/** What a person of WhatsApp has at some time. */
export const ownIds = (history: History, who: number, at: number, isSecondForm = false) => {
  const before = changesIn(history).filter((change) => change.who === who && change.at <= at)
  const count = (what: Change["what"]) => before.filter((change) => change.what === what).length
  return { phone: numberOf(who, count("number"), isSecondForm), bsuid: `US.${who}${count("id")}` }
}

/** What a report of some time tells of them: the same ids in every report, unless the history is loose. */
export const toldIds = (history: History, who: number, at: number, told: Form): Ids => {
  const form = history.isLoose ? told : (history.forms[who] ?? "both")
  const { bsuid, phone } = ownIds(history, who, at, at % 2 === 1)
  return { phone: form === "bsuid" ? null : phone, bsuid: form === "phone" ? null : bsuid }
}

/** A person as Messenger and Instagram know them. */
export const scopedId = (who: number): string => `900${who}`

/** A message that was said or sent, with its id. */
export interface Said extends Pick<Talk, "account" | "who" | "at" | "fate"> {
  readonly id: string
  readonly what: Talk["what"] | "send"
}

/** Everything that somebody may remark on: what has an id. */
export const saidIn = ({ sends, talk }: History): ReadonlyArray<Said> => [
  ...sends.map((sent, place): Said => ({ ...sent, id: `send.${place}`, what: "send" })),
  ...talk.map((talked, place) => ({ ...talked, id: `said.${place}` }))
]

export const Picks = Schema.Array(upTo(999)).check(Schema.isMaxLength(40))
