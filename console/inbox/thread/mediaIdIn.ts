/** Id of a file of the service; null for any other address. */
export const mediaIdIn = (url: string): string | null => /\/api\/whatsapp\/media\/([^/?#]+)$/.exec(url)?.[1] ?? null
