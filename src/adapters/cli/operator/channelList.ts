import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { OrganizationId } from "../../../domain/Ids.ts"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../../ports/stores/ChannelAccounts.ts"
import { answerList } from "../output/answer.ts"

/** The problem of the token: in words of the platform, or of ours where the stored token cannot be opened. */
const problemText = ({ problem, tokenState }: ListedAccount): string | null => {
  if (tokenState === "unreadable") return "the stored token cannot be opened; connect the account again"
  return problem === null ? null : `${problem.code} ${problem.message}`
}

const shown = (listed: ListedAccount) => ({
  organizationId: listed.account.organizationId,
  id: listed.account.id,
  channel: listed.account.channel,
  externalId: listed.account.externalId,
  name: listed.account.displayName,
  token: listed.tokenState,
  since: listed.problem === null ? null : DateTime.formatIso(listed.problem.at),
  problem: problemText(listed)
})

export const channelList = Command.make(
  "list",
  {
    organization: Flag.String("organization").pipe(
      Flag.withSchema(OrganizationId),
      Flag.withDescription("Only accounts of this organization"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ organization }) {
    const listed = yield* (yield* ChannelAccounts).list
    const chosen = listed.filter(
      ({ account }) => Option.isNone(organization) || account.organizationId === organization.value
    )
    yield* answerList("channels", {
      rows: chosen.map(shown),
      columns: ["token", "since", "organizationId", "channel", "externalId", "name", "problem"],
      hasMore: listed.length >= maxListedAccounts,
      none: "No account is connected. `parley channel connect` connects one."
    })
  })
).pipe(
  Command.withShortDescription("Lists the connected accounts, and whether their tokens work"),
  Command.withDescription(
    "Lists the connected accounts of all organizations, and whether their tokens work; `reconnect` and `unreadable` want a new one (parley channel connect)"
  )
)
