import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { answer, answerList } from "../output/answer.ts"
import { Name, name, onlyOrganization, organization } from "./flags.ts"
import { inWords, refused } from "./OperatorError.ts"
import type { AccountChange } from "../../../domain/inbound/AccountChange.ts"
import { AccountChanges, maxListedChanges } from "../../../ports/inbound/Inbox.ts"
import { checkAccounts, disconnectAccount } from "../../../app/access/channelAccounts.ts"
import { connectChannel } from "../../../app/access/connectChannel.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { readSecret } from "../SecretInput.ts"

/** The problem of the token: the platform's text, or ours if the stored token cannot be opened. */
const problemText = ({ problem, tokenState }: ListedAccount): string | null => {
  if (tokenState === "unreadable") return "the stored token cannot be opened; connect the account again"
  return problem === null ? null : `${problem.code} ${problem.message}`
}

const viewAccount = (listed: ListedAccount) => ({
  organizationId: listed.account.organizationId,
  id: listed.account.id,
  channel: listed.account.channel,
  externalId: listed.account.externalId,
  name: listed.account.displayName,
  token: listed.tokenState,
  since: listed.problem === null ? null : DateTime.formatIso(listed.problem.at),
  problem: problemText(listed)
})

const channelList = Command.make(
  "list",
  { organization: onlyOrganization("accounts") },
  Effect.fn(function* ({ organization }) {
    const store = yield* ChannelAccounts
    const listed = Option.isSome(organization)
      ? yield* Effect.andThen(requireOrganization(organization.value), store.ofOrganization(organization.value))
      : yield* store.list
    yield* answerList("channels", {
      rows: listed.map(viewAccount),
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

const viewChange = ({ account, at, values, what }: AccountChange) => ({
  at: DateTime.formatIso(at),
  organizationId: account.organizationId,
  accountId: account.id,
  channel: account.channel,
  externalId: account.externalId,
  change: what,
  values
})

/** `parley channel changes`: bans, violations, limits, names and templates, as the platforms report them. */
const channelChanges = Command.make(
  "changes",
  { organization: onlyOrganization("changes") },
  Effect.fn(function* ({ organization }) {
    const store = yield* AccountChanges
    const changes = Option.isSome(organization)
      ? yield* Effect.andThen(requireOrganization(organization.value), store.ofOrganization(organization.value))
      : yield* store.list
    yield* answerList("changes", {
      rows: changes.map(viewChange),
      columns: ["at", "channel", "externalId", "organizationId", "change", "values"],
      hasMore: changes.length >= maxListedChanges,
      none: "No platform reported a change of an account."
    })
  }, inWords)
).pipe(Command.withDescription("Lists what platforms changed about connected accounts, the newest first"))

const channel = Flag.Literals("channel", Channel.literals).pipe(Flag.withDescription("Which platform"))
const externalId = Flag.String("id").pipe(
  Flag.withSchema(Name),
  Flag.withDescription("Phone number id, Page id or Instagram account id")
)

const connect = Command.make(
  "connect",
  {
    organization,
    channel,
    id: externalId,
    name: name("Display phone number, or a name"),
    businessAccount: Flag.String("business-account").pipe(
      Flag.withSchema(Name),
      Flag.withDescription("WhatsApp Business Account of the number; WhatsApp requires it at the first connection"),
      Flag.optional
    ),
    page: Flag.String("page").pipe(
      Flag.withSchema(Name),
      Flag.withDescription(
        "Page that the Instagram account is linked to; without one it is reached by Instagram Login"
      ),
      Flag.optional
    ),
    skipCheck: Flag.Boolean("skip-check").pipe(
      Flag.withDescription("Stores the token without asking the platform, such as where it cannot be reached"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ businessAccount, channel, id, name, organization, page, skipCheck }) {
    const token = yield* readSecret("The access token of the account")
    const input = {
      channel,
      externalId: id,
      displayName: name,
      businessAccountId: Option.getOrNull(businessAccount),
      pageId: Option.getOrNull(page),
      token
    }
    const { account, isRenewed } = yield* connectChannel(organization, input, !skipCheck)
    yield* answer({ id: account.id, channel, externalId: id, renewed: isRenewed })
  }, inWords)
).pipe(
  Command.withShortDescription("Connects a number, Page or account, or replaces its token"),
  Command.withDescription(
    "Connects a number, Page or account, or replaces the token of a connected one. The platform's access token is typed, or read from standard input. It is stored once the platform accepts it"
  ),
  Command.withExamples([
    {
      command:
        "parley channel connect --organization ID --channel whatsapp --id PHONE_NUMBER_ID --name '+1 555 010 0001' --business-account WABA_ID < token.txt",
      description: "Connect a WhatsApp number"
    }
  ])
)

const check = Command.make(
  "check",
  { organization },
  Effect.fn(function* ({ organization }) {
    const checked = yield* checkAccounts(organization)
    yield* answerList("channels", {
      rows: checked.map(({ account, problem }) => ({
        id: account.id,
        channel: account.channel,
        externalId: account.externalId,
        name: account.displayName,
        works: problem === null,
        problem
      })),
      columns: ["works", "channel", "externalId", "name", "problem"],
      hasMore: false,
      none: "No account is connected. `parley channel connect` connects one."
    })
    const broken = checked.filter(({ problem }) => problem !== null)
    if (broken.length > 0) {
      return yield* refused(
        `${broken.length} of ${checked.length} accounts do not work. \`parley channel connect\` gives an account another token`
      )
    }
  }, inWords)
).pipe(
  Command.withDescription(
    "Asks the platforms with the token of each account of an organization, and shows what they say"
  )
)

const disconnect = Command.make(
  "disconnect",
  { organization, channel, id: externalId },
  Effect.fn(function* ({ channel, id, organization }) {
    const account = yield* disconnectAccount(organization, channel, id)
    yield* answer({ id: account.id, channel, externalId: id, disconnected: true })
  }, inWords)
).pipe(
  Command.withShortDescription("Disconnects a number, Page or account, and forgets its token"),
  Command.withDescription(
    "Disconnects a number, Page or account, and forgets its token: nothing is sent or received over it any more, and another organization can connect it. Contacts, conversations and messages stay"
  )
)

/** `parley channel …`. */
export const channelCommand = Command.make("channel").pipe(
  Command.withDescription("Connected numbers, Pages and accounts"),
  Command.withSubcommands([connect, channelList, check, disconnect, channelChanges])
)
