import { channels, changesIn, externalId, type History, type Aside, saidIn } from "./history.ts"
import type { Part } from "./parts.ts"
import { personalRemark, personalTalk } from "./personalParts.ts"
import { businessAccountOf, whatsAppChange, whatsAppRemark, whatsAppTalk } from "./whatsAppParts.ts"

const isWhatsApp = (account: number): boolean => channels[account] === "whatsapp"

const asidePart = (organization: number, aside: Aside): Part => {
  const entry = businessAccountOf(organization)
  const messages = { field: "messages", value: { metadata: { phone_number_id: externalId(organization, 0) } } }
  switch (aside) {
    case "template":
      return {
        _tag: "OfBusiness",
        entry,
        change: {
          field: "message_template_status_update",
          value: {
            event: "APPROVED",
            message_template_id: 17,
            message_template_name: "a",
            message_template_language: "en"
          }
        }
      }
    case "group":
      return { _tag: "OfBusiness", entry, change: { field: "group_lifecycle_update", value: { groups: [] } } }
    case "stranger":
      return {
        _tag: "OfPerson",
        object: "page",
        entry: `40${organization}`,
        list: "messaging",
        item: {
          sender: { id: "9000" },
          recipient: { id: "40" },
          timestamp: 1_763_720_000_000,
          message: { mid: "x", text: "x" }
        }
      }
    case "nonsense":
      return { _tag: "OfBusiness", entry, change: { field: "messages", value: { ...messages.value, messages: [5] } } }
    case "empty":
      return { _tag: "Other", delivery: { object: "page", entry: [{ id: externalId(organization, 2), time: 5 }] } }
    case "problem": {
      const errors = [{ code: 130_429, title: "Rate limit hit", message: "(#130429) Rate limit hit" }]
      return { _tag: "OfBusiness", entry, change: { field: "messages", value: { ...messages.value, errors } } }
    }
  }
}

/** Everything that is reported of an organization's history, each once, in the order in which it happens. */
export const partsOf = (history: History, organization: number): ReadonlyArray<Part> => {
  const said = saidIn(history)
  const talk = history.talk.flatMap((talked, place): ReadonlyArray<Part> => {
    const told = { ...talked, id: `said.${place}` }
    if (talked.told === 0) return []
    if (isWhatsApp(talked.account)) return [whatsAppTalk(history, organization, told)]
    return talked.what === "preference" ? [] : [personalTalk(organization, told)]
  })
  const remarks = history.remarks.flatMap((remark, ordinal) => {
    const about = said[remark.about % said.length]
    if (about === undefined) return []
    return isWhatsApp(about.account)
      ? whatsAppRemark(history, organization, about, remark, ordinal)
      : personalRemark(organization, about, remark)
  })
  const all = [
    ...talk,
    ...changesIn(history).map((change) => whatsAppChange(history, organization, change)),
    ...remarks,
    ...history.asides.map((aside) => asidePart(organization, aside))
  ]
  return distinct(all)
}

/** Of what is reported once only, like a deletion, the first report is taken. */
const onceOf = (part: Part): string => {
  if (part._tag === "OfNumber" && part.item["type"] === "revoke") return JSON.stringify(part.item["revoke"])
  // An echo of what was sent has one time, as a message has.
  if (part._tag === "OfNumber" && part.list === "message_echoes") return JSON.stringify([part.list, part.item["id"]])
  if (part._tag === "OfPerson" && isEcho(part.item["message"])) return JSON.stringify(part.item["message"])
  return JSON.stringify(part)
}

const isEcho = (message: unknown): boolean => typeof message === "object" && message !== null && "is_echo" in message

const distinct = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  [...new Map(parts.toReversed().map((part) => [onceOf(part) + accountOf(part), part] as const)).values()].toReversed()

const accountOf = (part: Part): string =>
  part._tag === "OfNumber" ? JSON.stringify(part.metadata) : part._tag === "OfPerson" ? part.entry : ""
