/** Maximum number of compared signatures of a header. The service sends one for each secret of the last day. */
export const maxSignatures = 64

/** `whsec_` and a key in base64 or base64url, padded or not, with an optional version prefix. */
const encodedKey = /^(?:v1,)?whsec_([A-Za-z0-9+/_-]+)={0,2}$/

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0))

/**
 * Signing key of a secret: the decoded key of `whsec_…`, the bytes of any other secret (contract: Signatures and
 * secrets).
 */
const keyOf = (secret: string) => {
  const [, encoded] = encodedKey.exec(secret) ?? []
  return encoded === undefined || encoded.length % 4 === 1
    ? new TextEncoder().encode(secret)
    : bytesOf(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")))
}

/** Decodes a signature of the header. Null for another version, or a form that the service does not write. */
const signatureOf = (text: string) => {
  const encoded = text.startsWith("v1,") ? text.slice("v1,".length) : ""
  if (encoded === "" || !base64.test(encoded)) return null
  const binary = atob(encoded)
  // Base64 has several texts for the same bytes. Only the canonical one is valid, so that every change is detected.
  return btoa(binary) === encoded ? bytesOf(binary) : null
}

const algorithm = { name: "HMAC", hash: "SHA-256" }

/** Whether a signature of the header is valid for one of the secrets. `verify` compares in constant time. */
export const isSigned = async (
  secrets: ReadonlyArray<string>,
  header: string,
  signed: Uint8Array<ArrayBuffer>
): Promise<boolean> => {
  const { subtle } = globalThis.crypto
  const signatures = header
    .split(" ", maxSignatures)
    .map(signatureOf)
    .filter((signature) => signature !== null)
  const verdicts = secrets.map(async (secret) => {
    const key = await subtle.importKey("raw", keyOf(secret), algorithm, false, ["verify"])
    return Promise.all(signatures.map((signature) => subtle.verify(algorithm, key, signature, signed)))
  })
  return (await Promise.all(verdicts)).flat().includes(true)
}
