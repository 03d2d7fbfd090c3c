import { ThreadHolder } from "../../src/domain/conversations/threadControl.ts"
import { Inbound } from "../../src/domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import type { PublicMessageStatus } from "../../src/domain/messages/Message.ts"
import { pmid, reported } from "./given.ts"
import type { Remark, Rules, Story, StoryMessage } from "./story.ts"
import { personAt } from "./storyPeople.ts"
import { minute } from "./world.ts"

const holders = ThreadHolder.literals

type Remarked = typeof Remark.Type

/** A report of a message or a person in a story; none where the platform has no such report. */
export const reportAbout = (
  story: Story,
  rules: Rules,
  talked: StoryMessage,
  remark: Remarked
): ReadonlyArray<RoutedInbound> =>
  [...ofMessage(story, rules, talked, remark), ...ofPerson(story, rules, talked, remark)].map((item) => ({
    account: talked.on,
    item
  }))

const hasNoId = ({ byBusiness, what }: StoryMessage) =>
  !byBusiness && (what === "tap" || what === "opt-in" || what === "referral")

/** The price in a status; none in some. */
const pricingOf = ({ value }: Remarked) =>
  value === 0 ? {} : { pricing: { billable: value === 1, category: value === 1 ? "marketing" : "utility" } }

/** Without contradictions a message fails once and for one reason, or it never does. */
const status = (
  talked: StoryMessage,
  remark: Remarked,
  told: PublicMessageStatus,
  { isContradictory }: Rules
): Pick<typeof Inbound.cases.StatusReported.Type, "status" | "at" | "failure" | "pricing"> | null => {
  const fails = talked.on.channel === "whatsapp" ? talked.fails : "no"
  const isFailure = told === "failed"
  if (!isContradictory && isFailure !== (fails !== "no") && told !== "sent") return null
  const problem = { title: "Not sent", message: "(#1) Not sent", details: null }
  const code = fails === "refused" ? 131050 : 131000 + (isContradictory ? remark.value : 0)
  const at = minute(isFailure && !isContradictory ? talked.at : remark.at)
  const priced = talked.on.channel === "whatsapp" ? pricingOf(remark) : {}
  return { status: told, at, failure: isFailure ? { code, ...problem } : null, ...priced }
}

const ofMessage = (story: Story, rules: Rules, talked: StoryMessage, remark: Remarked): ReadonlyArray<Inbound> => {
  if (hasNoId(talked)) return []
  const { at, form, value, what } = remark
  const base = {
    ...reported(talked.on, `${what} ${talked.id} ${at} ${form} ${value}`, at),
    platformMessageId: pmid(talked.id)
  }
  const person = personAt(story, rules, talked.on, { who: talked.who, form, at: talked.at, name: value })
  switch (what) {
    case "sent":
    case "delivered":
    case "read":
    case "failed": {
      const told = status(talked, remark, what, rules)
      const key = `${what} ${talked.id} ${form} ${told === null ? "" : told.at} ${rules.isContradictory || told?.pricing !== undefined ? value : ""}`
      return told === null
        ? []
        : [
            Inbound.cases.StatusReported.make({
              ...base,
              ...told,
              key,
              sendId: null,
              person: form === "both" ? null : person
            })
          ]
    }
    case "liked":
    case "answered": {
      const reaction = value === 0 ? null : `reaction ${value}`
      // One reaction, by whichever of their ids the person is named: two of them would look the same in events.
      const key = `${what} ${talked.id} ${at} ${value}`
      return [Inbound.cases.Reacted.make({ ...base, key, person, byBusiness: what === "answered", reaction })]
    }
    case "edited": {
      const type = form === "both" ? "image" : "text"
      const content = type === "image" ? { caption: base.key } : { text: base.key }
      const editNumber = value === 0 ? null : value
      return [Inbound.cases.MessageEdited.make({ ...base, editNumber, type, content, media: [] })]
    }
    case "deleted":
      return [Inbound.cases.MessageDeleted.make(base)]
    case "seen up to":
      return talked.on.channel === "instagram" ? [Inbound.cases.SeenUpTo.make({ ...base, person })] : []
    default:
      return []
  }
}

const ofPerson = (story: Story, rules: Rules, talked: StoryMessage, remark: Remarked): ReadonlyArray<Inbound> => {
  const { at, form, value, what } = remark
  const base = {
    ...reported(talked.on, `${what} ${talked.on.externalId} ${talked.who} ${at} ${form} ${value}`, at),
    person: personAt(story, rules, talked.on, { who: talked.who, form, at, name: value })
  }
  const isMessenger = talked.on.channel === "messenger"
  switch (what) {
    case "delivered up to":
      return isMessenger ? [Inbound.cases.DeliveredUpTo.make({ ...base, upTo: minute(at - value) })] : []
    case "read up to":
      return isMessenger ? [Inbound.cases.ReadUpTo.make({ ...base, upTo: minute(at - value) })] : []
    case "preference":
      return [Inbound.cases.MarketingPreferred.make({ ...base, wanted: value % 2 === 0 })]
    case "handed over": {
      const holder = holders[value % holders.length] ?? "app"
      return [Inbound.cases.ControlChanged.make({ ...base, holder, what: "control_passed", values: {} })]
    }
    default:
      return []
  }
}
