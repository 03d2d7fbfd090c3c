import type { ByteRange } from "../../../ports/MediaStore.ts"

const single = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of a file that `Range` asks for (RFC 9110 §14.2). Null for all of it: also when more parts than one are asked
 * for, or none that the file has, since the header may be ignored. `If-Range` names the file that the part has to be of.
 */
export const byteRange = (
  headers: Readonly<Record<string, string | undefined>>,
  { etag, size }: { readonly etag: string; readonly size: number }
): ByteRange | null => {
  const [, first = "", last = ""] = single.exec(headers["range"] ?? "") ?? []
  const ifRange = headers["if-range"]
  if ((first === "" && last === "") || (ifRange !== undefined && ifRange !== etag)) return null
  const offset = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
  return offset < end ? { offset, length: end - offset } : null
}
