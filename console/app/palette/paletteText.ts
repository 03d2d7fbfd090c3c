import { pageTexts } from "../../text/pageTexts.ts"

/** Texts of the palette. */
export const usePaletteText = pageTexts({
  en: () => import("../../text/english/palette.ts").then(({ palette }) => palette),
  ar: () => import("../../text/arabic/palette.ts").then(({ palette }) => palette)
})
