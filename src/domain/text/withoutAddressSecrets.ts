import { Option } from "effect"

/** Parts that mark a name as that of a secret, in any position: `signing_secret`, `accessToken`, `X-API-Key`. */
const secretPart =
  /secret|token|passw|passphrase|authorization|credential|bearer|cookie|jwt|(?:api|private|access|signing|encryption)[^a-z0-9]*key|(?:^|[^a-z])(?:keys?|pwd)$/i
const secretCamelName = /[a-z0-9]Keys?$/

/** Words that only name a secret when they are whole words: `user_pin` is one, `shipping` is none. */
const secretWords: ReadonlySet<string> = new Set(["pass", "pin", "otp", "session", "signature", "cvv"])

/** Words behind a secret's that still name the secret itself: `otpCode`, `session_id`, `cvv-value`. */
const qualifiers: ReadonlySet<string> = new Set(["code", "id", "number", "value"])

/** A word of a name in snake, kebab or camel case. Digits are no word: `signature256` is a signature. */
const word = /[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]/g

const hasSecretWord = (name: string): boolean => {
  const words = Array.from(name.matchAll(word), ([found]) => found.toLowerCase())
  const last = words.at(-1) ?? ""
  return secretWords.has(last) || (qualifiers.has(last) && secretWords.has(words.at(-2) ?? ""))
}

/**
 * Whether a value with this name is a secret. It is when the name has a part such as `token` or `secret`, when it ends in
 * a key, or when its last word is `pass`, `pin`, `otp`, `session`, `signature` or `cvv`, also with `code`, `id`, `number`
 * or `value` behind it. `pinned`, `passenger` and `signatureUrl` are none.
 */
export const isSecretName = (name: string): boolean =>
  secretPart.test(name) || secretCamelName.test(name) || hasSecretWord(name)

/** The replacement of a secret in a log. */
export const redacted = "[redacted]"

/** A parameter in the query or the fragment of an address within a text. */
const parameter = /([?&#])([^?&#=\s]{1,256})=([^&#\s"'<>]*)/g

/** A parameter in a text that is an address as a whole, whose values may contain quotes. */
const ownParameter = /([?&#])([^?&#=\s]{1,256})=([^&#]*)/g

const wholeAddress = /^[a-z][a-z\d+.-]{0,31}:\/\/\S*$/i

/** A user and a password before the host of an address. */
const userInfo = /:\/\/[^/?#\s@]{1,256}@/g

/** Names of secrets in the query of an address only: webhook receivers use such parameters. */
const addressSecretNames: ReadonlySet<string> = new Set(["auth", "code", "hmac", "sig"])

const decodeName = Option.liftThrowable(decodeURIComponent)

/** The text with the secrets in its addresses replaced: users, passwords, and values of parameters with the name of a secret. */
export const withoutAddressSecrets = (text: string): string => {
  const isAddress = text.includes("://")
  const isSecret = (encoded: string): boolean => {
    const name = Option.getOrElse(decodeName(encoded), () => encoded)
    return isSecretName(name) || (isAddress && addressSecretNames.has(name.toLowerCase()))
  }
  return text
    .replaceAll(userInfo, `://${redacted}@`)
    .replaceAll(wholeAddress.test(text) ? ownParameter : parameter, (whole, mark: string, name: string) =>
      isSecret(name) ? `${mark}${name}=${redacted}` : whole
    )
}
