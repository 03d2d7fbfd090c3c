import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodePath from "@effect/platform-node/NodePath"
import { Effect, identity, Layer, Option, Random } from "effect"
import * as Changes from "./Changes.ts"
import type { EmulatorSeed } from "./EmulatorSeed.ts"
import * as EmulatorState from "./EmulatorState.ts"
import type { FaultScript } from "./FaultRule.ts"
import * as Faults from "./Faults.ts"
import * as Ledger from "./Ledger.ts"
import * as MediaVault from "./media/MediaVault.ts"
import * as Comments from "./messenger/Comments.ts"
import * as Conversations from "./messenger/Conversations.ts"
import * as CustomLabels from "./messenger/CustomLabels.ts"
import * as NumberRecords from "./numbers/NumberRecords.ts"
import * as People from "./person/People.ts"
import * as Reading from "./person/Reading.ts"
import * as Threads from "./person/Threads.ts"
import * as Windows from "./person/Windows.ts"
import * as SavedState from "./SavedState.ts"
import * as SendThroughput from "./SendThroughput.ts"
import * as StateFile from "./StateFile.ts"
import * as Templates from "./templates/Templates.ts"
import * as Accounts from "./tokens/Accounts.ts"
import * as Tokens from "./tokens/Tokens.ts"
import type { Callback } from "./webhooks/Postman.ts"
import * as Deliveries from "./webhooks/Deliveries.ts"
import * as Followups from "./webhooks/Followups.ts"
import * as Sends from "./webhooks/Sends.ts"
import * as Subscriptions from "./webhooks/Subscriptions.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

/** The behaviour of the platform. */
export interface WorldOptions {
  /** The initial faults. Their seed is also the seed of ids, so that a whole run is reproducible. */
  readonly faults?: FaultScript
  /** Defaults to `usualDelays`. */
  readonly statuses?: Followups.StatusDelays
  /** Defaults to `timed`. */
  readonly delivery?: Webhooks.DeliveryMode
  /** Defaults to `usualReview`. */
  readonly review?: Templates.TemplateReview
  /** Send rates of numbers; unlimited by default. */
  readonly sendLimits?: SendThroughput.SendLimits
  /** The folder of the saved state; without it, the state ends with the process. */
  readonly folder?: string
}

/** The source of ids, which are unpredictable without a seed. */
const random = (seed: number | undefined) =>
  Layer.effect(
    Random.Random,
    Effect.gen(function* () {
      return yield* Random.Random
    }).pipe(seed === undefined ? identity : Random.withSeed(`ids ${seed}`))
  )

/** The services that all routes use, with the saved state of the folder, else a new state from the seed. */
export const layer = (
  seed: EmulatorSeed,
  callback: Option.Option<Callback>,
  {
    delivery = "timed",
    faults = { rules: [] },
    folder,
    review,
    sendLimits,
    statuses = Followups.usualDelays
  }: WorldOptions = {}
) => {
  const saved =
    folder === undefined
      ? Layer.empty
      : SavedState.inFolder(folder).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))
  const reporting = Followups.layer(statuses).pipe(
    Layer.provideMerge(Templates.layer(seed, review)),
    Layer.provideMerge(Webhooks.layer(callback, delivery)),
    Layer.provideMerge(
      Layer.mergeAll(Faults.layer(faults), Deliveries.layer, Reading.layer, Sends.layer, Subscriptions.layer)
    )
  )
  return Layer.mergeAll(
    reporting,
    EmulatorState.layer(seed),
    Conversations.layer(seed),
    CustomLabels.layer,
    Ledger.layer,
    MediaVault.layer,
    NumberRecords.layer,
    People.layer,
    SendThroughput.layer(sendLimits),
    Threads.layer,
    Windows.layer(seed),
    Comments.layer,
    Accounts.layer(seed),
    Tokens.layer(Option.map(callback, ({ appSecret }) => appSecret)),
    random(faults.seed)
  ).pipe(
    Layer.provideMerge(Layer.provideMerge(StateFile.layer, Changes.layer)),
    Layer.provide([saved, NodeHttpClient.layerUndici])
  )
}
