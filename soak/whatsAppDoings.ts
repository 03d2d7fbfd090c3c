import type { WhatsAppRequest } from "../emulator/person/WhatsAppRequest.ts"
import { type Account, laterUserIdOf } from "./cast.ts"
import { oneOf, weighted } from "./draw.ts"
import { deletedWords } from "./Diary.ts"
import {
  becoming,
  type Doing,
  later,
  naming,
  nothing,
  saying,
  sayingText,
  someOf,
  type Talk,
  textOf,
  words
} from "./Talk.ts"

type Given = typeof WhatsAppRequest.Encoded
type Make = (talk: Talk, account: Account, fully?: boolean) => Doing

const basis = (talk: Talk, { id, wabaId }: Account, fully = false) => ({
  channel: "whatsapp" as const,
  to: id,
  ...naming(talk, wabaId ?? "", fully)
})

/** A text; in answer to one of the business when there is such a one. */
export const text: Make = (talk, account, fully = false) => {
  const said = words(talk)
  const answered = talk.answers.at(-1)
  const request: Given = {
    ...basis(talk, account, fully),
    type: "text",
    text: said,
    ...(answered?.account === account && talk.draw() < 0.3 ? { replyTo: answered.id } : {})
  }
  return { request, note: sayingText(talk, account, said) }
}

const file: Make = (talk, account) => {
  const base = basis(talk, account)
  const request = oneOf<Given>(talk.draw, [
    { ...base, type: "image", caption: words(talk) },
    { ...base, type: "document" },
    { ...base, type: "audio" },
    { ...base, type: "video" },
    { ...base, type: "sticker" }
  ])
  return { request, note: saying(talk, account) }
}

/** All other messages. */
const other: Make = (talk, account) => {
  const base = basis(talk, account)
  const request = oneOf<Given>(talk.draw, [
    { ...base, type: "location", location: { latitude: 52.5, longitude: 13.4, name: "Here" } },
    { ...base, type: "contacts", contacts: [{ name: { formatted_name: "Ann" }, phones: [{ phone: "+15551234567" }] }] },
    { ...base, type: "button", text: "Yes", payload: "YES" },
    {
      ...base,
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "yes", title: "Yes" } }
    },
    { ...base, type: "interactive", interactive: { type: "list_reply", list_reply: { id: "1", title: "First" } } },
    { ...base, type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { response_json: '{"a":1}' } } },
    {
      ...base,
      type: "order",
      order: {
        catalog_id: "1",
        product_items: [{ product_retailer_id: "a", quantity: 1, item_price: 2, currency: "EUR" }]
      }
    },
    { ...base, type: "unsupported" },
    { ...base, type: "text", text: words(talk), referral: { source_type: "ad", source_id: "1", headline: "Come" } }
  ])
  return { request, note: saying(talk, account) }
}

const reaction: Make = (talk, account) => {
  const about = someOf(talk, talk.known)
  if (about === undefined) return text(talk, account)
  const emoji = oneOf(talk.draw, ["👍", "❤️", "😮", ""])
  return {
    request: {
      ...basis(talk, about.account),
      type: "reaction",
      messageId: about.id,
      emoji,
      timestamp: later(talk)
    },
    note: becoming(talk, about.id, "message.reaction", (said) => {
      said.reaction = emoji === "" ? null : emoji
    })
  }
}

const edit: Make = (talk, account) => {
  const about = textOf(talk)
  if (about === undefined) return text(talk, account)
  const changed = words(talk)
  return {
    request: {
      ...basis(talk, about.account),
      type: "edit",
      messageId: about.id,
      text: changed,
      timestamp: later(talk)
    },
    note: becoming(talk, about.id, "message.edited", (said) => {
      said.words = changed
    })
  }
}

const revoke: Make = (talk, account) => {
  const about = textOf(talk)
  if (about === undefined) return text(talk, account)
  return {
    request: { ...basis(talk, about.account), type: "revoke", messageId: about.id },
    note: becoming(talk, about.id, "message.deleted", (said) => {
      about.isGone = true
      said.words = deletedWords
    })
  }
}

const echo: Make = (talk, account) => {
  const said = words(talk)
  const outbound = { direction: "outbound", event: "message.sent", words: said } as const
  return {
    request: { ...basis(talk, account), type: "echo", text: said },
    note: saying(talk, account, outbound)
  }
}

const preference: Make = (talk, account) => {
  const value = oneOf(talk.draw, ["stop", "resume"] as const)
  return {
    request: { ...basis(talk, account), type: "user_preferences", value, timestamp: later(talk) },
    note: () => void talk.diary.optedIn.set(talk.lane, value === "resume")
  }
}

/** A change of number or id: once, and only for people who may change. For others it is a notice without effect. */
const change: Make = (talk, account) => {
  const { naming: how, person } = talk.lane
  const base = basis(talk, account)
  if (how === "moving" && !talk.isMoved) {
    talk.isMoved = true
    const system = { type: "user_changed_number", wa_id: person.laterWaId } as const
    return { request: { ...base, type: "system", system, timestamp: later(talk) }, note: nothing }
  }
  if (how === "renamed" && !talk.isRenamed) {
    talk.isRenamed = true
    const newUserId = laterUserIdOf(account.wabaId ?? "", person)
    return { request: { ...base, type: "user_id_update", newUserId, timestamp: later(talk) }, note: nothing }
  }
  const request = oneOf<Given>(talk.draw, [
    { ...base, type: "request_welcome" },
    {
      channel: "whatsapp",
      to: account.id,
      type: "template_status",
      name: "hello_world",
      language: "en_US",
      event: "APPROVED"
    }
  ])
  return { request, note: nothing }
}

/** Next action of a person of WhatsApp. */
export const whatsAppDoing: Make = (talk, account) =>
  weighted<Make>(talk.draw, [
    [50, text],
    [8, file],
    [12, other],
    [8, reaction],
    [7, edit],
    [4, revoke],
    [4, echo],
    [3, preference],
    [4, change]
  ])(talk, account)
