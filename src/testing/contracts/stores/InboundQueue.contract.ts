import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { claimingDeliveries } from "./inboundQueue/claimingDeliveries.ts"
import { forgetting } from "./inboundQueue/forgetting.ts"
import { problems } from "./inboundQueue/problems.ts"

export const inboundQueueContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`InboundQueue: ${name}`, (it) => {
    claimingDeliveries(it)
    problems(it)
    forgetting(it)
  })
