import { DateTime, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { answerList } from "../output/answer.ts"
import { onlyOrganization } from "./flags.ts"
import { inWords } from "./OperatorError.ts"

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
  { organization: onlyOrganization("accounts") },
  Effect.fn(function* ({ organization }) {
    const store = yield* ChannelAccounts
    const listed = Option.isSome(organization)
      ? yield* Effect.andThen(requireOrganization(organization.value), store.ofOrganization(organization.value))
      : yield* store.list
    yield* answerList("channels", {
      rows: listed.map(shown),
      columns: ["token", "since", "organizationId", "channel", "externalId", "name", "problem"],
      hasMore: listed.length >= maxListedAccounts,
      none: "No account is connected. `parley channel connect` connects one."
    })
  }, inWords)
).pipe(
  Command.withShortDescription("Lists the connected accounts, and whether their tokens work"),
  Command.withDescription(
    "Lists the connected accounts of all organizations, and whether their tokens work; `reconnect` and `unreadable` want a new one (parley channel connect)"
  )
)
