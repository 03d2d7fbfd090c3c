import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import { MediaId, OrganizationId } from "../../src/domain/Ids.ts"

const idOf = (count: number) => `018f0000-0000-7000-8000-${String(count).padStart(12, "0")}`

let ids = 0

/** An organization and a file that no other test knows. */
export const someFile = Effect.sync(() => ({
  organizationId: OrganizationId.make(idOf(++ids)),
  id: MediaId.make(idOf(++ids))
}))

/** So many bytes, each unlike its neighbours. */
export const bytesOf = (length: number, seed = 0): Uint8Array => {
  const bytes = new Uint8Array(length)
  for (let place = 0; place < length; place++) bytes[place] = (place * 31 + (place >> 8) * 17 + seed) & 0xff
  return bytes
}

/** The bytes as they come over a network: in pieces. */
export const pieces = (bytes: Uint8Array, size = 65_521): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size)
    ),
    { chunkSize: 1 }
  )

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** All that a stream gives. */
export const collected = <E>(stream: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => new Uint8Array(Buffer.concat(chunks)))
