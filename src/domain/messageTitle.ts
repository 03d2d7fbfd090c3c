import { notBlank } from "./notBlank.ts"
import { truncate } from "./truncate.ts"

/** Code points that the title of a button or quick reply has at most (contract C61, rule 1). */
export const maxTitleLength = 20

/** The title as it is shown, when anything is left of it. */
export const messageTitle = (given: string | null | undefined): string | null =>
  notBlank(truncate(given ?? "", maxTitleLength))

/** What a quick reply answers when nothing else was said: of the title as given (rule 2, contract C25). */
export const defaultPayload = (given: string): string => given.toUpperCase().replaceAll(" ", "_")
