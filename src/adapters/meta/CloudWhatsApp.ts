import { Effect, Layer, Option, Schema } from "effect"
import { PlatformMessageId } from "../../domain/Ids.ts"
import { PhoneNumber } from "../../domain/PhoneNumber.ts"
import { WhatsApp } from "../../ports/WhatsApp.ts"
import { spanned } from "../../telemetry/spanned.ts"
import * as GraphApi from "./GraphApi.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { whatsAppBody } from "./whatsAppBody.ts"

/** The first message's id makes it a success; nothing else of the answer may take that away. */
const Accepted = Schema.Struct({
  messages: Schema.TupleWithRest(Schema.Tuple([Schema.Struct({ id: PlatformMessageId })]), [Schema.Unknown]),
  contacts: Schema.optionalKey(Schema.Unknown)
})

/** `wa_id` is missing where the recipient is no number: a group, or a business-scoped user id. */
const readWaId = Schema.decodeUnknownOption(
  Schema.TupleWithRest(Schema.Tuple([Schema.Struct({ wa_id: PhoneNumber })]), [Schema.Unknown])
)

/** WhatsApp over Meta's Cloud API (platforms P1, P2, P6). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    WhatsApp,
    Effect.map(GraphApi.make(options), (graph) => {
      const post = graph.post(Accepted)
      return WhatsApp.of({
        send: (from, to, content) =>
          Effect.map(
            post(from, from.account.externalId, "messages", whatsAppBody(to, content)),
            ({ contacts, messages }) => {
              const waId = Option.map(readWaId(contacts), ([contact]) => contact.wa_id)
              return { platformMessageId: messages[0].id, waId: Option.getOrNull(waId) }
            }
          ).pipe(spanned("CloudWhatsApp.send"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
