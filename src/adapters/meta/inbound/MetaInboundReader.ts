import { Layer, Option } from "effect"
import type { Inbound } from "../../../domain/inbound/Inbound.ts"
import type { InboundDelivery } from "../../../domain/inbound/InboundDelivery.ts"
import { nestingOf } from "../../../domain/text/isJsonObject.ts"
import { InboundReader } from "../../../ports/inbound/InboundQueue.ts"
import { maxParsedNesting } from "./PlatformJson.ts"
import { itemKey } from "./Source.ts"
import { readDelivery } from "./readDelivery.ts"

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** An unparsed body names no account. Its text stays with the delivery. */
const unparsed = ({ body, receivedAt }: InboundDelivery, error: string): Inbound => ({
  _tag: "Unreadable",
  key: itemKey("unreadable", [body]),
  at: receivedAt,
  channel: null,
  accountExternalId: null,
  businessAccountId: null,
  field: "body",
  raw: null,
  error
})

/** Reads Meta's webhooks of WhatsApp, Messenger and Instagram. */
export const layer = Layer.succeed(InboundReader, {
  read: (delivery) =>
    nestingOf(delivery.body) > maxParsedNesting
      ? [unparsed(delivery, `a delivery is nested deeper than ${maxParsedNesting} levels`)]
      : Option.match(parse(delivery.body), {
          onNone: () => [unparsed(delivery, "a delivery is no JSON")],
          onSome: (parsed) => readDelivery(parsed, delivery.receivedAt)
        })
})
