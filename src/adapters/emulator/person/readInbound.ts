import { Result, Schema } from "effect"
import { Channel } from "../../../domain/Channel.ts"
import { reasonOf } from "../control/control.ts"
import { BadInbound } from "./BadInbound.ts"
import { instagramTypes, MessagingRequest, messengerTypes } from "./MessagingRequest.ts"
import { WhatsAppRequest, whatsAppTypes } from "./WhatsAppRequest.ts"

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
export const readInbound = (given: unknown): Result.Result<WhatsAppRequest | MessagingRequest, BadInbound> =>
  Result.gen(function* () {
    const { channel } = yield* readChannel(given)
    yield* readType[channel](given)
    return yield* channel === "whatsapp" ? readWhatsApp(given) : readMessaging(given)
  }).pipe(Result.mapError(({ issue }) => new BadInbound({ reason: reasonOf(issue) })))
