/** A media type with few parameters, as a header can carry it (RFC 9110 §8.3.1). */
const wellFormed =
  /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?: *; *[\w!#$&^.+-]{1,32}=(?:[\w!#$&^.+-]{1,64}|"[\w !#$&^.+,-]{0,64}")){0,4}$/

/** The media type of unknown bytes. */
export const unknownMediaType = "application/octet-stream"

/** The media type that a platform or a person names, when it is one; nothing else of theirs gets into a header. */
export const mediaTypeOf = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ""
  return wellFormed.test(trimmed) ? trimmed : null
}

/** Images that are programs: shown by themselves, they run. */
const scripted = /^image\/svg/i

const shown = /^(?:image\/|audio\/|video\/|application\/pdf(?:\s*;|$))/i

/** Whether a browser may show it; anything else it may only save. */
export const isShownInline = (mediaType: string): boolean => shown.test(mediaType) && !scripted.test(mediaType)
