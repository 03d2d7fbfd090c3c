import type { Layer } from "effect"
import type { StorePorts } from "../../StorePorts.ts"
import { conversations } from "./deliveryHistory/conversations.ts"
import { listing } from "./deliveryHistory/listing.ts"
import { replaying } from "./deliveryHistory/replaying.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

export const deliveryHistoryContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `DeliveryHistory: ${name}`, ports, (it) => {
    listing(it)
    replaying(it)
    conversations(it)
  })
