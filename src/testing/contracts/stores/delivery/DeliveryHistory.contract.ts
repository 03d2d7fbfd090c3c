import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../../StorePorts.ts"
import { conversations } from "./deliveryHistory/conversations.ts"
import { listing } from "./deliveryHistory/listing.ts"
import { replaying } from "./deliveryHistory/replaying.ts"

export const deliveryHistoryContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`DeliveryHistory: ${name}`, (it) => {
    listing(it)
    replaying(it)
    conversations(it)
  })
