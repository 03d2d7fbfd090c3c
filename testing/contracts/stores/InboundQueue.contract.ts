import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { claimingDeliveries } from "./inboundQueue/claimingDeliveries.ts"
import { forgetting } from "./inboundQueue/forgetting.ts"
import { problems } from "./inboundQueue/problems.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const inboundQueueContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `InboundQueue: ${name}`, ports, (it) => {
    claimingDeliveries(it)
    problems(it)
    forgetting(it)
  })
