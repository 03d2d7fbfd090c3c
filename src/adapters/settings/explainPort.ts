import { Predicate } from "effect"
import type { HttpServerError } from "effect/http"

const textOf = (value: unknown, name: string): string => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof text === "string" || typeof text === "number" ? String(text) : ""
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "Another program listens there. Stop it, or choose another port with PORT (metrics: ADMIN_PORT; the emulator: EMULATOR_PORT or --port)",
  EACCES: "This user may not listen there. Choose a port above 1023 with PORT, for metrics with ADMIN_PORT",
  EADDRNOTAVAIL: "This machine has no such address. Correct HOST, for metrics ADMIN_HOST"
}

/** Why a server cannot listen, and the remedy. */
export const explainPort = ({ cause }: HttpServerError.ServeError): string => {
  const address = `port ${textOf(cause, "port")} of ${textOf(cause, "address")}`
  const remedy = remedies[textOf(cause, "code")]
  return remedy === undefined
    ? `The server cannot listen: ${textOf(cause, "message")}. Check HOST and PORT`
    : `The server cannot listen on ${address}. ${remedy}`
}
