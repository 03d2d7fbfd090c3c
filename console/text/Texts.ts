import type { common } from "./english/common.ts"
import type { developers } from "./english/developers.ts"
import type { inbox } from "./english/inbox.ts"
import type { playground } from "./english/playground.ts"

/** Every text of the console. English is the original; another language that lacks a text does not compile. */
export interface Texts {
  readonly common: typeof common
  readonly inbox: typeof inbox
  readonly developers: typeof developers
  readonly playground: typeof playground
}
