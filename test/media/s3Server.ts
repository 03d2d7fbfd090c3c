import { Effect, Redacted } from "effect"
import { createHash, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { S3Options } from "../../src/adapters/media/S3MediaStore.ts"
import * as LocalServer from "../network/LocalServer.ts"
import { readAuthorization, signatureOf } from "./s3Signature.ts"

/** The only key pair that the server knows. */
export const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: Redacted.make("a secret of tests") }

const bucket = "media"

/** Smallest part but the last, in bytes. */
const minPartBytes = 5 * 1024 * 1024

interface StoredObject {
  readonly bytes: Buffer
  readonly contentType: string
}

interface Upload {
  readonly key: string
  readonly contentType: string
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string | Buffer
}

interface Call {
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`

const xml = (body: string): Answer => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
})

const refused = (status: number, code: string, message: string): Answer => ({
  ...xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
  status
})

/** The bytes of `bytes=first-last`, or the refusal of a range that begins behind the end. */
const ranged = ({ bytes, contentType }: StoredObject, range: string | undefined): Answer => {
  const headers = { "content-type": contentType, etag: etagOf(bytes), "accept-ranges": "bytes" }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
  if (first === undefined) return { status: 200, headers: { ...headers, "content-length": bytes.length }, body: bytes }
  const end = Math.min(last === undefined || last === "" ? bytes.length - 1 : Number(last), bytes.length - 1)
  if (Number(first) > end) return refused(416, "InvalidRange", "The requested range is not satisfiable")
  const body = bytes.subarray(Number(first), end + 1)
  const contentRange = `bytes ${first}-${end}/${bytes.length}`
  return { status: 206, headers: { ...headers, "content-length": body.length, "content-range": contentRange }, body }
}

/** Objects and uploads of one bucket: the calls of S3 that the service makes, and their errors. */
const makeBucket = () => {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const noUpload = refused(404, "NoSuchUpload", "The specified upload does not exist")

  const complete = (id: string, { body }: Call): Answer => {
    const upload = uploads.get(id)
    if (upload === undefined) return noUpload
    const listed = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
      etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? "").replaceAll("&quot;", '"')
    }))
    if (listed.length === 0) return refused(400, "MalformedXML", "The XML has no part")
    const isOrdered = listed.every(({ number }, index) => index === 0 || number > (listed[index - 1]?.number ?? 0))
    if (!isOrdered) return refused(400, "InvalidPartOrder", "The parts are not in ascending order")
    const parts = listed.flatMap(({ etag, number }) => {
      const part = upload.parts.get(number)
      return part?.etag === etag ? [part.bytes] : []
    })
    if (parts.length !== listed.length) return refused(400, "InvalidPart", "A part was not found or has another ETag")
    if (parts.slice(0, -1).some(({ length }) => length < minPartBytes)) {
      return refused(400, "EntityTooSmall", "A part but the last is smaller than 5 MiB")
    }
    objects.set(upload.key, { bytes: Buffer.concat(parts), contentType: upload.contentType })
    uploads.delete(id)
    return xml("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
  }

  const putPart = (id: string, { body, query }: Call): Answer => {
    const etag = etagOf(body)
    const upload = uploads.get(id)
    upload?.parts.set(Number(query.get("partNumber")), { bytes: body, etag })
    return upload === undefined ? noUpload : { status: 200, headers: { etag } }
  }

  const begin = ({ headers, key }: Call): Answer => {
    const id = randomUUID()
    uploads.set(id, { key, contentType: headers["content-type"] ?? "binary/octet-stream", parts: new Map() })
    const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
    return xml(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`)
  }

  const get = ({ headers, key }: Call): Answer => {
    const found = objects.get(key)
    return found === undefined
      ? refused(404, "NoSuchKey", "The specified key does not exist")
      : ranged(found, headers["range"])
  }

  const put = ({ body, headers, key }: Call): Answer => {
    objects.set(key, { bytes: body, contentType: headers["content-type"] ?? "binary/octet-stream" })
    return { status: 200, headers: { etag: etagOf(body) } }
  }

  const answer = (method: string, call: Call): Answer => {
    const id = call.query.get("uploadId")
    if (method === "POST") return id === null ? begin(call) : complete(id, call)
    if (method === "PUT") return id === null ? put(call) : putPart(id, call)
    if (method === "GET" || method === "HEAD") return get(call)
    if (method !== "DELETE") return refused(405, "MethodNotAllowed", "The method is not allowed")
    if (id !== null && !uploads.delete(id)) return noUpload
    if (id === null) objects.delete(call.key)
    return { status: 204 }
  }
  return { answer, keys: () => [...objects.keys()], openUploads: () => uploads.size }
}

/** The refusal of a request whose signature, or whose hash of the body, is wrong. */
const refusalOf = (method: string, url: URL, headers: Call["headers"], body: Buffer): Answer | null => {
  const authorization = readAuthorization(headers["authorization"] ?? "")
  if (authorization === null) return refused(403, "AccessDenied", "Access Denied")
  if (authorization.accessKeyId !== credentials.accessKeyId) {
    return refused(403, "InvalidAccessKeyId", "The access key id does not exist")
  }
  const signed = { method, path: url.pathname, query: url.searchParams, headers }
  const signature = signatureOf(signed, authorization, Redacted.value(credentials.secretAccessKey))
  if (signature !== authorization.signature) {
    return refused(403, "SignatureDoesNotMatch", "The request signature we calculated does not match")
  }
  const hash = createHash("sha256").update(body).digest("hex")
  return headers["x-amz-content-sha256"] === hash
    ? null
    : refused(400, "XAmzContentSHA256Mismatch", "The provided x-amz-content-sha256 header does not match")
}

const respond = (response: ServerResponse, method: string, { body, headers, status }: Answer) =>
  response.writeHead(status, { ...headers }).end(method === "HEAD" ? undefined : body)

/** An S3 server with one empty bucket, named in the path. It checks signatures and lives as long as the scope. */
export const s3Server = Effect.gen(function* () {
  const { answer, keys, openUploads } = makeBucket()
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.once("end", () => {
      const method = request.method ?? ""
      const url = new URL(request.url ?? "", "http://s3")
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const body = Buffer.concat(chunks)
      const [, bucketName, ...path] = url.pathname.split("/")
      const call = { key: path.join("/"), query: url.searchParams, headers, body }
      const unknown = bucketName === bucket ? null : refused(404, "NoSuchBucket", "The specified bucket does not exist")
      respond(response, method, refusalOf(method, url, headers, body) ?? unknown ?? answer(method, call))
    })
  }
  const { port } = yield* LocalServer.http(serve)
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket,
    credentials,
    isPathStyle: true
  }
  return { options, keys, openUploads }
})
