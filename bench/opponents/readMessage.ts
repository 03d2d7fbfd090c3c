import { parsePhoneNumberFromString } from "libphonenumber-js"
import type { SendMessageBody } from "./schemas.ts"

export interface ReadMessage {
  readonly phone: string
  readonly country: string | null
  readonly type: string
  readonly content: { readonly template?: SendMessageBody["template"]; readonly text?: string | null }
}

/** What is to be sent, and to whom; null when that cannot be told. */
export const readMessage = ({ template, text, to, type = "template" }: SendMessageBody): ReadMessage | null => {
  const number = parsePhoneNumberFromString(`+${to}`)
  const content = type === "template" ? { template: template ?? null } : { text: text ?? null }
  if (number?.isPossible() !== true || Object.values(content).every((part) => !part)) return null
  return { phone: number.number.slice(1), country: number.country ?? null, type, content }
}
