import { Schema } from "effect"
import { maxSearchLength } from "../../../domain/contacts/ContactSearch.ts"
import { Text } from "../interfaces/requestFields.ts"

/** Search term for contacts, and for conversations by contact. */
export const SearchTerm = Text.check(
  Schema.makeFilter((term) => term.length <= maxSearchLength || `Expected at most ${maxSearchLength} characters`, {
    toJsonSchema: () => [{ maxLength: maxSearchLength }, true]
  })
).annotate({
  description: `Part of a name, a phone number or an e-mail address, at most ${maxSearchLength} characters`
})
