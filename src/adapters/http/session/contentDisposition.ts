/** Longest name that a file is saved under. */
const maxName = 200

/** What a quoted string of a header cannot carry, or a file system would take for a path. */
const unsafe = /[^\x20-\x7e]|["\\/%]/g

/** Encoded so that nothing has a meaning of its own (RFC 8187 §3.2). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether the file is shown or saved, and under which name (RFC 6266): for old clients one in ASCII as well. */
export const contentDisposition = (isInline: boolean, filename: string | null): string => {
  const kind = isInline ? "inline" : "attachment"
  const name = [...(filename ?? "").toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_")].slice(0, maxName).join("")
  if (name === "") return kind
  return `${kind}; filename="${name.replaceAll(unsafe, "_")}"; filename*=UTF-8''${encoded(name)}`
}
