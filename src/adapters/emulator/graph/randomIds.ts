import { Effect, Random } from "effect"

const urlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const hexadecimal = "0123456789ABCDEF"

/** From Effect's `Random`, so that a seed gives the same ids again. Unguessable they need not be. */
const randomText = (alphabet: string, length: number): Effect.Effect<string> =>
  Effect.map(Random.Random, (random) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random.nextDoubleUnsafe() * alphabet.length))).join("")
  )

/** `fbtrace_id`: an A and 22 URL-safe characters. */
export const traceId: Effect.Effect<string> = Effect.map(randomText(urlSafe, 22), (text) => `A${text}`)

/** The part of a WhatsApp message id that is the message's own: 9 bytes in hexadecimal. */
export const messageKey: Effect.Effect<string> = randomText(hexadecimal, 18)
