/** The text as it is, when it says something; spaces alone do not. */
export const notBlank = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === "" ? null : text
