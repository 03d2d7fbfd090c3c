/** Signatures of a header that are compared; the service sends one for each secret of a day. */
export const maxSignatures = 64

/** `whsec_` and a key in either alphabet of base64, padded or not, with an optional version in front. */
const encodedKey = /^(?:v1,)?whsec_([A-Za-z0-9+/_-]+)={0,2}$/

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0))

/** The bytes that sign: of `whsec_…` the decoded key, of any other secret its own bytes (contract C28). */
const keyOf = (secret: string) => {
  const [, encoded] = encodedKey.exec(secret) ?? []
  return encoded === undefined || encoded.length % 4 === 1
    ? new TextEncoder().encode(secret)
    : bytesOf(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")))
}

/** A signature of the header. Null for one of another version, or in another form than the service writes. */
const signatureOf = (text: string) => {
  const encoded = text.startsWith("v1,") ? text.slice("v1,".length) : ""
  if (encoded === "" || !base64.test(encoded)) return null
  const binary = atob(encoded)
  // Other texts stand for the same bytes, and no change of a header is to pass.
  return btoa(binary) === encoded ? bytesOf(binary) : null
}

const algorithm = { name: "HMAC", hash: "SHA-256" }

/** Whether one of the secrets made one of the signatures of the header. `verify` compares in constant time. */
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
