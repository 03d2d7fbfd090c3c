import { Redacted, Result, Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { encodedKeyOf } from "../../domain/webhooks/SigningSecretText.ts"

export const SignatureVerdict = Schema.TaggedUnion({
  Ok: {},
  Wrong: { reason: Schema.String },
  Unsigned: {},
  /** It is signed, and the secret to check it with is not known. */
  Unchecked: { reason: Schema.String }
})
export type SignatureVerdict = typeof SignatureVerdict.Type

/** What the headers of a delivery prove. */
export interface ListenVerdict {
  readonly signature: SignatureVerdict
  /** `X-Webhook-Secret`, which comes only when the subscriber chose the secret. */
  readonly secretHeader: "right" | "wrong" | "absent" | "unchecked"
}

export interface SignedDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it came: the signature is over these characters. */
  readonly body: string
}

const { Ok, Unchecked, Unsigned, Wrong } = SignatureVerdict.cases

/** What the library reads; without any one of them it refuses. */
const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/** Verifies with the key after `whsec_`, or with the bytes of a secret in another form (contract C28). */
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

/** A header is read as Latin-1: other characters come as their UTF-8 bytes, and spaces at the ends not at all. */
const isSecret = (header: string, secret: string): boolean =>
  [secret, Buffer.from(secret, "utf8").toString("latin1")].some((form) => form.trim() === header.trim())

/** Checks a delivery against the secret. The age of its timestamp is measured by the clock of the system. */
export const verdictWith = (delivery: SignedDelivery, secret: Redacted.Redacted): ListenVerdict => {
  const value = Redacted.value(secret)
  const header = delivery.headers["x-webhook-secret"]
  return {
    signature: signatureVerdict(delivery, value),
    secretHeader: header === undefined ? "absent" : isSecret(header, value) ? "right" : "wrong"
  }
}

/** What can be said of a delivery without a secret. */
export const verdictWithout = (delivery: SignedDelivery, reason: string): ListenVerdict => ({
  signature: isSigned(delivery) ? Unchecked.make({ reason }) : Unsigned.make({}),
  secretHeader: delivery.headers["x-webhook-secret"] === undefined ? "absent" : "unchecked"
})

/** Whether another secret could change it for the better. */
export const isDoubtful = ({ secretHeader, signature }: ListenVerdict): boolean =>
  signature._tag === "Wrong" || secretHeader === "wrong"
