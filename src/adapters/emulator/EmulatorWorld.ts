import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Layer, type Option } from "effect"
import type { EmulatorSeed } from "./EmulatorSeed.ts"
import * as EmulatorState from "./EmulatorState.ts"
import * as Faults from "./Faults.ts"
import * as Ledger from "./Ledger.ts"
import * as Conversations from "./messenger/Conversations.ts"
import * as CustomLabels from "./messenger/CustomLabels.ts"
import * as Webhooks from "./Webhooks.ts"

/** All that the routes act on, new and with the seed in it. */
export const layer = (seed: EmulatorSeed, callback: Option.Option<Webhooks.Callback>) =>
  Layer.mergeAll(
    EmulatorState.layer(seed),
    Conversations.layer(seed),
    CustomLabels.layer,
    Faults.layer,
    Ledger.layer,
    Webhooks.layer(callback)
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))
