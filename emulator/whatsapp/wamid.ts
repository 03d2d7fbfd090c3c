import { Base64 } from "effect/encoding"

const encoder = new TextEncoder()

const fromBusiness = 0x11
const fromPerson = 0x12

/**
 * Real ids are base64 of a small Thrift struct that names the person and the message: 1c, 18 and the length and text of
 * the person, 15 02 00, 11 or 12 (who wrote it), 18 and the length and text of the message's own key, 00. The longest
 * person we know of is a business-scoped id of some 130 characters.
 */
const messageId = (person: string, writer: number, key: string): string => {
  const who = encoder.encode(person)
  const what = encoder.encode(key)
  return `wamid.${Base64.encode(
    Uint8Array.of(0x1c, 0x18, who.length, ...who, 0x15, 0x02, 0x00, writer, 0x18, what.length, ...what, 0x00)
  )}`
}

/** The id of a message from a business to a person. */
export const wamid = (person: string, key: string): string => messageId(person, fromBusiness, key)

/** The id of a message from a person to a business. Keys begin with the kind of the phone that made them. */
export const wamidOfPerson = (person: string, key: string): string => messageId(person, fromPerson, `3A${key}`)
