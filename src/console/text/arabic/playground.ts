import type { Texts } from "../Texts.ts"

/** Texts of the section `playground`. */
export const playground: Texts["playground"] = {
  title: "ساحة التجربة"
}
