import { Context, Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { type FairShares, makeFairShares } from "../../../collections/fairShares.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { Overloaded } from "../../../domain/quota/Overloaded.ts"

/**
 * The connections for reads whose cost grows with the organization's data, and each organization's share of them and of
 * the connections of all other reads.
 */
export class ReadShares extends Context.Service<
  ReadShares,
  {
    /** Statements do not share these connections: one that follows another would wait for it. */
    readonly searches: SqlClient.SqlClient
    /** Runs a read on `searches`. */
    readonly search: FairShares<OrganizationId>
    /** Runs a read of a page that costs little more than the rows of the page. */
    readonly list: FairShares<OrganizationId>
  }
>()("effect-parley/adapters/postgres/ReadShares") {}

/** Longest wait of a read for its turn. */
const patience = "5 seconds"

/** Searches of one organization that may wait. */
const maxWaitingSearches = 32

/** Most waiting list reads of one organization: this many take about a second. */
const maxWaitingLists = 1_024

const tooLong = Effect.die(new Overloaded({ reason: "too long" }))

/** The server ends statements of `searches` that take too long. */
const isTooLong = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "StatementTimeoutError"

/** How many reads run at the same time, and how many of them are of one organization. */
export interface Capacity {
  readonly capacity: number
  readonly share: number
}

export const make = (
  searches: SqlClient.SqlClient,
  sizes: { readonly searches: Capacity; readonly lists: Capacity }
): ReadShares["Service"] => {
  const search = makeFairShares<OrganizationId>({ ...sizes.searches, patience, maxWaiting: maxWaitingSearches })
  return {
    searches,
    search: (organizationId, read) =>
      search(
        organizationId,
        Effect.catchIf(read, isTooLong, () => tooLong)
      ),
    list: makeFairShares({ ...sizes.lists, patience, maxWaiting: maxWaitingLists })
  }
}
