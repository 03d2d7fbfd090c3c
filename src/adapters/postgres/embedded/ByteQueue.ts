import { Buffer } from "node:buffer"

/**
 * Bytes that arrive in pieces and are taken from the front. Every byte is copied a bounded number of times: an import of
 * 10 MiB arrives in many pieces.
 */
export interface ByteQueue {
  /** The queued bytes, without removing them; valid until the next `append`. */
  readonly peek: () => Buffer
  readonly append: (bytes: Uint8Array) => void
  readonly drop: (count: number) => void
}

const initialBytes = 16 * 1024
/** A larger buffer is released once it is empty. */
const keptBytes = 1024 * 1024

export const make = (): ByteQueue => {
  let buffer = Buffer.allocUnsafeSlow(initialBytes)
  let [start, end] = [0, 0]

  /** Makes room for `count` bytes. Reuses the consumed front first; doubling makes the total copying linear. */
  const makeRoom = (count: number) => {
    const size = end - start
    const target = size + count > buffer.length / 2 ? Buffer.allocUnsafeSlow(2 * (size + count)) : buffer
    buffer.copy(target, 0, start, end)
    buffer = target
    start = 0
    end = size
  }

  return {
    peek: () => buffer.subarray(start, end),
    append: (bytes) => {
      if (end + bytes.length > buffer.length) makeRoom(bytes.length)
      buffer.set(bytes, end)
      end += bytes.length
    },
    drop: (count) => {
      start += count
      if (start < end) return
      start = 0
      end = 0
      if (buffer.length > keptBytes) buffer = Buffer.allocUnsafeSlow(initialBytes)
    }
  }
}
