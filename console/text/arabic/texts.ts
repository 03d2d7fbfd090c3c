import type { Texts } from "../Texts.ts"
import { campaigns } from "./campaigns.ts"
import { common } from "./common.ts"
import { contacts } from "./contacts.ts"
import { developers } from "./developers.ts"
import { inbox } from "./inbox.ts"
import { lists } from "./lists.ts"
import { playground } from "./playground.ts"

/** Every text of the language. */
export const texts: Texts = { campaigns, common, contacts, developers, inbox, lists, playground }
