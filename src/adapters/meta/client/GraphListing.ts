import { Effect, Option, Schema } from "effect"
import { PlatformOutcomeUnknown } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { GraphApi, GraphParameters } from "./GraphApi.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Entries asked for at once. The platform gives fewer where it likes to. */
const pageSize = 100

/** Pages of one listing, however few entries they have. */
const maxPages = 100

/** How long the pages of a listing may take together: below what the caller's own client waits. */
const listingDeadline = "25 seconds"

const Page = Schema.Struct({ data: Schema.Array(Schema.Unknown), paging: Schema.optionalKey(Schema.Unknown) })

/** Only `next` tells that there is another page: the cursor is there on the last one too (platforms P3). */
const readNext = Schema.decodeUnknownOption(
  Schema.Struct({
    next: Schema.String,
    cursors: Schema.optionalKey(Schema.Struct({ after: Schema.optionalKey(Schema.String) }))
  })
)

/** Where the next page begins; empty when the platform says that there is one, but not where. Null at the end. */
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
  /** Once so many are there, no further page is asked for. */
  readonly maxEntries: number
}

export interface Listing<A> {
  readonly entries: ReadonlyArray<A>
  /** False when the platform has more. */
  readonly complete: boolean
}

/**
 * Lists an edge, page by page. The cursor is followed and not the platform's link, which would take the token wherever
 * it leads. An entry that cannot be read is left out, with a line in the log.
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
      // A cursor that comes again would lead in circles.
      if (after === null || after === "" || followed.has(after)) break
      followed.add(after)
    }
    if (unreadable > 0)
      yield* logFailure({ level: "Warn", text: "entries left out, as they cannot be read" }, { unreadable })
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
