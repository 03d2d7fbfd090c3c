import type { Texts } from "../Texts.ts"

/** Texts of the section `developers`. */
export const developers: Texts["developers"] = {
  title: "المطورون"
}
