import { Option, Redacted, Result } from "effect"
import { Hex } from "effect/encoding"
import { isAscii } from "node:buffer"
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"

/** The header in which the platform signs what it sends. */
export const signatureHeader = "x-hub-signature-256"

const signed = /^sha256=(?<mac>[0-9a-f]{64})$/i

/** The MAC that the header has; nothing when it is no header of the platform. */
const macOf = (header: string): Option.Option<Uint8Array> =>
  Option.flatMap(Option.fromUndefinedOr(signed.exec(header)?.groups?.["mac"]), (mac) =>
    Result.getSuccess(Hex.decode(mac))
  )

/** DEL, the first character that the platform escapes. */
const firstEscaped = 0x7f

const hexDigits = new TextEncoder().encode("0123456789abcdef")

/** Bytes of `\u00e4`. */
const escapeBytes = 6

const writeEscaped = (target: Uint8Array, at: number, unit: number): void => {
  target[at] = 0x5c
  target[at + 1] = 0x75
  for (let digit = 0; digit < 4; digit++) {
    target[at + 2 + digit] = hexDigits[(unit >> (12 - 4 * digit)) & 0xf] ?? 0
  }
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The body with everything from DEL on as `\u` and four lower-case digits for each UTF-16 unit, the form that the
 * platform signs (platforms P15). Nothing when there is nothing to escape. A loop over bytes, since the caller is not
 * authenticated yet: a replacement by regular expression takes ten times as long.
 */
const escaped = (body: Uint8Array): Option.Option<Uint8Array> => {
  if (isAscii(body) && !body.includes(firstEscaped)) return Option.none()
  const text = utf8.decode(body)
  const target = new Uint8Array(text.length * escapeBytes)
  let length = 0
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (unit < firstEscaped) target[length++] = unit
    else {
      writeEscaped(target, length, unit)
      length += escapeBytes
    }
  }
  return Option.some(target.subarray(0, length))
}

const keys = new WeakMap<Redacted.Redacted, KeyObject>()

/**
 * The key of a secret, made once: of bare text each signature would make it anew, which takes longer than the
 * signature.
 */
const keyOf = (secret: Redacted.Redacted): KeyObject => {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = createSecretKey(Redacted.value(secret), "utf8")
  keys.set(secret, key)
  return key
}

const isMacOf = (mac: Uint8Array, key: KeyObject, bytes: Uint8Array): boolean =>
  timingSafeEqual(createHmac("sha256", key).update(bytes).digest(), mac)

/**
 * Whether one of the app secrets signed the body: the received bytes, or their escaped form. Never without a header or
 * a secret. Secrets are compared in constant time, and a match takes as long as a mismatch.
 */
export const isSigned = (
  secrets: ReadonlyArray<Redacted.Redacted>,
  header: string | undefined,
  body: Uint8Array
): boolean => {
  const mac = macOf(header ?? "")
  const signing = secrets.filter((secret) => Redacted.value(secret) !== "").map(keyOf)
  if (Option.isNone(mac) || signing.length === 0) return false
  const signs = (bytes: Uint8Array) => signing.filter((key) => isMacOf(mac.value, key, bytes)).length > 0
  return signs(body) || Option.exists(escaped(body), signs)
}
