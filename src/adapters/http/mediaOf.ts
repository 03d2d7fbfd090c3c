/** What ASCII says is the same in UTF-8. */
const utf8 = /^charset="?(?:utf-?8|us-ascii)"?$/

const json = { type: "application/json", isUtf8: true }

/** The type of content, and whether it is UTF-8 as far as it says so. No content type at all is taken for JSON. */
export const mediaOf = (contentType = json.type): { readonly type: string; readonly isUtf8: boolean } => {
  if (contentType === json.type) return json
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase())
  return { type, isUtf8: parameters.every((part) => !part.startsWith("charset=") || utf8.test(part)) }
}
