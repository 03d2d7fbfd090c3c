import { fieldsOf } from "../session/Grant.ts"

/** Facts of the service that need no sign-in (contract: What the console knows before a sign-in). */
export interface ConsoleFacts {
  readonly version: string
  /** Null if no identity provider is configured for the console. */
  readonly identity: { readonly url: string; readonly key: string | null } | null
  /** Null outside of demo mode. */
  readonly demo: {
    readonly emulatorUrl: string
    /** Null unless the browser runs on the machine of the service. */
    readonly owner: { readonly email: string; readonly password: string } | null
  } | null
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Decodes the facts of an answer. */
const consoleFactsOf = (answer: unknown): ConsoleFacts => {
  const fields = fieldsOf(answer)
  const identity = fieldsOf(fields["identity"])
  const demo = fieldsOf(fields["demo"])
  const owner = fieldsOf(demo["owner"])
  return {
    version: textOf(fields["version"]),
    identity:
      textOf(identity["url"]) === "" ? null : { url: textOf(identity["url"]), key: textOf(identity["key"]) || null },
    demo:
      textOf(demo["emulatorUrl"]) === ""
        ? null
        : {
            emulatorUrl: textOf(demo["emulatorUrl"]),
            owner:
              textOf(owner["email"]) === ""
                ? null
                : { email: textOf(owner["email"]), password: textOf(owner["password"]) }
          }
  }
}

/** Loads the facts from the service. */
export const loadConsoleFacts = (): Promise<ConsoleFacts> =>
  fetch("/console.json", { credentials: "omit" })
    .then((response) =>
      response.ok ? response.json() : Promise.reject(new Error(`The service answered ${response.status}`))
    )
    .then(consoleFactsOf)
