import type { Texts } from "../Texts.ts"
import { common } from "./common.ts"
import { inbox } from "./inbox.ts"
import { lists } from "./lists.ts"
import { playground } from "./playground.ts"

/** Texts of the first page. */
export const texts: Texts = { common, inbox, lists, playground }
