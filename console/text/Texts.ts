import type { campaigns } from "./english/campaigns.ts"
import type { common } from "./english/common.ts"
import type { contacts } from "./english/contacts.ts"
import type { developers } from "./english/developers.ts"
import type { inbox } from "./english/inbox.ts"
import type { lists } from "./english/lists.ts"
import type { playground } from "./english/playground.ts"

/** All texts of the console. English defines the type, so that a language with a missing text does not compile. */
export interface Texts {
  readonly common: typeof common
  readonly contacts: typeof contacts
  readonly campaigns: typeof campaigns
  readonly inbox: typeof inbox
  readonly lists: typeof lists
  readonly developers: typeof developers
  readonly playground: typeof playground
}
