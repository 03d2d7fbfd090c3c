/** Invisible characters, and characters that change the direction or position of others. */
const misleading = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Escapes misleading characters of JSON, such as `\u202e`. */
export const visibleJson = (json: string): string => json.replaceAll(misleading, escaped)
