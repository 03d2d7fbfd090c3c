/** The id of a file that the service has; null for an address elsewhere. */
export const mediaIdIn = (url: string): string | null => /\/api\/whatsapp\/media\/([^/?#]+)$/.exec(url)?.[1] ?? null
