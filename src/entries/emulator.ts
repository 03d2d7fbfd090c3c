/** `effect-parley/emulator`: Meta's side on a port of this machine. */

/** @stable */
export { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
export * as Emulator from "../../emulator/Emulator.ts"
export type * from "../../emulator/EmulatorSeed.ts"
// A program that exports calls of an emulator has to be able to name these types.
export type { FaultRule } from "../../emulator/FaultRule.ts"
export type { ArmedFault } from "../../emulator/Faults.ts"
export type { LedgerCall } from "../../emulator/Ledger.ts"
export type { Done as InboundDone, InboundRequest } from "../../emulator/person/inbound.ts"
export type { BadInbound } from "../../emulator/person/personFields.ts"
export type { BadState } from "../../emulator/StateFile.ts"
export type { Delivery as EmulatorDelivery } from "../../emulator/webhooks/Deliveries.ts"
export type { PlatformReport } from "../../emulator/webhooks/PlatformReport.ts"
export type { Flushed } from "../../emulator/webhooks/Webhooks.ts"
