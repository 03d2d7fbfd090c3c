import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { filtering } from "./conversationStore/filtering.ts"
import { finding } from "./conversationStore/finding.ts"
import { listing } from "./conversationStore/listing.ts"
import { saving } from "./conversationStore/saving.ts"
import { showing } from "./conversationStore/showing.ts"

export const conversationStoreContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`ConversationStore: ${name}`, (it) => {
    showing(it)
    finding(it)
    saving(it)
    listing(it)
    filtering(it)
  })
