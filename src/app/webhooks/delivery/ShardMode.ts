/**
 * | Mode       | Meaning                                                            |
 * |------------|--------------------------------------------------------------------|
 * | `opening`  | Nothing is in memory. The last checkpoint is being loaded.         |
 * | `unread`   | The outbox may hold deliveries that were not read.                 |
 * | `caughtUp` | The outbox was read to its end. Due background work runs.          |
 * | `idle`     | Nothing is due. The loop waits for a signal or the next due time.  |
 * | `resync`   | Memory cannot be trusted: it is emptied, and the shard is reopened. |
 * | `released` | Another owner takes the shard. Calls in flight may still end.      |
 */
const transitions = {
  opening: { opened: "unread", invalidated: "resync", released: "released" },
  unread: { readBegun: "caughtUp", invalidated: "resync", released: "released" },
  caughtUp: { signalled: "unread", nothingDue: "idle", invalidated: "resync", released: "released" },
  idle: { signalled: "unread", woken: "caughtUp", invalidated: "resync", released: "released" },
  resync: { reopened: "opening", released: "released" },
  released: {}
} as const

export type ShardMode = keyof typeof transitions
export type ShardEvent = { [Mode in ShardMode]: keyof (typeof transitions)[Mode] }[ShardMode]

/** The mode after an event. An event that the table does not name changes nothing. */
export const nextMode = (mode: ShardMode, event: ShardEvent): ShardMode => {
  const table: Readonly<Record<ShardMode, Partial<Record<ShardEvent, ShardMode>>>> = transitions
  return table[mode][event] ?? mode
}
