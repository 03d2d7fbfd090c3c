import { type DateTime, Effect, HashMap, HashSet, Layer, Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import {
  type CountedDays,
  type OrganizationCursor,
  OrganizationDeletion,
  Organizations,
  maxListedOrganizations
} from "../../../ports/access/Organizations.ts"
import { type State, type Step, impossible } from "../State.ts"
import { World } from "../World.ts"
import {
  type MessageCount,
  type PricedMessages,
  byCategory,
  isOfMonth,
  sumCounts
} from "../../../domain/limits/MessageCount.ts"
import { type Month, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
import {
  DefaultNumberUnknown,
  type ListedOrganization,
  type Organization,
  type OrganizationSettings,
  type SettingsChange,
  type Suspension,
  changedSettings,
  initialSettings
} from "../../../domain/access/Organization.ts"
import { newest } from "../newest.ts"
import { usedIn } from "../sends/acceptSend.ts"

interface Owned {
  readonly organizationId: OrganizationId
}

/** Keeps the rows of other organizations. */
const others =
  (organizationId: OrganizationId) =>
  <A extends Owned>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
    rows.filter((row) => row.organizationId !== organizationId)

/** Removes credentials and everything that starts new work. */
const withoutEntrances = (state: State, organizationId: OrganizationId): State => {
  const keep = others(organizationId)
  return {
    ...state,
    memberships: keep(state.memberships),
    invitations: keep(state.invitations),
    apiKeys: keep(state.apiKeys),
    webhooks: keep(state.webhooks),
    campaigns: state.campaigns.filter(({ campaign }) => campaign.organizationId !== organizationId),
    campaignRecipients: state.campaignRecipients.filter(({ recipient }) => recipient.organizationId !== organizationId),
    pendingSends: state.pendingSends.filter(({ send }) => send.organizationId !== organizationId),
    erasures: state.erasures.filter(({ erasure }) => erasure.organizationId !== organizationId),
    webhookWarnings: keep(state.webhookWarnings),
    deferred: HashMap.filter(state.deferred, (row) => row.organizationId !== organizationId),
    consumerEvents: state.consumerEvents.filter(({ delivery }) => delivery.organizationId !== organizationId),
    accountChanges: state.accountChanges.filter(({ account }) => account.organizationId !== organizationId),
    settings: HashMap.remove(state.settings, organizationId),
    channelSignups: keep(state.channelSignups),
    channelAccounts: state.channelAccounts.filter(({ account }) => account.organizationId !== organizationId)
  }
}

/** Removes every row of the organization except its files. */
const withoutRows = (before: State, organizationId: OrganizationId): State => {
  const state = withoutEntrances(before, organizationId)
  const keep = others(organizationId)
  const isOwn = (row: Owned) => row.organizationId === organizationId
  const messages = new Set(state.messages.filter(isOwn).map(({ id }) => id))
  const contacts = new Set(state.contacts.filter(isOwn).map(({ id }) => id))
  const conversations = new Set(state.conversations.filter(isOwn).map(({ id }) => id))
  const events = new Set(state.events.filter(isOwn).map(({ id }) => id))
  return {
    ...state,
    usage: keep(state.usage),
    messageCounts: keep(state.messageCounts),
    conversationTurns: keep(state.conversationTurns),
    contacts: keep(state.contacts),
    identities: keep(state.identities),
    consents: keep(state.consents),
    reportedContacts: state.reportedContacts.filter(({ contactId }) => !contacts.has(contactId)),
    conversations: keep(state.conversations),
    messages: keep(state.messages),
    echoes: HashSet.filter(state.echoes, (id) => !messages.has(id)),
    learned: HashMap.filter(state.learned, (_, id) => !messages.has(id)),
    listed: HashMap.filter(state.listed, (_, id) => !messages.has(id)),
    openings: HashMap.filter(state.openings, (_, id) => !messages.has(id)),
    reportedMessages: state.reportedMessages.filter(({ messageId }) => !messages.has(messageId)),
    erasedKeys: keep(state.erasedKeys),
    parked: keep(state.parked),
    profileLookups: keep(state.profileLookups),
    events: keep(state.events),
    attempts: HashMap.filter(state.attempts, ([first]) => first === undefined || !events.has(first.delivery.event.id)),
    sequences: HashMap.filter(state.sequences, (_, id) => !conversations.has(id)),
    notifications: keep(state.notifications),
    notes: keep(state.notes),
    labels: keep(state.labels),
    teams: keep(state.teams),
    savedReplies: keep(state.savedReplies),
    requestLogs: keep(state.requestLogs),
    idempotencyKeys: keep(state.idempotencyKeys)
  }
}

/** Number of rows; each value of a map counts as a row. */
const rowsOf = (state: State): number =>
  Object.values(state).reduce<number>((sum, part) => {
    if (Array.isArray(part)) return sum + part.length
    return HashMap.isHashMap(part) ? sum + HashMap.size(part) : sum
  }, 0)

const begin =
  (organizationId: OrganizationId, at: DateTime.Utc): Step<DateTime.Utc> =>
  (state) => {
    if (!state.organizations.some(({ id }) => id === organizationId)) {
      return impossible(state, "the organization does not exist")
    }
    const markedAt = Option.getOrElse(HashMap.get(state.deleting, organizationId), () => at)
    const marked = { ...state, deleting: HashMap.set(state.deleting, organizationId, markedAt) }
    return [Effect.succeed(markedAt), withoutEntrances(marked, organizationId)]
  }

const deleteRows =
  (organizationId: OrganizationId): Step<number> =>
  (state) => {
    const after = withoutRows(state, organizationId)
    return [Effect.succeed(rowsOf(state) - rowsOf(after)), after]
  }

const finish =
  (organizationId: OrganizationId): Step<void> =>
  (state) => [
    Effect.void,
    HashMap.has(state.deleting, organizationId)
      ? {
          ...state,
          organizations: state.organizations.filter(({ id }) => id !== organizationId),
          deleting: HashMap.remove(state.deleting, organizationId),
          references: HashMap.remove(state.references, organizationId),
          suspensions: HashMap.remove(state.suspensions, organizationId)
        }
      : state
  ]

const organizationDeletion = Layer.effect(
  OrganizationDeletion,
  Effect.map(World, ({ read, step }) =>
    OrganizationDeletion.of({
      begin: (organizationId, at) => step("OrganizationDeletion.begin", begin(organizationId, at)),
      files: (organizationId, limit) =>
        read("OrganizationDeletion.files", (state) =>
          state.media
            .filter(({ media }) => media.organizationId === organizationId)
            .slice(0, limit)
            .map(({ media }) => media.id)
        ),
      forgetFiles: (organizationId, ids) =>
        step("OrganizationDeletion.forgetFiles", (state) => [
          Effect.void,
          {
            ...state,
            media: state.media.filter(({ media }) => media.organizationId !== organizationId || !ids.includes(media.id))
          }
        ]),
      deleteRows: (organizationId) => step("OrganizationDeletion.deleteRows", deleteRows(organizationId)),
      finish: (organizationId) => step("OrganizationDeletion.finish", finish(organizationId))
    })
  )
)

type Member = Parameters<Organizations["Service"]["addMember"]>[1]

const find = ({ organizations }: State, organizationId: OrganizationId) =>
  organizations.find(({ id }) => id === organizationId)

const listedIn =
  ({ deleting, references, suspensions }: State) =>
  (organization: Organization): ListedOrganization => ({
    ...organization,
    reference: Option.getOrNull(HashMap.get(references, organization.id)),
    deletingAt: Option.getOrNull(HashMap.get(deleting, organization.id)),
    suspension: Option.getOrNull(HashMap.get(suspensions, organization.id))
  })

const create =
  (organization: Organization, reference: string | null): Step<boolean> =>
  (state) => {
    if (find(state, organization.id) !== undefined) return impossible(state, "the organization exists")
    const organizations = [...state.organizations, organization]
    if (reference === null) return [Effect.succeed(true), { ...state, organizations }]
    if ([...HashMap.values(state.references)].includes(reference)) return [Effect.succeed(false), state]
    const references = HashMap.set(state.references, organization.id, reference)
    return [Effect.succeed(true), { ...state, organizations, references }]
  }

const newestFirst = newest(({ createdAt }: OrganizationCursor) => createdAt)

const pageOf = (state: State, after: OrganizationCursor | null, limit: number): ReadonlyArray<ListedOrganization> =>
  state.organizations
    .filter((organization) => after === null || newestFirst(after, organization) < 0)
    .toSorted(newestFirst)
    .slice(0, limit)
    .map(listedIn(state))

const change =
  (organizationId: OrganizationId, changes: Partial<Pick<Organization, "name" | "plan">>): Step<void> =>
  (state) => [
    Effect.void,
    {
      ...state,
      organizations: state.organizations.map((stored) =>
        stored.id === organizationId ? { ...stored, ...changes } : stored
      )
    }
  ]

const suspend =
  (organizationId: OrganizationId, at: DateTime.Utc, reason: string | null): Step<Suspension> =>
  (state) => {
    if (find(state, organizationId) === undefined) return impossible(state, "the organization does not exist")
    const before = Option.getOrUndefined(HashMap.get(state.suspensions, organizationId))
    const suspension: Suspension = { since: before?.since ?? at, reason: reason ?? before?.reason ?? null }
    return [
      Effect.succeed(suspension),
      { ...state, suspensions: HashMap.set(state.suspensions, organizationId, suspension) }
    ]
  }

const resume =
  (organizationId: OrganizationId): Step<Suspension | null> =>
  (state) => {
    const before = Option.getOrNull(HashMap.get(state.suspensions, organizationId))
    if (before === null) return [Effect.succeed(null), state]
    const webhooks = state.webhooks.map((webhook) =>
      webhook.organizationId === organizationId && webhook.status === "active"
        ? { ...webhook, failingSince: null }
        : webhook
    )
    return [
      Effect.succeed(before),
      { ...state, webhooks, suspensions: HashMap.remove(state.suspensions, organizationId) }
    ]
  }

const isActive = (state: State, organizationId: OrganizationId): boolean =>
  find(state, organizationId) !== undefined &&
  !HashMap.has(state.deleting, organizationId) &&
  !HashMap.has(state.suspensions, organizationId)

const addMember =
  (organizationId: OrganizationId, { membership, passwordHash, user }: Member): Step<void> =>
  (state) => {
    if (find(state, organizationId) === undefined) return impossible(state, "the organization does not exist")
    const email = user.email.toLowerCase()
    const isTaken = (row: State["users"][number]) => row.passwordHash !== null && row.email.toLowerCase() === email
    if (state.users.some((row) => row.id === user.id || isTaken(row))) {
      return impossible(state, "the user exists")
    }
    return [
      Effect.void,
      {
        ...state,
        users: [...state.users, { ...user, passwordHash }],
        memberships: [...state.memberships, { ...membership, organizationId }]
      }
    ]
  }

const usage =
  (organizationId: OrganizationId, month: Month): Step<{ readonly used: number; readonly allowed: number | null }> =>
  (state) => {
    const organization = find(state, organizationId)
    return organization === undefined
      ? impossible(state, "the organization does not exist")
      : [
          Effect.succeed({ used: usedIn(state, organizationId, month), allowed: monthlyLimit[organization.plan] }),
          state
        ]
  }

const pricedMessagesIn = (
  { messageCounts }: State,
  organizationId: OrganizationId,
  month: Month
): ReadonlyArray<PricedMessages> =>
  byCategory(messageCounts.filter((row) => row.organizationId === organizationId && isOfMonth(row.day, month)))

const messageCountsIn = (
  { messageCounts }: State,
  organizationId: OrganizationId,
  { perCampaign, since, spans, until }: CountedDays
): ReadonlyArray<MessageCount> =>
  sumCounts(
    messageCounts
      .filter((row) => row.organizationId === organizationId && row.day >= since && row.day <= until)
      .map(({ billable, campaignId, category, channelAccountId, country, day, messages }) => ({
        day: spans.findLast((first) => first <= day) ?? since,
        channelAccountId,
        category,
        country,
        campaignId: perCampaign ? campaignId : null,
        billable,
        messages
      }))
  )

const settingsOf = ({ settings }: State, organizationId: OrganizationId): OrganizationSettings =>
  Option.getOrElse(HashMap.get(settings, organizationId), () => initialSettings)

const changeSettings =
  (organizationId: OrganizationId, change: SettingsChange): Step<OrganizationSettings, DefaultNumberUnknown> =>
  (state) => {
    if (find(state, organizationId) === undefined) return impossible(state, "the organization does not exist")
    const { defaultNumberId: id } = change
    const isNumber = ({ account }: State["channelAccounts"][number]) =>
      account.organizationId === organizationId && account.id === id && account.channel === "whatsapp"
    if (id !== undefined && id !== null && !state.channelAccounts.some(isNumber)) {
      return [new DefaultNumberUnknown({ channelAccountId: id }), state]
    }
    const changed = changedSettings(settingsOf(state, organizationId), change)
    return [Effect.succeed(changed), { ...state, settings: HashMap.set(state.settings, organizationId, changed) }]
  }

const organizations = Layer.effect(
  Organizations,
  Effect.map(World, ({ read, step }) =>
    Organizations.of({
      create: (organization, reference = null) => step("Organizations.create", create(organization, reference)),
      find: (organizationId) =>
        read("Organizations.find", (state) =>
          HashMap.has(state.deleting, organizationId)
            ? Option.none()
            : Option.fromUndefinedOr(find(state, organizationId))
        ),
      findAny: (organizationId) =>
        read("Organizations.findAny", (state) => {
          const found = find(state, organizationId)
          return found === undefined ? null : listedIn(state)(found)
        }),
      list: read("Organizations.list", (state) => pageOf(state, null, maxListedOrganizations)),
      findByReference: (reference) =>
        read("Organizations.findByReference", (state) => {
          const found = state.organizations.find(({ id }) =>
            Option.contains(HashMap.get(state.references, id), reference)
          )
          return found === undefined ? null : listedIn(state)(found)
        }),
      page: (after, limit) => read("Organizations.page", (state) => pageOf(state, after, limit)),
      rename: (organizationId, name) => step("Organizations.rename", change(organizationId, { name })),
      changePlan: (organizationId, plan) => step("Organizations.changePlan", change(organizationId, { plan })),
      suspend: (organizationId, at, reason) => step("Organizations.suspend", suspend(organizationId, at, reason)),
      resume: (organizationId) => step("Organizations.resume", resume(organizationId)),
      inactive: (organizationIds) =>
        read("Organizations.inactive", (state) => organizationIds.filter((id) => !isActive(state, id))),
      addMember: (organizationId, member) => step("Organizations.addMember", addMember(organizationId, member)),
      usage: (organizationId, month) => step("Organizations.usage", usage(organizationId, month)),
      pricedMessages: (organizationId, month) =>
        read("Organizations.pricedMessages", (state) => pricedMessagesIn(state, organizationId, month)),
      messageCounts: (organizationId, days, limit) =>
        read("Organizations.messageCounts", (state) => messageCountsIn(state, organizationId, days).slice(0, limit)),
      settings: (organizationId) => read("Organizations.settings", (state) => settingsOf(state, organizationId)),
      recentSettings: (organizationId) =>
        read("Organizations.recentSettings", (state) => settingsOf(state, organizationId)),
      changeSettings: (organizationId, change) =>
        step("Organizations.changeSettings", changeSettings(organizationId, change))
    })
  )
)

export const layer = Layer.mergeAll(organizationDeletion, organizations)
