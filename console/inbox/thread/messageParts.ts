/** A part of a message text: plain text, a link, or parts in a style of WhatsApp. */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string }
  | { readonly kind: Style; readonly parts: ReadonlyArray<MessagePart> }

type Style = "bold" | "italic" | "strike" | "code"

const styles: Readonly<Record<string, Style>> = { "*": "bold", _: "italic", "~": "strike", "`": "code" }

/** Around code of several lines. */
const fence = "```"

/** Styles inside each other. Deeper marks stay plain. */
const maxDepth = 3

/** A piece of a text that may contain an address. */
const word = /[^\s<>"]+/g
const webStart = /\bhttps?:\/\/|\bwww\./i
const openingMarks = /^[*_~`'([{]+/
const email = /^[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}$/i

/** An international phone number. */
const phone = /\+\d[\d ()./-]{6,20}\d/g

/** Marks at the end of an address that belong to the sentence around it. */
const closingMarks = ".,;:!?'*_~`])}"

/** The address without the marks of the sentence; a bracket stays if the address has its partner. */
const withoutClosingMarks = (found: string): string => {
  let end = found.length
  while (end > 0 && closingMarks.includes(found[end - 1] ?? " ")) end -= 1
  const address = found.slice(0, end)
  return found[end] === ")" && address.includes("(") ? `${address})` : address
}

interface Link {
  readonly start: number
  readonly end: number
  readonly href: string
}

const hrefOf = (address: string): string => {
  if (/^https?:/i.test(address)) return address
  if (/^www\./i.test(address)) return `https://${address}`
  return address.startsWith("+") ? `tel:${address.replaceAll(/[^\d+]/g, "")}` : `mailto:${address}`
}

/** The address in a word, with its place; null without one. */
const addressIn = (found: string): { readonly at: number; readonly address: string } | null => {
  const web = found.search(webStart)
  const at = web < 0 ? (openingMarks.exec(found)?.[0].length ?? 0) : web
  const address = withoutClosingMarks(found.slice(at))
  const isAddress = web < 0 ? email.test(address) : /^(?:https?:\/\/.|www\.[^.]+\..)/i.test(address)
  return isAddress ? { at, address } : null
}

const linksIn = (text: string): ReadonlyArray<Link> => {
  const addresses = Array.from(text.matchAll(word)).flatMap(({ 0: found, index }) => {
    const link = addressIn(found)
    return link === null ? [] : [{ start: index + link.at, address: link.address }]
  })
  const numbers = Array.from(text.matchAll(phone), ({ 0: found, index }) => ({ start: index, address: found })).filter(
    ({ start }) => !addresses.some((link) => link.start <= start && start < link.start + link.address.length)
  )
  return [...addresses, ...numbers]
    .map(({ address, start }) => ({ start, end: start + address.length, href: hrefOf(address) }))
    .toSorted((one, other) => one.start - other.start)
}

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isBlank = (character: string | undefined): boolean => character === undefined || /\s/.test(character)

/** A piece of a message text that is split into its parts. */
interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly links: ReadonlyArray<Link>
  readonly depth: number
}

/** The place of the mark that closes the one at `open`; -1 without one. A style ends on its line. */
const closingOf = ({ end, links, text }: Piece, open: number): number => {
  const mark = text[open]
  if (isLetterOrDigit(text[open - 1]) || isBlank(text[open + 1]) || text[open + 1] === mark) return -1
  for (let at = open + 2; at < end && text[at] !== "\n"; at++) {
    const link = links.find(({ start }) => start === at)
    if (link !== undefined) at = link.end
    if (at < end && text[at] === mark && !isBlank(text[at - 1]) && !isLetterOrDigit(text[at + 1])) return at
  }
  return -1
}

const partsIn = (piece: Piece): ReadonlyArray<MessagePart> => {
  const { depth, end, links, start, text } = piece
  const parts: Array<MessagePart> = []
  let plain = start
  const flush = (to: number): void => {
    if (to > plain) parts.push({ kind: "text", text: text.slice(plain, to) })
  }
  for (let at = start; at < end; at++) {
    const link = links.find((one) => one.start === at)
    if (link !== undefined) {
      flush(at)
      parts.push({ kind: "link", text: text.slice(at, link.end), href: link.href })
      plain = link.end
      at = plain - 1
      continue
    }
    const kind = depth < maxDepth ? styles[text[at] ?? ""] : undefined
    if (kind === undefined) continue
    const width = text.startsWith(fence, at) ? fence.length : 1
    const close = width === 1 ? closingOf(piece, at) : text.indexOf(fence, at + width + 1)
    if (close < 0 || close + width > end) continue
    flush(at)
    const inner = { ...piece, start: at + width, end: close }
    parts.push({
      kind,
      parts: partsIn(kind === "code" ? { ...inner, depth: maxDepth, links: [] } : { ...inner, depth: depth + 1 })
    })
    plain = close + width
    at = plain - 1
  }
  flush(end)
  return parts
}

/**
 * Splits a message text into links and, for WhatsApp, the styles that its marks give: `*bold*`, `_italic_`, `~strike~` and
 * code between backticks. Addresses of links begin with http:, https:, mailto: or tel: only.
 */
export const messageParts = (text: string, hasStyles: boolean): ReadonlyArray<MessagePart> =>
  partsIn({ text, start: 0, end: text.length, links: linksIn(text), depth: hasStyles ? 0 : maxDepth })

const plainOf = (part: MessagePart): string =>
  part.kind === "text" || part.kind === "link" ? part.text : part.parts.map(plainOf).join("")

/** The text without the marks of WhatsApp's styles, for a preview in one line. */
export const withoutStyles = (text: string): string => messageParts(text, true).map(plainOf).join("")
