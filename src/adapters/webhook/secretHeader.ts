/** What the value of a header cannot carry (RFC 9110). */
const unspeakable = /\p{Cc}/u

const beyondLatin1 = /[^\u0020-\u00FF]/

/**
 * A secret as the value of `X-Webhook-Secret`. Nearly everybody reads header values as Latin-1; a secret with other
 * characters goes as its UTF-8 bytes. Null when it cannot be sent at all: the signature is there in any case.
 */
export const secretHeader = (secret: string): string | null => {
  if (unspeakable.test(secret)) return null
  return beyondLatin1.test(secret) ? Buffer.from(secret, "utf8").toString("latin1") : secret
}
