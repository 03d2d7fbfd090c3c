import { Effect } from "effect"
import { type ResealedRows, type SealedPlace, SealedSecrets } from "../../ports/access/SealedSecrets.ts"

/** Rows that are read together. */
export const rotationBatch = 200

/** Maximum passes over the rows of a kind: rows written during a pass may need another one. */
export const maxPasses = 5

/** The progress of rotating the secrets of one kind. */
export interface RotationProgress {
  readonly kind: string
  readonly pass: number
  /** Rows sealed with the present key by this rotation. */
  readonly resealed: number
}

/** The end of the rotation of a kind. */
export interface RotatedKind {
  readonly kind: string
  readonly resealed: number
  /** Rows that no key opens. They stay as they are. */
  readonly unreadable: number
  /** Whether the last pass found nothing left to do. */
  readonly isComplete: boolean
}

/** The result of a rotation, with the keys that rows still need. */
export interface Rotation {
  readonly kinds: ReadonlyArray<RotatedKind>
  readonly presentKey: string
  /** Keys of the process that no stored secret needs any more. */
  readonly removableKeys: ReadonlyArray<string>
  /** Former keys that stored secrets still name, and keys that are missing. */
  readonly neededKeys: ReadonlyArray<string>
}

/** Goes through the rows of a kind once. */
const pass = Effect.fnUntraced(function* (kind: string, report: (resealed: number) => Effect.Effect<void>) {
  const { reseal } = yield* SealedSecrets
  const sum = { resealed: 0, overtaken: 0, unreadable: 0 }
  let cursor: SealedPlace = null
  do {
    const rows: ResealedRows = yield* reseal(kind, cursor, rotationBatch)
    sum.resealed += rows.resealed
    sum.overtaken += rows.overtaken
    sum.unreadable += rows.unreadable
    cursor = rows.next
    yield* report(sum.resealed)
  } while (cursor !== null)
  return sum
})

const rotateKind = Effect.fnUntraced(function* (
  kind: string,
  report: (progress: RotationProgress) => Effect.Effect<void>
) {
  let resealed = 0
  let unreadable = 0
  for (let number = 1; number <= maxPasses; number++) {
    const before = resealed
    const done = yield* pass(kind, (now) => report({ kind, pass: number, resealed: before + now }))
    resealed += done.resealed
    unreadable = done.unreadable
    if (done.resealed === 0 && done.overtaken === 0) return { kind, resealed, unreadable, isComplete: true }
  }
  return { kind, resealed, unreadable, isComplete: false }
})

/**
 * Seals every stored secret with the present key, while services run (contract: Rotation of the encryption key). It
 * needs no state of its own: if it is interrupted, the next run continues with the remaining rows.
 */
export const rotateSecrets = Effect.fn("rotateSecrets")(function* (
  report: (progress: RotationProgress) => Effect.Effect<void>
) {
  const secrets = yield* SealedSecrets
  const kinds: ReadonlyArray<RotatedKind> = yield* Effect.forEach(secrets.kinds, (kind) => rotateKind(kind, report))
  const { former, present, used } = yield* secrets.keys
  const rotation: Rotation = {
    kinds,
    presentKey: present,
    removableKeys: former.filter((id) => !used.includes(id)),
    neededKeys: used.filter((id) => id !== present)
  }
  return rotation
})
