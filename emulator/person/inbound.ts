import { Effect, Result, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import type { EmulatorState } from "../EmulatorState.ts"
import { reasonOf } from "../control/reasonOf.ts"
import type { MediaVault } from "../media/MediaVault.ts"
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

/** What a person is to do, as tests and people write it. */
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

/** Reads a request; the type is looked at first, so that the reason is about what that type has. */
const readInbound = (given: unknown): Result.Result<WhatsAppRequest | MessagingRequest, BadInbound> =>
  Result.gen(function* () {
    const { channel } = yield* readChannel(given)
    yield* readType[channel](given)
    return yield* channel === "whatsapp" ? readWhatsApp(given) : readMessaging(given)
  }).pipe(Result.mapError(({ issue }) => new BadInbound({ reason: reasonOf(issue) })))

/** All that people act on. */
export type PersonWorld =
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

/** The platform's id of the action. Null for an action without one. */
export interface Done {
  readonly messageId: string | null
}

/**
 * Performs the action of a person given as JSON: the platform records it and reports it. `emulatorUrl`, without a
 * trailing slash, is where files are fetched from.
 */
export const takeInbound = Effect.fnUntraced(function* (
  given: unknown,
  emulatorUrl: string
): Effect.fn.Return<Done, BadInbound, PersonWorld> {
  const request = yield* Effect.fromResult(readInbound(given))
  return yield* request.channel === "whatsapp" ? whatsAppInbound(request) : messagingInbound(request, emulatorUrl)
})

/** The same for those who write it in TypeScript. */
export const sendInbound = (request: InboundRequest, emulatorUrl: string) => takeInbound(request, emulatorUrl)
