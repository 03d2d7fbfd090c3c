import { conversation } from "./conversation.ts"
import type { Texts } from "../Texts.ts"

/** Texts of the section `inbox`. */
export const inbox: Texts["inbox"] = {
  conversation,
  title: "صندوق الوارد"
}
