import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { request } from "node:http"
import { Emulator } from "../../../emulator/Emulator.ts"
import { page } from "../pages.ts"

/** A file of a form. */
export interface FormFile {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mimeType: string
}

export interface MessengerClientOptions {
  readonly accessToken?: string
  /** Adds `appsecret_proof` to each request. */
  readonly appSecret?: string
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly contentType?: string
  /** Sent in chunks if it is more than one. */
  readonly body?: ReadonlyArray<string | Uint8Array>
}

const version = "v6.0"

/**
 * Sends the requests of `messaging-api-messenger` 1.1.0 as recorded: an old version in the path, the token in the query, a
 * content type without a body, and forms in chunks without a length.
 */
export const messengerClient = Effect.fnUntraced(function* (options: MessengerClientOptions = {}) {
  const { url } = yield* Emulator
  const { accessToken = page.accessToken, appSecret } = options
  const proof: Readonly<Record<string, string>> =
    appSecret === undefined
      ? {}
      : { appsecret_proof: createHmac("sha256", appSecret).update(accessToken).digest("hex") }

  const exchange = (method: string, path: string, { body, contentType, query = {} }: Sent) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      const search = new URLSearchParams({ access_token: accessToken, ...proof, ...query })
        .toString()
        .replaceAll("%2C", ",")
      const length = body?.length === 1 ? { "content-length": Buffer.byteLength(body[0] ?? "") } : {}
      const outgoing = request(`${url}/${version}${path}?${search}`, {
        method,
        headers: {
          accept: "application/json, text/plain, */*",
          "content-type": contentType ?? "application/json",
          "user-agent": "axios/0.30.3",
          ...length
        }
      })
      outgoing.once("error", reject)
      outgoing.once("response", (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.once("error", reject)
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        )
      })
      for (const chunk of body ?? []) outgoing.write(chunk)
      outgoing.end()
    })

  /** The answer as JSON, or the status and the text of a body that is none. Fails with the error of the connection. */
  const call = (method: string, path: string, sent: Sent = {}) =>
    Effect.map(
      Effect.tryPromise({ try: () => exchange(method, path, sent), catch: (error) => error }),
      ({ body, status }): { readonly status: number; readonly body: unknown } => ({
        status,
        body: body.startsWith("{") ? JSON.parse(body) : body
      })
    )

  const post = (path: string, body: unknown) => call("POST", path, { body: [JSON.stringify(body)] })

  return {
    get: (path: string, query: Readonly<Record<string, string>> = {}) => call("GET", path, { query }),
    post,
    send: (to: string, message: unknown, more: Readonly<Record<string, unknown>> = {}) =>
      post("/me/messages", { messaging_type: "UPDATE", recipient: { id: to }, message, ...more }),
    act: (to: string, action: string) => post("/me/messages", { recipient: { id: to }, sender_action: action }),
    /** A form whose fields are text, JSON or the file, in this order. */
    form: (path: string, fields: ReadonlyArray<readonly [string, string | FormFile]>) => {
      const boundary = "--------------------------16a6aeb50d35ce57a8e1fe75"
      const parts = fields.flatMap(([name, value]): Array<string | Uint8Array> => {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
        return typeof value === "string"
          ? [`${head}\r\n\r\n`, value, "\r\n"]
          : [`${head}; filename="${value.filename}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`, value.bytes, "\r\n"]
      })
      const contentType = `multipart/form-data; boundary=${boundary}`
      return call("POST", path, { contentType, body: [...parts, `--${boundary}--\r\n`] })
    }
  }
})
