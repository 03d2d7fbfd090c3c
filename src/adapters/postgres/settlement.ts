import { type Array, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { StatementNotify } from "./delivery/WakeChannel.ts"
import { settleAll, type SettleRow } from "./settleAll.ts"

/** Statements that look for echoes after there was one. */
export const lookingFor = 100

/**
 * Settles groups of outcomes. Hardly ever has the platform told of a message before its outcome, and to look for that is a
 * sixth of the statement. So it is looked for when the unique index has refused the group, which is then written once
 * more, and for a while from then on: where a platform tells of all messages, few groups are written twice.
 */
export const settlement = (sql: SqlClient.SqlClient) => {
  let looks = 0
  return (rows: Array.NonEmptyReadonlyArray<SettleRow>, notify: StatementNotify | null) => {
    const looking = Effect.suspend(() =>
      Effect.tap(settleAll(sql, rows, true, notify), ([first]) =>
        Effect.sync(() => {
          looks = first?.echoed === true ? lookingFor : Math.max(0, looks - 1)
        })
      )
    )
    return Effect.suspend(() =>
      looks > 0
        ? looking
        : Effect.catchIf(
            settleAll(sql, rows, false, notify),
            ({ reason }) => reason._tag === "UniqueViolation",
            () => looking
          )
    )
  }
}
