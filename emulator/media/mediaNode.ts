import { DateTime, Duration, Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { mediaUrl } from "./fileRoutes.ts"
import { MediaVault, type StoredMedia } from "./MediaVault.ts"

/** How long the address of a file is good. */
const urlLifetime = Duration.minutes(5)

const notItsNumber = refusal(100, {
  message: "(#100) Param phone_number_id is not a valid whatsapp business phone number id ID"
})

/**
 * Passes when the token may act for the number of the file. A number that the call names must be the one that the
 * file was uploaded to, which is none for a file that a person sent (chatwoot issue 13319).
 */
const check = Effect.fnUntraced(function* (call: GraphCall, { owner, uploaded }: StoredMedia) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  if (owner === null || Option.isNone(state.phoneNumber(owner, token))) {
    return yield* unknownObject(call.method, call.id)
  }
  const { phone_number_id: named } = call.params
  if (named !== undefined && !(uploaded && String(named) === owner)) return yield* notItsNumber
})

/** `GET /{media-id}?phone_number_id`: where the file is for the next five minutes. */
export const readMedia = (media: StoredMedia) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    yield* check(call, media)
    const until = DateTime.addDuration(yield* DateTime.now, urlLifetime)
    const body = {
      messaging_product: "whatsapp",
      url: mediaUrl(call, media, until),
      mime_type: media.mimeType,
      sha256: media.sha256Hex,
      file_size: String(media.size),
      id: media.id
    }
    return { status: 200, body }
  })

/** `DELETE /{media-id}?phone_number_id`. */
export const removeMedia = (media: StoredMedia) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    yield* check(call, media)
    yield* (yield* MediaVault).remove(media.id)
    return { status: 200, body: { success: true } }
  })
