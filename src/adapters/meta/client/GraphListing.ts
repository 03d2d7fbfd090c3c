import { Effect, Option, Schema } from "effect"
import { PlatformOutcomeUnknown } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { GraphApi, GraphParameters } from "./GraphApi.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Requested page size. The platform may return fewer entries. */
const pageSize = 100

/** Maximum number of pages of one listing. */
const maxPages = 100

/** Deadline of a whole listing, below the usual client timeout. */
const listingDeadline = "25 seconds"

const Page = Schema.Struct({ data: Schema.Array(Schema.Unknown), paging: Schema.optionalKey(Schema.Unknown) })

// Only `next` marks another page: the last page has a cursor too (platforms P3).
const readNext = Schema.decodeUnknownOption(
  Schema.Struct({
    next: Schema.String,
    cursors: Schema.optionalKey(Schema.Struct({ after: Schema.optionalKey(Schema.String) }))
  })
)

/** The cursor of the next page; empty if `next` is present without a cursor, null at the end. */
const nextOf = (paging: unknown): string | null =>
  Option.match(readNext(paging), {
    onNone: () => null,
    onSome: ({ cursors, next }) => cursors?.after ?? URL.parse(next)?.searchParams.get("after") ?? ""
  })

/** An edge whose entries are listed. */
export interface ListedEdge<A> {
  readonly edge: string
  readonly parameters: GraphParameters
  readonly entry: Schema.ConstraintDecoder<A>
  /** Number of entries after which no further page is requested. */
  readonly maxEntries: number
}

export interface Listing<A> {
  readonly entries: ReadonlyArray<A>
  /** False if the platform has more entries. */
  readonly complete: boolean
}

/**
 * Lists an edge page by page. It follows the cursor, not the platform's link, because a link could send the token
 * elsewhere. An unreadable entry is omitted and logged.
 */
export const make = <A>(graph: GraphApi, { edge, entry, maxEntries, parameters }: ListedEdge<A>) => {
  const get = graph.get(Page)
  const readEntry = Schema.decodeUnknownOption(entry)

  const walk = Effect.fnUntraced(function* (from: ConnectedAccount, id: string) {
    const entries: Array<A> = []
    const followed = new Set<string>()
    let unreadable = 0
    let after: string | null = null
    while (followed.size < maxPages && entries.length < maxEntries) {
      const cursor: GraphParameters = after === null ? {} : { after }
      const { data, paging } = yield* get(from, id, edge, { ...parameters, limit: String(pageSize), ...cursor })
      const read = data.flatMap((found) => Option.toArray(readEntry(found)))
      unreadable += data.length - read.length
      entries.push(...read)
      after = nextOf(paging)
      // A repeated cursor would loop forever.
      if (after === null || after === "" || followed.has(after)) break
      followed.add(after)
    }
    if (unreadable > 0) yield* logFailure({ level: "Warn", text: "unreadable entries omitted" }, { unreadable })
    if (after !== null) yield* logFailure({ level: "Warn", text: "listing cut short" }, { listed: entries.length })
    return { entries: entries.slice(0, maxEntries), complete: after === null } satisfies Listing<A>
  })

  return (from: ConnectedAccount, id: string) =>
    walk(from, id).pipe(
      Effect.timeoutOrElse({
        duration: listingDeadline,
        orElse: () =>
          new PlatformOutcomeUnknown({ reason: "no answer in time", detail: `no answer within ${listingDeadline}` })
      }),
      Effect.annotateLogs({ object: id, edge })
    )
}
