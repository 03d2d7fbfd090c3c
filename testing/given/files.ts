import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import { MediaId, OrganizationId } from "../../src/domain/Ids.ts"

const idOf = (count: number) => `018f0000-0000-7000-8000-${String(count).padStart(12, "0")}`

let ids = 0

/** A new organization id and file id. */
export const someFile = Effect.sync(() => ({
  organizationId: OrganizationId.make(idOf(++ids)),
  id: MediaId.make(idOf(++ids))
}))

/** This number of bytes, each different from its neighbours. */
export const bytesOf = (length: number, seed = 0): Uint8Array => {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + (index >> 8) * 17 + seed) & 0xff
  return bytes
}

/** The bytes in pieces, as from a network. */
export const pieces = (bytes: Uint8Array, size = 65_521): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size)
    ),
    { chunkSize: 1 }
  )

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** All bytes of a stream. */
export const collected = <E>(stream: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => new Uint8Array(Buffer.concat(chunks)))
