import { Result, Schema } from "effect"

/** The form of Standard Webhooks: `whsec_` and the base64 of the key, with an optional version in front. */
const standardForm = /^(?:v1,)?whsec_([A-Za-z0-9+/_-]+)={0,2}$/

/** Secrets that begin so are meant in the form of Standard Webhooks. */
const standardPrefix = /^(?:v1,|whsec_)/

/** Fewest bytes of a key in the form of Standard Webhooks. A shorter one is as a rule a word that was typed. */
export const minKeyBytes = 16

/** Three bytes of a key take four characters. */
const bytesOf = (encoded: string): number => Math.floor((encoded.length * 3) / 4)

/** A secret looks like one of Standard Webhooks, but its key cannot be read. */
export class SigningSecretRefused extends Schema.TaggedError<SigningSecretRefused>()("SigningSecretRefused", {
  reason: Schema.Literals(["not base64", "too short"])
}) {}

/** The base64 of a key without padding, in the standard alphabet; null for a secret in another form. */
const unpaddedKeyOf = (secret: string): string | null => {
  const [, encoded] = standardForm.exec(secret) ?? []
  // One character more than whole groups of four encodes no byte.
  if (encoded === undefined || encoded.length % 4 === 1) return null
  return encoded.replaceAll("-", "+").replaceAll("_", "/")
}

/**
 * The key of a secret in the form of Standard Webhooks, as padded base64 in the standard alphabet (contract C28). Both
 * alphabets are read, with and without padding. Null for a secret in another form: its own bytes are the key.
 */
export const encodedKeyOf = (secret: string): string | null => {
  const key = unpaddedKeyOf(secret)
  return key === null ? null : key.padEnd(Math.ceil(key.length / 4) * 4, "=")
}

/** Refuses a secret that looks like one of Standard Webhooks and would sign with other bytes than its receiver expects. */
export const checkSigningSecret = (secret: string): Result.Result<string, SigningSecretRefused> => {
  if (!standardPrefix.test(secret)) return Result.succeed(secret)
  const key = unpaddedKeyOf(secret)
  if (key === null) return Result.fail(new SigningSecretRefused({ reason: "not base64" }))
  return bytesOf(key) < minKeyBytes
    ? Result.fail(new SigningSecretRefused({ reason: "too short" }))
    : Result.succeed(secret)
}
