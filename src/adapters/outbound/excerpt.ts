/** Text of others as a database takes it: no NUL, and no half of a surrogate pair. */
export const storable = (text: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(text)).replaceAll("\u0000", "\uFFFD")

const whole = new TextDecoder()

/** The beginning of an answer as such text: at most so many bytes of it, whole characters only. */
export const excerpt = (body: Uint8Array, maxBytes: number): string => {
  const text =
    body.length <= maxBytes
      ? whole.decode(body)
      : new TextDecoder().decode(body.subarray(0, maxBytes), { stream: true })
  return text.replaceAll("\u0000", "\uFFFD")
}
