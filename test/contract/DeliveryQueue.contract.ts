import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../support/StorePorts.ts"
import { arriving } from "./deliveryQueue/arriving.ts"
import { counting } from "./deliveryQueue/counting.ts"
import { disabling } from "./deliveryQueue/disabling.ts"
import { numbering } from "./deliveryQueue/numbering.ts"
import { opening } from "./deliveryQueue/opening.ts"
import { parking } from "./deliveryQueue/parking.ts"
import { reading } from "./deliveryQueue/reading.ts"
import { settling } from "./deliveryQueue/settling.ts"
import { waiting } from "./deliveryQueue/waiting.ts"

export const deliveryQueueContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`DeliveryQueue: ${name}`, (it) => {
    reading(it)
    numbering(it)
    opening(it)
    waiting(it)
    parking(it)
    settling(it)
    counting(it)
    disabling(it)
    arriving(it)
  })
