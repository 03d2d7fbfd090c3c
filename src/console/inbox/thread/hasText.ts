import type { ConversationItem } from "../conversationTypes.ts"

/** Text without the difference of capitals and accents. */
const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase()

/** Whether the name or number of the contact, or the last message, has the text as a part. */
export const hasText = (
  { contact, lastMessage }: Pick<ConversationItem, "contact" | "lastMessage">,
  search: string
): boolean => {
  const wanted = plain(search)
  const digits = search.replaceAll(/[\s()+-]/g, "")
  const isNumber = /^\d+$/.test(digits)
  return (
    [contact.name, lastMessage?.text ?? ""].some((text) => plain(text).includes(wanted)) ||
    (isNumber && contact.phone.includes(digits))
  )
}
