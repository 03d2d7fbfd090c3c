import { Effect, Random } from "effect"

const urlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const hexadecimal = "0123456789ABCDEF"
const decimal = "0123456789"

/** Random text from Effect's `Random`, reproducible with a seed. It need not be unguessable. */
const randomText = (alphabet: string, length: number): Effect.Effect<string> =>
  Effect.map(Random.Random, (random) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random.nextDoubleUnsafe() * alphabet.length))).join("")
  )

/** `fbtrace_id`: an A and 22 URL-safe characters. */
export const traceId: Effect.Effect<string> = Effect.map(randomText(urlSafe, 22), (text) => `A${text}`)

/** The unique part of a WhatsApp message id: 9 bytes in hexadecimal. */
export const messageKey: Effect.Effect<string> = randomText(hexadecimal, 18)

/** The id of a WhatsApp billing group: 16 bytes in hexadecimal. */
export const conversationKey: Effect.Effect<string> = Effect.map(randomText(hexadecimal, 32), (text) =>
  text.toLowerCase()
)

/** The part of a Messenger message id after `m_`. */
export const messengerKey: Effect.Effect<string> = randomText(urlSafe, 86)

/** The number of an Instagram message within its conversation. */
export const instagramKey: Effect.Effect<string> = randomText(decimal, 35)

/** The id of a custom label: 16 digits with a fixed first digit, because numbers have no leading zero. */
export const labelId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `6${text}`)

/** The id of a file: 16 digits, the usual length on WhatsApp. */
export const mediaId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `4${text}`)

/** The id of a template: 16 digits. */
export const templateId: Effect.Effect<string> = Effect.map(randomText(decimal, 15), (text) => `1${text}`)

/** The code in the link of a QR code: 14 letters and digits. */
export const qrCodeId: Effect.Effect<string> = randomText("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 14)
