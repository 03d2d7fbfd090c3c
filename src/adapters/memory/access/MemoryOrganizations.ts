import { type DateTime, Effect, HashMap, Layer, Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type Month, type PricedMessages, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
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
import { Organizations, maxListedOrganizations } from "../../../ports/access/Organizations.ts"
import { impossible } from "../Impossible.ts"
import { newest } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { usedIn } from "../sends/acceptSend.ts"
import { World } from "../World.ts"

type Member = Parameters<Organizations["Service"]["addMember"]>[1]

const find = ({ organizations }: State, organizationId: OrganizationId) =>
  organizations.find(({ id }) => id === organizationId)

const listedIn =
  ({ deleting, suspensions }: State) =>
  (organization: Organization): ListedOrganization => ({
    ...organization,
    deletingAt: Option.getOrNull(HashMap.get(deleting, organization.id)),
    suspension: Option.getOrNull(HashMap.get(suspensions, organization.id))
  })

const create =
  (organization: Organization): Step<void> =>
  (state) =>
    find(state, organization.id) === undefined
      ? [Effect.void, { ...state, organizations: [...state.organizations, organization] }]
      : impossible(state, "the organization exists")

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
  { pricedMessages }: State,
  organizationId: OrganizationId,
  month: Month
): ReadonlyArray<PricedMessages> =>
  pricedMessages
    .filter((row) => row.organizationId === organizationId && row.month === month && row.messages > 0)
    .map(({ billable, category, messages }) => ({ category, messages, billable }))
    .toSorted((one, other) => (one.category < other.category ? -1 : 1))

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

export const layer = Layer.effect(
  Organizations,
  Effect.map(World, ({ read, step }) =>
    Organizations.of({
      create: (organization) => step("Organizations.create", create(organization)),
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
      list: read("Organizations.list", (state) =>
        state.organizations
          .toSorted(newest(({ createdAt }) => createdAt))
          .slice(0, maxListedOrganizations)
          .map(listedIn(state))
      ),
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
      settings: (organizationId) => read("Organizations.settings", (state) => settingsOf(state, organizationId)),
      recentSettings: (organizationId) =>
        read("Organizations.recentSettings", (state) => settingsOf(state, organizationId)),
      changeSettings: (organizationId, change) =>
        step("Organizations.changeSettings", changeSettings(organizationId, change))
    })
  )
)
