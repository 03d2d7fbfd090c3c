import { Option, Schema } from "effect"
import { hash } from "node:crypto"
import { IdempotencyKey, type KeyedCall, maxKeyLength } from "../../../domain/sends/IdempotencyKey.ts"

/** The header that names a call. */
export const keyHeader = "idempotency-key"

/** The header of an answer that was given before. */
export const replayedHeader = "idempotent-replayed"

/** The text of a refused key. */
export const invalidKey = `Invalid header Idempotency-Key: Expected 1 to ${maxKeyLength} printable ASCII characters`

const decodeKey = Schema.decodeUnknownOption(IdempotencyKey)

/** What makes two calls the same. */
export interface CallParts {
  readonly method: string
  /** The path with its query, as it came. */
  readonly url: string
  /** The member who calls. API keys of an organization are interchangeable, so calls over the Developer interface have none. */
  readonly caller: string
  /** The media type, where an endpoint reads several. */
  readonly mediaType: string
  /** The body, or a digest of it. */
  readonly body: string
}

/** The call with this key. None if the header is no key. */
export const keyedCall = (
  api: KeyedCall["api"],
  key: string,
  { body, caller, mediaType, method, url }: CallParts
): Option.Option<KeyedCall> =>
  Option.map(decodeKey(key), (decoded) => ({
    api,
    key: decoded,
    fingerprint: hash("sha256", [method, url, caller, mediaType, body].join("\n"), "base64url")
  }))
