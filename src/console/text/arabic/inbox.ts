import type { Texts } from "../Texts.ts"

/** Texts of the section `inbox`. */
export const inbox: Texts["inbox"] = {
  title: "صندوق الوارد"
}
