import { createHash, createHmac } from "node:crypto"

/** A request as Signature Version 4 sees it. */
export interface SignedRequest {
  readonly method: string
  /** The path as sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
}

/** The `Authorization` header of Signature Version 4. */
export interface Authorization {
  readonly accessKeyId: string
  /** `{date}/{region}/{service}/aws4_request`. */
  readonly scope: string
  readonly signedHeaders: ReadonlyArray<string>
  readonly signature: string
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

export const readAuthorization = (header: string): Authorization | null => {
  const [, accessKeyId, scope, names, signature] = authorizationPattern.exec(header) ?? []
  return accessKeyId === undefined || scope === undefined || names === undefined || signature === undefined
    ? null
    : { accessKeyId, scope, signedHeaders: names.split(";"), signature }
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&")

/** The signature that the request must have, as the documentation of Amazon S3 computes it. */
export const signatureOf = (
  { headers, method, path, query }: SignedRequest,
  { scope, signedHeaders }: Pick<Authorization, "scope" | "signedHeaders">,
  secretAccessKey: string
): string => {
  const canonicalHeaders = signedHeaders.map((name) => `${name}:${(headers[name] ?? "").trim()}\n`)
  const canonicalRequest = [
    method,
    path,
    canonicalQuery(query),
    canonicalHeaders.join(""),
    signedHeaders.join(";"),
    headers["x-amz-content-sha256"] ?? ""
  ].join("\n")
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"] ?? "", scope, sha256(canonicalRequest)].join("\n")
  const key = scope.split("/").reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString("hex")
}
