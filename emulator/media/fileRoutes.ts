import { DateTime, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { EmulatorState } from "../EmulatorState.ts"
import { type GraphCall, makeCall } from "../graph/GraphCall.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { MediaVault, type StoredMedia } from "./MediaVault.ts"

/** Where files are got from, below the address that the Graph API is mounted at. */
const mediaPath = "/whatsapp_business/attachments"

/** The part of the address that goes with the file and the hour, so that one that was changed leads nowhere. */
const hashOf = ({ id, sha256Hex }: StoredMedia, ext: string): string => `${sha256Hex.slice(0, 24)}-${id}-${ext}`

/** The address of a file: `ext` are the seconds until which it is good. */
export const mediaUrl = ({ address, url }: GraphCall, media: StoredMedia, until: DateTime.Utc): string => {
  const mount = address.slice(0, address.length - url.length)
  const ext = String(Math.floor(DateTime.toEpochMillis(until) / 1000))
  return `${mount}${mediaPath}?${new URLSearchParams({ mid: media.id, ext, hash: hashOf(media, ext) }).toString()}`
}

const status = (code: number) => HttpServerResponse.empty({ status: code })

const serve = ({ bytes, mimeType }: StoredMedia) => HttpServerResponse.uint8Array(bytes, { contentType: mimeType })

/** The file of an address that is still good, when the token may act for the number that the file is of. */
const download = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const call = makeCall(request, "", null)
  const token = yield* Effect.option(tokenOf(call))
  if (Option.isNone(token)) return status(401)
  if ((request.headers["user-agent"] ?? "") === "") return status(400)
  const { ext = "", hash = "", mid = "" } = call.params
  const media = yield* (yield* MediaVault).find(String(mid))
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  if (Option.isNone(media) || hash !== hashOf(media.value, String(ext)) || now >= Number(ext) * 1000) return status(404)
  const { owner } = media.value
  const state = yield* EmulatorState
  return owner !== null && Option.isSome(state.phoneNumber(owner, token.value)) ? serve(media.value) : status(404)
})

/** A file for everybody who knows its id, as the addresses in what Messenger and Instagram report are. */
const open = Effect.gen(function* () {
  const { id = "" } = yield* HttpRouter.params
  return Option.match(yield* (yield* MediaVault).find(id), { onNone: () => status(404), onSome: serve })
})

/**
 * The bytes of files. Of WhatsApp: `GET /whatsapp_business/attachments?mid&ext&hash`, as the media endpoint gives it,
 * with the token and a User-Agent: 401 without the one, 400 without the other, 404 once five minutes are over. Of all:
 * `GET /_emulator/files/{id}`.
 */
export const layer = Layer.mergeAll(
  HttpRouter.add("GET", mediaPath, download),
  HttpRouter.add("GET", "/_emulator/files/:id", open)
)
