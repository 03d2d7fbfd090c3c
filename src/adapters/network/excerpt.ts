/** Text of others as a database takes it: no NUL, and no half of a surrogate pair. */
export const storable = (text: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(text)).replaceAll("\u0000", "\uFFFD")

/** The beginning of an answer as such text: at most so many bytes of it, whole characters only. */
export const excerpt = (body: Uint8Array, maxBytes: number): string =>
  new TextDecoder()
    .decode(body.subarray(0, maxBytes), { stream: body.length > maxBytes })
    .replaceAll("\u0000", "\uFFFD")
