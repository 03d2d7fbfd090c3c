import { Layer, Option } from "effect"
import type { Inbound } from "../../../domain/inbound/Inbound.ts"
import type { InboundDelivery } from "../../../domain/inbound/InboundDelivery.ts"
import { InboundReader } from "../../../ports/platforms/InboundReader.ts"
import { itemKey } from "./Source.ts"
import { readDelivery } from "./readDelivery.ts"

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** A body that is no JSON names no account. Its text stays with the delivery. */
const noJson = ({ body, receivedAt }: InboundDelivery): Inbound => ({
  _tag: "Unreadable",
  key: itemKey("unreadable", [body]),
  at: receivedAt,
  channel: null,
  accountExternalId: null,
  businessAccountId: null,
  field: "body",
  raw: null,
  error: "a delivery is no JSON"
})

/** Reads what Meta delivers of WhatsApp, Messenger and Instagram. */
export const layer = Layer.succeed(InboundReader, {
  read: (delivery) =>
    Option.match(parse(delivery.body), {
      onNone: () => [noJson(delivery)],
      onSome: (parsed) => readDelivery(parsed, delivery.receivedAt)
    })
})
