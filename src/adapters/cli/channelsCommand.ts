import { Console, DateTime, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../ports/stores/ChannelAccounts.ts"

/** Characters that could steer the terminal, break the line or turn the direction of writing. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Text that others wrote, so that it stays on its line and does nothing else. */
export const oneLine = (text: string): string => text.replace(steering, " ")

/** One account as scripts get it. */
const asJson = ({ account, problem, tokenState }: ListedAccount) => ({
  organizationId: account.organizationId,
  id: account.id,
  channel: account.channel,
  externalId: account.externalId,
  name: account.displayName,
  token: tokenState,
  since: problem === null ? null : DateTime.formatIso(problem.at),
  problem: problem === null ? null : { code: problem.code, message: problem.message }
})

const titles = ["TOKEN", "SINCE", "ORGANIZATION", "CHANNEL", "ID", "NAME", "PROBLEM"]

/** The problem of the token, and the remedy where the platform did not name one. */
const problemOf = ({ problem, tokenState }: ListedAccount): string => {
  if (tokenState === "unreadable") return "the stored token cannot be opened; connect the account again"
  return problem === null ? "" : `${problem.code} ${problem.message}`
}

const cells = (listed: ListedAccount): ReadonlyArray<string> => {
  const { account, problem, tokenState } = listed
  return [
    tokenState,
    problem === null ? "" : DateTime.formatIso(problem.at),
    account.organizationId,
    account.channel,
    account.externalId,
    account.displayName,
    problemOf(listed)
  ]
}

/** Columns as wide as their longest cell. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const shown = rows.map((row) => row.map(oneLine))
  const widths = titles.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")
  return shown.map((row) => line(row).trimEnd()).join("\n")
}

const report = (listed: ReadonlyArray<ListedAccount>): string => {
  if (listed.length === 0) return "No account is connected. `parley channel connect` connects one."
  const rest = listed.length < maxListedAccounts ? "" : `\nThese are the first ${maxListedAccounts}; there may be more.`
  return table([titles, ...listed.map(cells)]) + rest
}

export const channelsCommand = Command.make(
  "channels",
  { json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON, for scripts"), Flag.withDefault(false)) },
  Effect.fn(function* ({ json }) {
    const listed = yield* (yield* ChannelAccounts).list
    yield* Console.log(json ? JSON.stringify({ channels: listed.map(asJson) }, null, 2) : report(listed))
  })
).pipe(
  Command.withDescription(
    "Lists the connected accounts of all organizations, and whether their tokens work; `reconnect` and `unreadable` want a new one (parley channel connect)"
  )
)
