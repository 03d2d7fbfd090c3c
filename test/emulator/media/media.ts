import { Effect, Schema } from "effect"
import { accessToken, masked, phoneNumberId, request } from "../platform.ts"

/** The smallest file with the signature of an image. */
export const pixel = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00])

/** The result of `printf '\x89PNG\r\n\x1a\n\xff\x00' | sha256sum`. */
export const pixelHash = "fa79bc31c670207f435f3e12a6203fb893c557c3a16add089db84552c93e5990"

export interface Upload {
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly mimeType?: string
  readonly filename?: string
  /** Fields of the form besides the file; undefined removes one. */
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly path?: string
  readonly token?: string
}

/** An upload as browsers and most clients make it. */
export const upload = ({
  bytes = pixel,
  fields = {},
  filename = "pixel.png",
  mimeType = "image/png",
  path = `/v23.0/${phoneNumberId}/media`,
  token = accessToken
}: Upload = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: "whatsapp", type: mimeType, ...fields })) {
    if (value !== undefined) form.set(name, value)
  }
  form.set("file", new Blob([bytes], { type: mimeType }), filename)
  return Effect.map(
    request(path, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: form }),
    masked
  )
}

const decodeId = Schema.decodeUnknownSync(
  Schema.Struct({ status: Schema.Literal(200), body: Schema.Struct({ id: Schema.String }) })
)

/** The id of a new file. */
export const uploaded = (given: Upload = {}) => Effect.map(upload(given), (answer) => decodeId(answer).body.id)

const decodeUrl = Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Struct({ url: Schema.String }) }))

/** The address of a file from the media endpoint. */
export const urlOf = (id: string) =>
  Effect.map(
    request(`/v23.0/${id}`, { headers: { authorization: `Bearer ${accessToken}` } }),
    (answer) => decodeUrl(answer).body.url
  )

/** The answer of an address, with its bytes. */
export const download = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get("content-type"), bytes }
  })

const holders: ReadonlySet<string> = new Set(["audio", "document", "image", "sticker", "video"])
const namesFile = Schema.is(Schema.Struct({ id: Schema.String }))
const decodeParams = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** The send with every file id replaced by this one. */
export const withFile = (params: Readonly<Record<string, unknown>>, id: string) =>
  decodeParams(
    JSON.parse(JSON.stringify(params), (key, value: unknown) =>
      holders.has(key) && namesFile(value) ? { ...value, id } : value
    )
  )
