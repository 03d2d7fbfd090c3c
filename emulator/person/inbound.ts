import { Effect, Result, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import type { EmulatorState } from "../EmulatorState.ts"
import { reasonOf } from "../control/reasonOf.ts"
import type { MediaVault } from "../media/MediaVault.ts"
import type { Comments } from "../messenger/Comments.ts"
import type { Conversations } from "../messenger/Conversations.ts"
import type { NumberRecords } from "../numbers/NumberRecords.ts"
import type { Templates } from "../templates/Templates.ts"
import type { Sends } from "../webhooks/Sends.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import { instagramTypes, MessagingRequest, messengerTypes } from "./MessagingRequest.ts"
import type { People } from "./People.ts"
import { WhatsAppRequest, whatsAppTypes } from "./WhatsAppRequest.ts"
import type { Threads } from "./Threads.ts"
import type { Windows } from "./Windows.ts"
import { messagingInbound } from "./messagingInbound.ts"
import { BadInbound } from "./personFields.ts"
import { whatsAppInbound } from "./whatsAppInbound.ts"

/** An action of a person, as tests and people write it. */
export type InboundRequest = typeof WhatsAppRequest.Encoded | typeof MessagingRequest.Encoded

const types: Readonly<Record<Channel, ReadonlyArray<string>>> = {
  whatsapp: whatsAppTypes,
  messenger: messengerTypes,
  instagram: instagramTypes
}

const typeOf = (known: ReadonlyArray<string>) =>
  Schema.Struct({
    type: Schema.String.check(
      Schema.makeFilter((type) => known.includes(type), { message: `must be one of ${known.join(", ")}` })
    )
  })

const options = { onExcessProperty: "error" } as const

const readChannel = Schema.decodeUnknownResult(Schema.Struct({ channel: Channel }))
const readType = {
  whatsapp: Schema.decodeUnknownResult(typeOf(types.whatsapp)),
  messenger: Schema.decodeUnknownResult(typeOf(types.messenger)),
  instagram: Schema.decodeUnknownResult(typeOf(types.instagram))
}
const readWhatsApp = Schema.decodeUnknownResult(WhatsAppRequest, options)
const readMessaging = Schema.decodeUnknownResult(MessagingRequest, options)

/** Decodes a request by its type, so that the failure's reason refers to that type's fields. */
const readInbound = (input: unknown): Result.Result<WhatsAppRequest | MessagingRequest, BadInbound> =>
  Result.gen(function* () {
    const { channel } = yield* readChannel(input)
    yield* readType[channel](input)
    return yield* channel === "whatsapp" ? readWhatsApp(input) : readMessaging(input)
  }).pipe(Result.mapError(({ issue }) => new BadInbound({ reason: reasonOf(issue) })))

/** The services that actions of people use. */
export type PersonWorld =
  | Comments
  | Conversations
  | EmulatorState
  | MediaVault
  | NumberRecords
  | People
  | Sends
  | Templates
  | Threads
  | Webhooks
  | Windows

/** The platform's id of the action; null for an action without one. */
export interface Done {
  readonly messageId: string | null
}

/**
 * Performs an action of a person, passed as JSON: the platform records and reports it. `emulatorUrl`, without a
 * trailing slash, is the address of its files.
 */
export const takeInbound = Effect.fnUntraced(function* (
  input: unknown,
  emulatorUrl: string
): Effect.fn.Return<Done, BadInbound, PersonWorld> {
  const request = yield* Effect.fromResult(readInbound(input))
  return yield* request.channel === "whatsapp" ? whatsAppInbound(request) : messagingInbound(request, emulatorUrl)
})

/** Performs an action that is already typed. */
export const sendInbound = (request: InboundRequest, emulatorUrl: string) => takeInbound(request, emulatorUrl)
