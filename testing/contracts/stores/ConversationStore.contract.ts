import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { filtering } from "./conversationStore/filtering.ts"
import { finding } from "./conversationStore/finding.ts"
import { listing } from "./conversationStore/listing.ts"
import { reading } from "./conversationStore/reading.ts"
import { saving } from "./conversationStore/saving.ts"
import { showing } from "./conversationStore/showing.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const conversationStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ConversationStore: ${name}`, ports, (it) => {
    showing(it)
    finding(it)
    saving(it)
    reading(it)
    listing(it)
    filtering(it)
  })
