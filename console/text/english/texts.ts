import type { Texts } from "../Texts.ts"
import { common } from "./common.ts"
import { developers } from "./developers.ts"
import { inbox } from "./inbox.ts"
import { lists } from "./lists.ts"
import { playground } from "./playground.ts"

/** Every text of the language. */
export const texts: Texts = { common, developers, inbox, lists, playground }
