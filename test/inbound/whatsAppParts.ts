import {
  externalId,
  type History,
  type Ids,
  ownIds,
  type Remark,
  type Said,
  stamp,
  type Talk,
  toldIds
} from "./history.ts"
import type { JsonObject, Part } from "./parts.ts"

/** The WhatsApp Business Account of all numbers of an organization. */
export const businessAccountOf = (organization: number): string => `${organization + 1}990000000`

const present = (parts: Readonly<Record<string, string | null>>): JsonObject =>
  Object.fromEntries(Object.entries(parts).flatMap(([key, part]) => (part === null ? [] : [[key, part] as const])))

const contactOf = ({ bsuid, phone }: Ids, name: number): JsonObject => ({
  ...present({ wa_id: phone, user_id: bsuid }),
  profile: present({ name: name === 0 ? null : `Name ${name}`, username: name === 3 ? "username" : null })
})

/** Where parts of a number stand. */
const place = (organization: number, account: number, field: string, list: string) => ({
  _tag: "OfNumber" as const,
  entry: businessAccountOf(organization),
  field,
  metadata: { display_phone_number: "15550000000", phone_number_id: externalId(organization, account) },
  list
})

const fromPerson = ({ bsuid, phone }: Ids) => present({ from: phone, from_user_id: bsuid })
const toPerson = ({ bsuid, phone }: Ids) => present({ to: phone, to_user_id: bsuid })

const contentOf = (what: Talk["what"], id: string): JsonObject => {
  switch (what) {
    case "image":
      return { type: "image", image: { id: `media ${id}`, mime_type: "image/jpeg", caption: id, sha256: "c2hh" } }
    case "postback":
    case "tap":
      return { type: "button", button: { text: "Yes", payload: "YES" }, context: { id: "said.0" } }
    case "referral":
      return { type: "text", text: { body: id }, referral: { source_id: id, source_type: "ad" } }
    default:
      return { type: "text", text: { body: `Text of ${id} – ünïcode` } }
  }
}

/** The report of something that was said on a number. */
export const whatsAppTalk = (history: History, organization: number, talked: Talk & { readonly id: string }): Part => {
  const { account, at, form, id, name, what, who } = talked
  const ids = toldIds(history, who, at, form)
  const timestamp = stamp(at)
  if (what === "echo") {
    const item = { ...toPerson(ids), from: "15550000000", id, timestamp, ...contentOf("text", id) }
    return { ...place(organization, account, "smb_message_echoes", "message_echoes"), item, contacts: [] }
  }
  if (what === "preference" || what === "opt-in") {
    const value = what === "opt-in" || name % 2 === 0 ? "resume" : "stop"
    const item = {
      ...present({ wa_id: ids.phone, user_id: ids.bsuid }),
      category: "marketing_messages",
      value,
      timestamp
    }
    return { ...place(organization, account, "user_preferences", "user_preferences"), item, contacts: [] }
  }
  const item = { ...fromPerson(ids), id, timestamp, ...contentOf(what, id) }
  return { ...place(organization, account, "messages", "messages"), item, contacts: [contactOf(ids, name)] }
}

/** Prices of statuses: another one of a delivered message, and none of a read one. */
const prices: Readonly<Record<string, JsonObject>> = {
  sent: { billable: true, pricing_model: "PMP", category: "marketing", type: "regular" },
  delivered: { billable: false, pricing_model: "PMP", category: "utility", type: "free_customer_service" }
}

const statusOf = (said: Said, what: string, recipient: JsonObject): JsonObject => ({
  id: said.id,
  status: what,
  // One instant for each word: it is one report, however often it comes.
  timestamp: stamp(said.at + what.length),
  ...recipient,
  ...(prices[what] === undefined ? {} : { pricing: prices[what] }),
  ...(what === "failed"
    ? { errors: [{ code: said.fate === "refused" ? 131_050 : 131_026, title: "Not sent", message: "(#1) Not sent" }] }
    : {})
})

/** What is reported of something that was said or sent on a number; nothing where WhatsApp has no such report. */
export const whatsAppRemark = (
  history: History,
  organization: number,
  said: Said,
  { at, form, value, what }: Remark,
  ordinal: number
): ReadonlyArray<Part> => {
  const inMessages = place(organization, said.account, "messages", "messages")
  const ids = toldIds(history, said.who, said.at, form)
  const own = { id: `remark.${ordinal}`, timestamp: stamp(at) }
  const contacts = [contactOf(ids, 0)]
  switch (what) {
    case "sent":
    case "delivered":
    case "read":
    case "failed": {
      if (what !== "sent" && (what === "failed") !== (said.fate !== "arrives")) return []
      // The same for each word, as its instant is.
      const told = toldIds(history, said.who, said.at, "both")
      const recipient = present({ recipient_id: told.phone, recipient_user_id: told.bsuid })
      const item = statusOf(said, what, recipient)
      return [{ ...place(organization, said.account, "messages", "statuses"), item, contacts: [] }]
    }
    case "liked":
    case "answered": {
      const reaction = { message_id: said.id, ...(value === 0 ? {} : { emoji: `emoji ${value}` }) }
      const item = { ...own, type: "reaction", reaction }
      return what === "liked"
        ? [{ ...inMessages, item: { ...fromPerson(ids), ...item }, contacts }]
        : [
            {
              ...place(organization, said.account, "smb_message_echoes", "message_echoes"),
              item: { ...toPerson(ids), from: "15550000000", ...item },
              contacts: []
            }
          ]
    }
    case "edited": {
      const message = { type: "text", text: { body: `Edit ${value}` } }
      const item = { ...fromPerson(ids), ...own, type: "edit", edit: { original_message_id: said.id, message } }
      return [{ ...inMessages, item, contacts }]
    }
    case "deleted": {
      const timestamp = stamp(said.at + 20)
      const revoke = { original_message_id: said.id }
      return [{ ...inMessages, item: { ...fromPerson(ids), ...own, timestamp, type: "revoke", revoke }, contacts }]
    }
    case "echoed": {
      if (said.what !== "send") return []
      // It goes to whom the send went to, names nothing else, and says the same.
      const { phone } = ownIds(history, said.who, said.at)
      const message = { from: "15550000000", to: phone, id: said.id, timestamp: stamp(said.at) }
      const item = { ...message, type: "text", text: { body: "ours" } }
      return [{ ...place(organization, said.account, "smb_message_echoes", "message_echoes"), item, contacts: [] }]
    }
    default:
      return []
  }
}

/** That a person has another number, or another id. */
export const whatsAppChange = (
  history: History,
  organization: number,
  { at, form, what, who }: History["changes"][number]
): Part => {
  const [before, after] = [ownIds(history, who, at - 1), ownIds(history, who, at)]
  if (what === "number") {
    const system = { type: "user_changed_number", wa_id: after.phone, body: "changed" }
    const item = { from: before.phone, id: `change.${who}.${at}`, timestamp: stamp(at), type: "system", system }
    return { ...place(organization, 0, "messages", "messages"), item, contacts: [] }
  }
  const item = {
    ...(form === "bsuid" ? {} : { wa_id: after.phone }),
    user_id: { previous: before.bsuid, current: after.bsuid },
    timestamp: stamp(at)
  }
  return { ...place(organization, 0, "user_id_update", "user_id_update"), item, contacts: [] }
}
