/** Bytes that are drawn at once, at most what `getRandomValues` fills. */
export const poolBytes = 8 * 1024

/**
 * Random bytes from a stock that is filled at once: asking for the few bytes of an id costs much more than the bytes. No
 * byte is given twice, and what was given is not kept.
 */
export const randomPool = (fill: (bytes: Uint8Array<ArrayBuffer>) => void): ((size: number) => Uint8Array) => {
  const pool = new Uint8Array(poolBytes)
  let left = 0
  return (size) => {
    if (size > poolBytes) {
      const bytes = new Uint8Array(size)
      fill(bytes)
      return bytes
    }
    if (size > left) {
      fill(pool)
      left = poolBytes
    }
    const bytes = pool.slice(left - size, left)
    pool.fill(0, left - size, left)
    left -= size
    return bytes
  }
}
