import { Option, Schema } from "effect"

/** Receipts of Messenger and Instagram, by account and person. */
export interface PlatformMarks {
  /** Epoch milliseconds up to which everything arrived, and was read. */
  readonly delivered: ReadonlyMap<string, number>
  readonly read: ReadonlyMap<string, number>
  /** Messages that Instagram said were read. */
  readonly readIds: ReadonlySet<string>
}

const Watermark = Schema.Struct({ watermark: Schema.optionalKey(Schema.Finite) })

const Body = Schema.fromJsonString(
  Schema.Struct({
    object: Schema.String,
    entry: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        changes: Schema.optionalKey(
          Schema.Array(
            Schema.Struct({
              value: Schema.Struct({
                metadata: Schema.optionalKey(Schema.Struct({ phone_number_id: Schema.String }))
              })
            })
          )
        ),
        messaging: Schema.optionalKey(
          Schema.Array(
            Schema.Struct({
              sender: Schema.Struct({ id: Schema.String }),
              delivery: Schema.optionalKey(Watermark),
              read: Schema.optionalKey(Schema.Struct({ ...Watermark.fields, mid: Schema.optionalKey(Schema.String) }))
            })
          )
        )
      })
    )
  })
)
export const decodeBody = Schema.decodeUnknownOption(Body)

export const markKey = (account: string, person: string): string => `${account} ${person}`

/** The numbers, Pages and accounts of a webhook. */
export const accountsIn = (body: string): ReadonlySet<string> =>
  new Set(
    Option.toArray(decodeBody(body)).flatMap(({ entry }) =>
      entry.flatMap(({ changes = [], id }) => [
        id,
        ...changes.flatMap(({ value }) => value.metadata?.phone_number_id ?? [])
      ])
    )
  )

const raise = (marks: Map<string, number>, key: string, to: number | undefined): void => {
  if (to !== undefined) marks.set(key, Math.max(marks.get(key) ?? 0, to))
}

/** Reads every webhook anew, and nothing of how the service does. */
export const platformMarks = (bodies: Iterable<string>): PlatformMarks => {
  const [delivered, read, readIds] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()]
  for (const body of bodies) {
    for (const { id, messaging = [] } of Option.match(decodeBody(body), {
      onNone: () => [],
      onSome: (one) => one.entry
    })) {
      for (const item of messaging) {
        const key = markKey(id, item.sender.id)
        raise(delivered, key, item.delivery?.watermark)
        raise(read, key, item.read?.watermark)
        if (item.read?.mid !== undefined) readIds.add(item.read.mid)
      }
    }
  }
  return { delivered, read, readIds }
}
