/** `effect-parley/testing`: arbitraries, laws, contract suites, virtual time and the simulation, for any test runner. */

/** @stable Arbitraries, laws, virtual time and memory. */
export * from "../../testing/arbitraries/Arbitraries.ts"
export type { InboundHistory } from "../../testing/arbitraries/inboundHistory.ts"
export * from "../../testing/laws/Law.ts"
export * from "../../testing/laws/Laws.ts"
export type { ConsumerRules } from "../../testing/laws/consumerLaws.ts"
export type { PlanImport } from "../../testing/laws/importLaws.ts"
export type { MergedContacts } from "../../testing/laws/mergeLaws.ts"
export type { ComposeMessenger } from "../../testing/laws/messengerLaws.ts"
export type { PhoneIdentityOf } from "../../testing/laws/phoneIdentityLaws.ts"
export type { Admitted, MonthOf, Sends } from "../../testing/laws/quotaLaws.ts"
export type { Microseconds, RateBucket } from "../../testing/laws/rateLaws.ts"
export type { ReceiptRules } from "../../testing/laws/receiptLaws.ts"
export type { ConversationRules } from "../../testing/laws/transitionLaws.ts"
export type { CodePoints, Truncate } from "../../testing/laws/truncateLaws.ts"
export type { AfterRefusal } from "../../testing/laws/waitLaws.ts"
export type { WindowRules } from "../../testing/laws/windowLaws.ts"
export * from "../../testing/deliverDue.ts"
export * from "../../testing/virtualTime.ts"
export * from "../../testing/emulated.ts"
export * as Emulator from "../../emulator/Emulator.ts"
export * as Memory from "../adapters/memory/Memory.ts"
export * as MemoryDirectMessages from "../adapters/memory/sends/MemoryDirectMessages.ts"
export * as MemoryMediaStore from "../adapters/memory/media/MemoryMediaStore.ts"
export * as MemoryMediaUpload from "../adapters/memory/media/MemoryMediaUpload.ts"
export * as MemoryProfiles from "../adapters/memory/inbound/MemoryProfiles.ts"
export * as MemorySenderActions from "../adapters/memory/sends/MemorySenderActions.ts"
export * as MemorySessionTokens from "../adapters/memory/access/MemorySessionTokens.ts"
export * as MemoryTagSync from "../adapters/memory/contacts/MemoryTagSync.ts"
export * as MemoryTemplateCatalogue from "../adapters/memory/templates/MemoryTemplateCatalogue.ts"
export * as MemoryWebhookSender from "../adapters/memory/webhooks/MemoryWebhookSender.ts"
export * as MemoryWhatsApp from "../adapters/memory/sends/MemoryWhatsApp.ts"
export * as World from "../adapters/memory/World.ts"

/** @experimental The simulation, and suites of ports, which change with the ports. */
export type { Business, Cast, Person } from "../../testing/simulation/Cast.ts"
export { History, HistoryFile, Step, stepText } from "../../testing/simulation/History.ts"
export type {
  AcknowledgedSend,
  Check as SimulationCheck,
  Observations,
  ScheduledByCaller,
  StreamClient,
  Violation
} from "../../testing/simulation/Observations.ts"
export { allFaults, type FaultRates, noFaults } from "../../testing/simulation/planHistory.ts"
export type { Figures as SimulationFigures } from "../../testing/simulation/runHistory.ts"
export type { Ports as SimulatedPorts } from "../../testing/simulation/SimulatedProcess.ts"
export * from "../../testing/simulation/simulate.ts"
export type { InboundInput as GivenInbound } from "../../testing/laws/inboundLaws.ts"
export type { TakeInbound } from "../../testing/inbound/world.ts"
export type { Runner } from "../../testing/contracts/Runner.ts"
export type { StorePorts } from "../../testing/contracts/StorePorts.ts"
export * from "../../testing/contracts/IdSource.contract.ts"
export * from "../../testing/contracts/MediaStore.contract.ts"
export * from "../../testing/contracts/RateLimits.contract.ts"
export * from "../../testing/contracts/SendPace.contract.ts"
export * from "../../testing/contracts/storesContract.ts"
