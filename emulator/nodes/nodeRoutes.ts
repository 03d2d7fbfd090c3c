import { Effect, Layer, Option } from "effect"
import { EmulatorState, me } from "../EmulatorState.ts"
import { requireToken, tokenOf } from "../graph/authenticate.ts"
import { only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { unknownObject, unknownPath } from "../graph/GraphError.ts"
import { readMedia, removeMedia } from "../media/mediaNode.ts"
import { MediaVault } from "../media/MediaVault.ts"
import { isUploadSession, uploadBytes } from "../media/uploadSessions.ts"
import type { Conversations } from "../messenger/Conversations.ts"
import { Accounts } from "../tokens/Accounts.ts"
import { app, debugToken } from "../tokens/debugToken.ts"
import type { Tokens } from "../tokens/Tokens.ts"
import { readTemplateNode } from "../templates/listTemplates.ts"
import { editTemplate } from "../templates/templateRoutes.ts"
import { Templates } from "../templates/Templates.ts"
import { type NumberRecords, withRegistration } from "../numbers/NumberRecords.ts"
import { accountNode } from "./accountNode.ts"
import { channelOf, readPerson } from "./readPerson.ts"

type World = Accounts | Conversations | EmulatorState | MediaVault | NumberRecords | Templates | Tokens

/** Whether the path is only a version. */
const isVersion = (id: string): boolean => /^v\d+\.\d+$/.test(id)

const noObject = () => Effect.fail(unknownPath("/"))

const readAccount = Effect.fnUntraced(function* (call: GraphCall) {
  const owned = (yield* Accounts).ofToken(yield* tokenOf(call))
  const node = accountNode(owned, call.id)
  if (Option.isNone(node)) return yield* unknownObject(call.method, call.id)
  const { object: described, type } = node.value
  const object = type.name === "WhatsAppBusinessPhoneNumber" ? yield* withRegistration(described) : described
  return { status: 200, body: only(object, yield* Effect.fromResult(readFields(call.params["fields"], type))) }
})

/** `GET /app`: the app that the token was issued to. */
const readApp = Effect.fnUntraced(function* (call: GraphCall) {
  yield* tokenOf(call)
  return { status: 200, body: { id: app.id, name: app.name } }
})

const toRead = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<World>, never, Accounts | Conversations | EmulatorState | MediaVault | Templates> {
  if (isVersion(call.id)) return { channel: null, handler: noObject }
  if (call.id === "debug_token") return { channel: null, handler: debugToken }
  if (call.id === "app") return { channel: null, handler: readApp }
  const media = yield* (yield* MediaVault).find(call.id)
  if (Option.isSome(media)) return { channel: "whatsapp", handler: readMedia(media.value) }
  const template = yield* (yield* Templates).find(call.id)
  if (Option.isSome(template)) return { channel: "whatsapp", handler: readTemplateNode(template.value) }
  if (call.id === me || (yield* EmulatorState).isAccount(call.id)) {
    const owned = (yield* Accounts).ofToken(Option.getOrElse(call.token, () => ""))
    const channel = Option.map(accountNode(owned, call.id), (node) => node.channel)
    return { channel: Option.getOrNull(channel), handler: readAccount }
  }
  return { channel: Option.getOrNull(yield* channelOf(call)), handler: readPerson }
})

const toChange = Effect.fnUntraced(function* (call: GraphCall): Effect.fn.Return<Destination<World>, never, Templates> {
  if (isVersion(call.id)) return { channel: null, handler: noObject }
  if (isUploadSession(call.id)) return { channel: "whatsapp", handler: uploadBytes }
  const template = yield* (yield* Templates).find(call.id)
  return Option.isSome(template)
    ? { channel: "whatsapp", handler: editTemplate(template.value) }
    : { channel: null, handler: requireToken }
})

const toRemove = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<World>, never, MediaVault> {
  if (isVersion(call.id)) return { channel: null, handler: noObject }
  const media = yield* (yield* MediaVault).find(call.id)
  return Option.isSome(media)
    ? { channel: "whatsapp", handler: removeMedia(media.value) }
    : { channel: null, handler: requireToken }
})

/**
 * Objects themselves: `GET /{phone-number-id | waba-id | page-id | instagram-id | me}?fields`, `GET /{psid}?fields`,
 * `GET` and `DELETE /{media-id}`, `GET` and `POST /{template-id}`, `GET /debug_token`, `GET /app`,
 * `POST /{upload-session}`.
 */
export const layer = Layer.mergeAll(
  sharedEdge("GET", "", toRead),
  sharedEdge("POST", "", toChange),
  sharedEdge("DELETE", "", toRemove)
)
