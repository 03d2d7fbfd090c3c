/** A character between groups of digits that may also stand before something else, such as an extension. */
export type Mark = "-" | "." | "/"

/** A place between two groups of digits. */
export interface Boundary {
  /** Digits that follow. */
  readonly digitsAfter: number
  /** Null for a space or a bracket. */
  readonly mark: Mark | null
}

/** A phone number as people write it, in one reading. */
export interface PhoneText {
  /** Digits without `+` and `00`. */
  readonly digits: string
  /** Whether `+` or `00` comes first. */
  readonly isInternational: boolean
  readonly boundaries: ReadonlyArray<Boundary>
}

/** Longest text that can be a number, spaces included. */
const maxTextLength = 100

/** A number without separators, as machines write it. */
const bareNumber = /^\+?[0-9]+$/

/** A number as a spreadsheet exports it, with up to two decimal zeros. Seven digits are the shortest phone number. */
const withDecimals = /^(\+?[0-9]{7,})[.,٫]0{1,2}$/

/** Invisible marks in numbers that were copied from an address book or a chat. */
const invisible = /\p{Cf}/gu

/** Dashes of all kinds, and minus. */
const dashes = /[\p{Pd}−]/gu

/** Digits of Arabic and of Persian, each in the order of their values. */
const easternDigits = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"]
const easternDigit = /[٠-٩۰-۹]/g

const western = (digit: string): string => String(Math.max(...easternDigits.map((digits) => digits.indexOf(digit))))

/** Spaces and brackets around one mark at most. Line breaks and tabs separate two numbers, not two groups. */
const numberText = /^\(?\+?[ (]*[0-9](?:[ ()]*(?:[-./][ ()]*)?[0-9])*\)?$/u
const group = /[0-9]+/g
const withPlus = /^\(?\+/
const markIn = /[-./]/

/** The digit that is only dialled inside the country, as people write it: `+44 (0)20 …`. */
const trunkZero = /\( *0 *\)/

/** A bracket around the country code, an area code or both. */
const bracket = /\([^()]*\)/g
const wholeInBrackets = /^\(([^()]*)\)$/

/** Fewest digits after the last bracket. */
const minDigitsAfterBracket = 4

const digitsIn = (text: string): string => text.replaceAll(/[^0-9]/g, "")

const isMark = (text: string | undefined): text is Mark => text === "-" || text === "." || text === "/"

/** Brackets are closed, are not nested, and do not contain the end of the number. */
const hasFineBrackets = (text: string): boolean => {
  if (/[()]/.test(text.replaceAll(bracket, ""))) return false
  return !text.includes(")") || digitsIn(text.slice(text.lastIndexOf(")"))).length >= minDigitsAfterBracket
}

const boundariesOf = (text: string): ReadonlyArray<Boundary> => {
  const groups = [...text.matchAll(group)]
  return groups.slice(1).map((after, position) => {
    const before = groups[position]
    const mark = markIn.exec(text.slice((before?.index ?? 0) + (before?.[0].length ?? 0), after.index))?.[0]
    const digitsAfter = groups.slice(position + 1).reduce((sum, [digits]) => sum + digits.length, 0)
    return { digitsAfter, mark: isMark(mark) ? mark : null }
  })
}

const bare = (text: string): PhoneText => {
  const digits = text.replace(/^(?:\+|00)/, "")
  return { digits, isInternational: digits.length < text.length, boundaries: [] }
}

/**
 * The readings of a text, the likelier first; none for a text with anything but one number (contract: Text of a phone
 * number). A bracketed zero is left out abroad, though not in Italy.
 */
export const readPhoneText = (text: string): ReadonlyArray<PhoneText> => {
  if (text.length > maxTextLength) return []
  if (bareNumber.test(text)) return [bare(text)]
  const normal = text
    .normalize("NFKC")
    .replaceAll(invisible, "")
    .replaceAll(easternDigit, western)
    .replaceAll(dashes, "-")
    .replaceAll("·", ".")
  const plain = normal
    .trim()
    .replaceAll(/\p{Zs}/gu, " ")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
  const decimals = withDecimals.exec(plain)?.[1]
  if (decimals !== undefined) return [bare(decimals)]
  const clean = plain.replace(wholeInBrackets, "$1").trim()
  if (bareNumber.test(clean)) return [bare(clean)]
  if (!numberText.test(clean) || !hasFineBrackets(clean)) return []
  const forms = trunkZero.test(clean) ? [clean.replace(trunkZero, " "), clean] : [clean]
  return forms.map((form) => {
    const all = digitsIn(form)
    const digits = withPlus.test(clean) ? all : all.replace(/^00/, "")
    return {
      digits,
      isInternational: withPlus.test(clean) || digits.length < all.length,
      boundaries: boundariesOf(form)
    }
  })
}
