import { fieldsOf } from "../session/Grant.ts"

/** What the service says before anybody is signed in (contract C256). */
export interface ConsoleFacts {
  readonly version: string
  /** Null: no identity provider is configured for the console. */
  readonly identity: { readonly url: string; readonly key: string | null } | null
  /** Null: this is no demo. */
  readonly demo: {
    readonly emulatorUrl: string
    /** Null: the browser is not on the machine of the service. */
    readonly owner: { readonly email: string; readonly password: string } | null
  } | null
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The facts in an answer. */
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

/** Asks the service. */
export const loadConsoleFacts = (): Promise<ConsoleFacts> =>
  fetch("/console.json", { credentials: "omit" })
    .then((response) =>
      response.ok ? response.json() : Promise.reject(new Error(`The service answered ${response.status}`))
    )
    .then(consoleFactsOf)
