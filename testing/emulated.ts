import type { Layer } from "effect"
import { type Emulator, type EmulatorOptions, layer } from "../emulator/Emulator.ts"
import { defaultTemplates } from "../emulator/templates/defaultTemplates.ts"

/** The default data of the emulated platform: one account of each channel, open to all people. */
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
 * The emulated platform on a free local port, for the lifetime of the layer. The same seed of `faults` produces the
 * same faults and ids. Reports are delivered on `flush`.
 */
export const emulated = (
  options: Partial<EmulatorOptions> = {}
): Layer.Layer<Emulator, Layer.Error<ReturnType<typeof layer>>> =>
  layer({ host: "127.0.0.1", port: 0, seed: someSeed, delivery: "manual", ...options })
