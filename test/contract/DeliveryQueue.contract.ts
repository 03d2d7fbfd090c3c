import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../support/StorePorts.ts"
import { arriving } from "./deliveryQueue/arriving.ts"
import { attempting } from "./deliveryQueue/attempting.ts"
import { claiming } from "./deliveryQueue/claiming.ts"

export const deliveryQueueContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`DeliveryQueue: ${name}`, (it) => {
    claiming(it)
    attempting(it)
    arriving(it)
  })
