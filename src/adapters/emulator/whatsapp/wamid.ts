import { Base64 } from "effect/encoding"

const encoder = new TextEncoder()

/**
 * The id of a message from a business to a person. Real ones are base64 of a small Thrift struct that names the other
 * side and the message: 1c, 18 and the length and text of the person, 15 02 00, 11 (from a business), 18 and the length
 * and text of the message's own key, 00. The longest person we know of is a business-scoped id of some 40 characters.
 */
export const wamid = (person: string, key: string): string => {
  const who = encoder.encode(person)
  const what = encoder.encode(key)
  return `wamid.${Base64.encode(
    Uint8Array.of(0x1c, 0x18, who.length, ...who, 0x15, 0x02, 0x00, 0x11, 0x18, what.length, ...what, 0x00)
  )}`
}
