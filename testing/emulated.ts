import type { Layer } from "effect"
import { type Emulator, type EmulatorOptions, layer } from "../emulator/Emulator.ts"
import { defaultTemplates } from "../emulator/templates/defaultTemplates.ts"

/** What the emulated platform knows when a test says nothing else: one account of each channel, open to all. */
export const someSeed: EmulatorOptions["seed"] = {
  phoneNumbers: [
    { id: "100000000000001", displayPhoneNumber: "+1 555-078-3881", wabaId: "400000000000001", accessToken: "EMU1" }
  ],
  pages: [{ id: "200000000000001", name: "Acme", accessToken: "EMU2" }],
  instagramAccounts: [{ id: "300000000000001", username: "acme", accessToken: "EMU3" }],
  templates: { "400000000000001": defaultTemplates },
  windows: "lenient"
}

/**
 * Meta's side on a free port of this machine, for as long as the layer lives. The same seed of `faults` draws the same
 * faults and ids. Reports are delivered when a test asks for it with `flush`.
 */
export const emulated = (
  options: Partial<EmulatorOptions> = {}
): Layer.Layer<Emulator, Layer.Error<ReturnType<typeof layer>>> =>
  layer({ host: "127.0.0.1", port: 0, seed: someSeed, delivery: "manual", ...options })
