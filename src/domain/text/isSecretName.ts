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
