import { Context, type Effect } from "effect"

/** A place in the rows of a kind. Only the store knows what it says. Null: the beginning. */
export type SealedPlace = string | null

/** The result of resealing some rows of a kind. */
export interface ResealedRows {
  /** Rows that are sealed with the present key now, and were not before. */
  readonly resealed: number
  /** Rows that another process wrote meanwhile. They were left as they are. */
  readonly overtaken: number
  /** Rows that cannot be opened with any key. They were left as they are. */
  readonly unreadable: number
  /** The position of the next rows; null if there are none. */
  readonly next: SealedPlace
}

/** Ids of encryption keys. */
export interface SealingKeys {
  /** The key that seals. */
  readonly present: string
  /** Former keys of the process. */
  readonly former: ReadonlyArray<string>
  /** Keys that stored secrets are sealed with. */
  readonly used: ReadonlyArray<string>
}

/**
 * The secrets that are stored sealed, of all organizations, for the operator who changes the key (contract: Rotation of
 * the encryption key).
 */
export class SealedSecrets extends Context.Service<
  SealedSecrets,
  {
    /** Names of the kinds: table and column. */
    readonly kinds: ReadonlyArray<string>
    readonly keys: Effect.Effect<SealingKeys>
    /**
     * Seals at most `limit` rows behind the place with the present key, each in a statement of its own. A row that is
     * written at the same time keeps what the other writer gave it.
     */
    reseal(kind: string, after: SealedPlace, limit: number): Effect.Effect<ResealedRows>
  }
>()("effect-parley/ports/SealedSecrets") {}
