import { Effect, Random } from "effect"

const urlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const hexadecimal = "0123456789ABCDEF"
const decimal = "0123456789"

/** From Effect's `Random`, so that a seed gives the same ids again. Unguessable they need not be. */
const randomText = (alphabet: string, length: number): Effect.Effect<string> =>
  Effect.map(Random.Random, (random) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random.nextDoubleUnsafe() * alphabet.length))).join("")
  )

/** `fbtrace_id`: an A and 22 URL-safe characters. */
export const traceId: Effect.Effect<string> = Effect.map(randomText(urlSafe, 22), (text) => `A${text}`)

/** The part of a WhatsApp message id that is the message's own: 9 bytes in hexadecimal. */
export const messageKey: Effect.Effect<string> = randomText(hexadecimal, 18)

/** The id of what WhatsApp bills together: 16 bytes in hexadecimal. */
export const conversationKey: Effect.Effect<string> = Effect.map(randomText(hexadecimal, 32), (text) =>
  text.toLowerCase()
)

/** The part of a Messenger message id that follows `m_`. */
export const messengerKey: Effect.Effect<string> = randomText(urlSafe, 86)

/** The number that an Instagram message has within its conversation. */
export const instagramKey: Effect.Effect<string> = randomText(decimal, 35)

/** The id of a custom label: 16 digits, the first of them fixed, as a number has no zero there. */
export const labelId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `6${text}`)

/** The id of a file: 16 digits, as long as those of WhatsApp mostly are. */
export const mediaId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `4${text}`)

/** The id of a template: 16 digits. */
export const templateId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `1${text}`)

/** What a QR code leads to: 14 letters and digits. */
export const qrCodeId: Effect.Effect<string> = randomText("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 14)
