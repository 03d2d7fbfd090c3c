/** What Postgres reads as an array of texts, for many of them in one array: arrays in arrays would have to be of one length. */
export const textArray = (texts: ReadonlyArray<string>): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`
