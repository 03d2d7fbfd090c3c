import { Schema } from "effect"

/** The prefix of the cluster's tables. It also separates its locks from those of a service in another schema. */
export const prefixOf = (schema: string): string => `${schema}_cluster`

export const decodeSchema = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ schema: Schema.String })]))

/** FNV-1a in 32 bits. */
const fnvOffset = 0x811c9dc5
const fnvPrime = 0x01000193

/**
 * The first key of the cluster's advisory locks, as `pg_locks` shows it. The cluster's documentation fixes the hash,
 * because members of several versions share the locks. `clusterShards.test.ts` compares it with the locks of a member.
 */
export const lockNamespace = (prefix: string): number =>
  new TextEncoder()
    .encode(`effect-cluster:${prefix}`)
    .reduce((hash, byte) => Math.imul(hash ^ byte, fnvPrime), fnvOffset) >>> 0
