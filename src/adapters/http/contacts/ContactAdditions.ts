import { Schema } from "effect"
import { isOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { ContactChannels } from "./ContactChannels.ts"

/** Names that `include` accepts (contract C365). */
const names = ["channels", "optedOut"] as const
type Addition = (typeof names)[number]

/** Maximum length of an unknown name in an error text. */
const longestName = 64

const isAddition = (name: string): name is Addition => names.some((known) => known === name)

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Query parameter of endpoints that return contacts. */
export const includeQuery = {
  include: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (list) => {
          const unknown = namesIn(list).find((name) => !isAddition(name))
          return unknown === undefined || `Unknown name ${unknown.slice(0, longestName)}; use ${names.join(", ")}`
        },
        { toJsonSchema: () => [{ examples: ["channels,optedOut"] }, true] }
      )
    ).annotate({ description: `Additional fields of the contacts, separated by commas: ${names.join(", ")}` })
  )
}

/** Fields that a response has if `include` names them. */
export const contactAdditions = {
  channels: Schema.optionalKey(ContactChannels),
  optedOut: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut"
    })
  )
}

/** Returns the additional fields that `include` names. */
export const includedView =
  (include: string = "") =>
  ({ channels, contact }: ReachableContact) => {
    const included = new Set(namesIn(include))
    return {
      ...(included.has("channels") ? { channels } : {}),
      ...(included.has("optedOut") ? { optedOut: isOptedOut(contact) } : {})
    }
  }
