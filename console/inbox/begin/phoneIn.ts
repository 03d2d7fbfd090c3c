/** Digits of a complete number with its country code. */
const digits = /^\d{7,15}$/

/** The phone number that a search is, in E.164; null if it is none. A leading 00 counts as +. */
export const phoneIn = (text: string): string | null => {
  const plain = text.replaceAll(/[\s().\-\u200E\u202A\u202C]/g, "")
  const number = plain.startsWith("+") ? plain.slice(1) : plain.replace(/^00/, "")
  return digits.test(number) ? `+${number}` : null
}
