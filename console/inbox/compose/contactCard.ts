import type { WhatsAppContactCard } from "../../../client/promise/SessionMethods.ts"

/** The form of a contact card. */
export interface CardDraft {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly company: string
}

export const emptyCard: CardDraft = { name: "", phone: "", email: "", company: "" }

/** Why a field cannot be sent. */
export type CardProblem = { readonly field: "name" | "phone" | "email"; readonly reason: "missing" | "invalid" }

const phonePattern = /^\+?[\d ().-]{5,30}$/
const emailPattern = /^[^\s@]+@[^\s@]+$/

/** The first problem of a card; null without one. It needs a name, and a number or an e-mail address. */
export const cardProblem = ({ email, name, phone }: CardDraft): CardProblem | null => {
  if (name.trim() === "") return { field: "name", reason: "missing" }
  if (phone.trim() === "" && email.trim() === "") return { field: "phone", reason: "missing" }
  if (phone.trim() !== "" && !phonePattern.test(phone.trim())) return { field: "phone", reason: "invalid" }
  return email.trim() === "" || emailPattern.test(email.trim()) ? null : { field: "email", reason: "invalid" }
}

/** The card in the form of the platform. A number with its country code can be written to by a tap. */
export const cardOf = (draft: CardDraft): WhatsAppContactCard => {
  const [name, phone, email, company] = [draft.name, draft.phone, draft.email, draft.company].map((text) => text.trim())
  const [first = "", ...others] = (name ?? "").split(/\s+/)
  const last = others.join(" ")
  const id = phone?.startsWith("+") === true ? { wa_id: phone.replaceAll(/\D/g, "") } : {}
  return {
    name: { formatted_name: name ?? "", first_name: first, ...(last === "" ? {} : { last_name: last }) },
    ...(phone === "" || phone === undefined ? {} : { phones: [{ phone, type: "WORK", ...id }] }),
    ...(email === "" || email === undefined ? {} : { emails: [{ email, type: "WORK" }] }),
    ...(company === "" || company === undefined ? {} : { org: { company } })
  }
}
