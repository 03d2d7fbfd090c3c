/** `effect-parley/emulator`: Meta's side on a port of this machine. */
export { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
export * as Emulator from "../../emulator/Emulator.ts"
export type * from "../../emulator/EmulatorSeed.ts"
