import type { Layer } from "effect"
import type { StorePorts } from "../../StorePorts.ts"
import { waking } from "./deliveryQueue/waking.ts"
import { counting } from "./deliveryQueue/counting.ts"
import { disabling } from "./deliveryQueue/disabling.ts"
import { numbering } from "./deliveryQueue/numbering.ts"
import { opening } from "./deliveryQueue/opening.ts"
import { endpoints } from "./deliveryQueue/endpoints.ts"
import { deferring } from "./deliveryQueue/deferring.ts"
import { reading } from "./deliveryQueue/reading.ts"
import { recordingAttempts } from "./deliveryQueue/recordingAttempts.ts"
import { readingDue } from "./deliveryQueue/readingDue.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

export const deliveryQueueContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `DeliveryQueue: ${name}`, ports, (it) => {
    reading(it)
    numbering(it)
    opening(it)
    readingDue(it)
    deferring(it)
    recordingAttempts(it)
    counting(it)
    disabling(it)
    waking(it)
    endpoints(it)
  })
