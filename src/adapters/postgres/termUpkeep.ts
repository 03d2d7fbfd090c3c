import { Array, Effect, Schedule, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { makeTermCounts, type TermCounts } from "./TermCounts.ts"
import { whenAsked } from "./whenAsked.ts"

/** With so many contacts or fewer they are counted as they are asked for: some milliseconds, and nothing to keep. */
export const fewContacts = 20_000

/** Texts that are counted before others have their turn, and before the next ones are read: some milliseconds. */
const turn = 1_000

/** Changed texts that are counted in one transaction, unless one statement has changed more. */
const batch = 10_000

/** How long changes wait when nobody asks. */
const interval = "1 minute"

/** Of the lock that one process has at a time; the number is this project's own. */
const lockKey = 7_275_012

const SearchedContact = Schema.Struct({ id: ContactId, searched: Schema.String })
type SearchedContact = typeof SearchedContact.Type

const Organizations = Schema.Array(Schema.Struct({ organizationId: OrganizationId }))
const decodeOrganizations = Schema.decodeUnknownEffect(Organizations)
const decodeLocked = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ locked: Schema.Boolean })]))

const statements = (sql: SqlClient.SqlClient) => ({
  /** From here on what changes is noted. It waits for those who have changed something that was not. */
  beginNoting: (few: number) => sql`
    with large as (
      select organization_id from inbox_totals where not notes_texts and contacts > ${few}::integer
      order by organization_id limit 1 for update
    )
    update inbox_totals t set notes_texts = true from large l where t.organization_id = l.organization_id
    returning t.organization_id as "organizationId"`,

  neverCounted: sql`
    select organization_id as "organizationId" from inbox_totals t where notes_texts and not exists (
      select from short_terms s where s.organization_id = t.organization_id and s.term = '') limit 1`,

  changed: sql`select distinct organization_id as "organizationId" from text_changes`,

  /** One at a time, or the same would be counted twice, and terms would be written in different orders. */
  lock: sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as locked`,

  textsAfter: SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, after: Schema.NullOr(ContactId) }),
    Result: SearchedContact,
    execute: ({ after, organizationId }) => sql`
      select id, searched from contacts where organization_id = ${organizationId}::uuid
        ${after === null ? sql`` : sql`and id > ${after}::uuid`}
      order by id limit ${turn}::integer`
  }),

  forgetChanges: (organizationId: OrganizationId) =>
    sql`delete from text_changes where organization_id = ${organizationId}::uuid`,

  /**
   * None of who was never counted: they are in what there is to count. Each text is a row: those of one import together
   * are larger than a value that the driver takes.
   */
  takeChanges: SqlSchema.findAll({
    Request: OrganizationId,
    Result: Schema.Struct({ text: Schema.String, sign: Schema.Literals([1, -1]) }),
    execute: (organizationId) => sql`
      with waiting as (
        select change, sum(size) over (order by change) - size as before
        from text_changes where organization_id = ${organizationId}::uuid
          and exists (select from short_terms where organization_id = ${organizationId}::uuid and term = '')
      ),
      taken as (
        delete from text_changes c using waiting w
        where c.organization_id = ${organizationId}::uuid and c.change = w.change and w.before < ${batch}::integer
        returning c.come, c.gone
      )
      select text, 1 as sign from taken, unnest(come) as t(text)
      union all
      select text, -1 as sign from taken, unnest(gone) as t(text)`
  }),

  addCounts: (organizationId: OrganizationId, counts: TermCounts) => {
    const changes = counts.changes()
    return sql`
      insert into short_terms as s (organization_id, term, named, anywhere)
      select ${organizationId}::uuid, term, named::bigint, anywhere::bigint from unnest(
        ${changes.map(({ term }) => term)}::text[], ${changes.map(({ named }) => String(named))}::text[],
        ${changes.map(({ anywhere }) => String(anywhere))}::text[]) as t(term, named, anywhere)
      on conflict (organization_id, term) do update
        set named = s.named + excluded.named, anywhere = s.anywhere + excluded.anywhere`
  }
})

const addTexts = (counts: TermCounts, changes: ReadonlyArray<{ readonly text: string; readonly sign: 1 | -1 }>) =>
  Effect.forEach(
    Array.chunksOf(changes, turn),
    (chunk) =>
      Effect.andThen(
        Effect.sync(() => chunk.forEach(({ sign, text }) => counts.add(text, sign))),
        Effect.yieldNow
      ),
    { discard: true }
  )

/**
 * Brings up to date what is kept of short terms, of every organization with more than `few` contacts, or that once had so
 * many. What is kept and what has changed since are taken from one and written to the other in one transaction, so that
 * together they are right in every snapshot. Does nothing when another process is at it.
 */
export const keepTerms = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, few: number) {
  const write = statements(sql)

  /**
   * Counts all contacts of one whose changes are noted, as the snapshot has them: the changes that it has are in them, and
   * those that it has not are noted. Who has counted them since the snapshot was taken has written the same rows, so that
   * this fails.
   */
  const countAll = sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set transaction isolation level repeatable read`
      const [{ locked }] = yield* decodeLocked(yield* write.lock)
      const [never] = locked ? yield* decodeOrganizations(yield* write.neverCounted) : []
      if (never === undefined) return false
      const { organizationId } = never
      yield* write.forgetChanges(organizationId)
      const counts = makeTermCounts()
      let after: ContactId | null = null
      do {
        const texts: ReadonlyArray<SearchedContact> = yield* write.textsAfter({ organizationId, after })
        for (const { searched } of texts) counts.add(searched, 1)
        after = texts.length < turn ? null : (texts.at(-1)?.id ?? null)
      } while (after !== null)
      yield* write.addCounts(organizationId, counts)
      return true
    })
  )

  /** Whether there may be more. */
  const countChanges = (organizationId: OrganizationId) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [{ locked }] = yield* decodeLocked(yield* write.lock)
        const changes = locked ? yield* write.takeChanges(organizationId) : []
        const counts = makeTermCounts()
        yield* addTexts(counts, changes)
        if (changes.length > 0) yield* write.addCounts(organizationId, counts)
        return changes.length > 0
      })
    )

  while ((yield* write.beginNoting(few)).length > 0);
  while (yield* countAll);
  for (const { organizationId } of yield* decodeOrganizations(yield* write.changed)) {
    while (yield* countChanges(organizationId));
  }
})

/** Keeps them up to date in the background of the scope: when somebody asks, and every minute. */
export const termUpkeep = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const ask = yield* whenAsked(
    keepTerms(sql, fewContacts).pipe(
      Effect.catch((error) => Effect.logDebug("What is kept of short terms waits for the next time", error))
    )
  )
  yield* Effect.forkScoped(Effect.schedule(ask, Schedule.spaced(interval)))
  return ask
})
