import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../support/StorePorts.ts"
import { listing } from "./conversationStore/listing.ts"
import { showing } from "./conversationStore/showing.ts"

export const conversationStoreContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`ConversationStore: ${name}`, (it) => {
    showing(it)
    listing(it)
  })
