const text = new TextDecoder()

/**
 * The files of an uncompressed ZIP archive by path, from its directory. An archive that broke off has none, so this fails.
 */
export const unzipped = (archive: Uint8Array): ReadonlyMap<string, Uint8Array> => {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.length - 22
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error("the archive has no directory")
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const size = view.getUint32(at + 24, true)
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const local = view.getUint32(at + 42, true)
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(text.decode(archive.subarray(at + 46, at + 46 + (name ?? 0))), archive.subarray(begin, begin + size))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

/** The text of each file by path. */
export const unzippedTexts = (archive: Uint8Array): ReadonlyMap<string, string> =>
  new Map(Array.from(unzipped(archive), ([path, bytes]) => [path, text.decode(bytes)]))
