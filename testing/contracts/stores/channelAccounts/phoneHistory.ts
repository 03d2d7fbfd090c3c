import { DateTime, Effect } from "effect"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const report = (phase: number, progress: number) => ({ phase, progress, isDeclined: false, at })

/** The progress of the history of an account's phone. */
export const phoneHistory = (it: Tests<StorePorts>) => {
  it.effect("channel accounts: the progress of a history is stored, and stays when the account is renewed", () =>
    Effect.gen(function* () {
      const { connect, noteHistory, ofOrganization } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const first = { status: "syncing" as const, phase: 0, progress: 30, at }
      const last = { status: "completed" as const, phase: 2, progress: 100, at }
      assert.deepStrictEqual(yield* noteHistory(id, account.id, report(0, 30)), { before: null, after: first })
      assert.deepStrictEqual(yield* noteHistory(id, account.id, report(2, 100)), { before: first, after: last })
      assert.deepStrictEqual(yield* noteHistory(id, account.id, report(1, 60)), { before: last, after: last })
      yield* connect(id, account, null)
      assert.deepStrictEqual(
        (yield* ofOrganization(id)).map(({ history }) => history),
        [last]
      )
    })
  )

  it.effect("channel accounts: another organization cannot change the progress", () =>
    Effect.gen(function* () {
      const { noteHistory, ofOrganization } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const other = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const changed = yield* noteHistory(other.id, account.id, report(0, 30))
      assert.deepStrictEqual(changed, { before: null, after: null })
      assert.deepStrictEqual(
        (yield* ofOrganization(id)).map(({ history }) => history),
        [null]
      )
    })
  )
}
