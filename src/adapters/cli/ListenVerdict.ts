import { Redacted, Result, Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { encodedKeyOf } from "../../domain/webhooks/Webhook.ts"

export const SignatureVerdict = Schema.TaggedUnion({
  Ok: {},
  Wrong: { reason: Schema.String },
  Unsigned: {},
  /** The delivery is signed, and the secret is not available. */
  Unchecked: { reason: Schema.String }
})
export type SignatureVerdict = typeof SignatureVerdict.Type

/** The verification result of a delivery's headers. */
export interface ListenVerdict {
  readonly signature: SignatureVerdict
  /** `X-Webhook-Secret`, which is present only if the subscriber chose the secret. */
  readonly secretHeader: "right" | "wrong" | "absent" | "unchecked"
}

export interface SignedDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The unchanged body: the signature covers these characters. */
  readonly body: string
}

const { Ok, Unchecked, Unsigned, Wrong } = SignatureVerdict.cases

/** Headers that the library requires. */
const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/**
 * Verifies with the key after `whsec_`, or with the bytes of a secret in another form (contract: Signatures and
 * secrets).
 */
const verifierOf = (secret: string): Webhook => {
  const key = encodedKeyOf(secret)
  return key === null ? new Webhook(new TextEncoder().encode(secret), { format: "raw" }) : new Webhook(key)
}

const reasonOf = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

const isSigned = ({ headers }: SignedDelivery): boolean => headers["webhook-signature"] !== undefined

const signatureVerdict = (delivery: SignedDelivery, secret: string): SignatureVerdict => {
  if (!isSigned(delivery)) return Unsigned.make({})
  const { body, headers } = delivery
  const signed = Object.fromEntries(signatureHeaders.map((name) => [name, headers[name] ?? ""]))
  return Result.match(
    Result.try(() => verifierOf(secret).verify(body, signed, { jsonParse: false })),
    { onFailure: (cause) => Wrong.make({ reason: reasonOf(cause) }), onSuccess: () => Ok.make({}) }
  )
}

/**
 * Whether the header has the secret. Headers are read as Latin-1: other characters appear as UTF-8 bytes, and spaces at
 * the ends are removed.
 */
const isSecret = (header: string, secret: string): boolean =>
  [secret, Buffer.from(secret, "utf8").toString("latin1")].some((form) => form.trim() === header.trim())

/** Verifies a delivery with the secret. The age of its timestamp is measured by the system clock. */
export const verdictWith = (delivery: SignedDelivery, secret: Redacted.Redacted): ListenVerdict => {
  const value = Redacted.value(secret)
  const header = delivery.headers["x-webhook-secret"]
  return {
    signature: signatureVerdict(delivery, value),
    secretHeader: header === undefined ? "absent" : isSecret(header, value) ? "right" : "wrong"
  }
}

/** The verdict without a secret. */
export const verdictWithout = (delivery: SignedDelivery, reason: string): ListenVerdict => ({
  signature: isSigned(delivery) ? Unchecked.make({ reason }) : Unsigned.make({}),
  secretHeader: delivery.headers["x-webhook-secret"] === undefined ? "absent" : "unchecked"
})

/** Whether another secret could improve the verdict. */
export const isDoubtful = ({ secretHeader, signature }: ListenVerdict): boolean =>
  signature._tag === "Wrong" || secretHeader === "wrong"
