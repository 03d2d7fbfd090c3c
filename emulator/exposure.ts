import { Config, Effect, Schema } from "effect"
import { isLoopbackHost } from "./isLoopbackHost.ts"

/** Something that is made for one machine was asked to listen to a network. */
export class NotMeantForNetworks extends Schema.TaggedError<NotMeantForNetworks>()("NotMeantForNetworks", {
  what: Schema.Literals(["Demo mode", "The emulator"]),
  host: Schema.String
}) {
  override get message() {
    return `${this.what} does not listen on ${this.host}: everybody who reaches that address could read and change everything in it, and have this machine call others. Listen on 127.0.0.1, or set DEMO_EXPOSED=1 if that is what you want`
  }
}

/** `1`: demo mode and the emulator may listen on any address. */
export const demoExposed = Config.Literals(["0", "1"], "DEMO_EXPOSED").pipe(
  Config.withDefault("0" as const),
  Config.map((value) => value === "1")
)

/** Fails unless the host is this machine, or the operator has said that it may be another. */
export const checkExposure = (what: NotMeantForNetworks["what"], host: string, isExposed: boolean) =>
  isExposed || isLoopbackHost(host) ? Effect.void : Effect.fail(new NotMeantForNetworks({ what, host }))
