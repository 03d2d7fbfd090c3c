import { type DateTime, Effect, HashMap, HashSet, Layer, Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { OrganizationDeletion } from "../../../ports/access/Organizations.ts"
import { impossible } from "../Impossible.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

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
    webhookWarnings: keep(state.webhookWarnings),
    deferred: HashMap.filter(state.deferred, (row) => row.organizationId !== organizationId),
    accountChanges: state.accountChanges.filter(({ account }) => account.organizationId !== organizationId),
    settings: HashMap.remove(state.settings, organizationId),
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
    pricedMessages: keep(state.pricedMessages),
    contacts: keep(state.contacts),
    identities: keep(state.identities),
    reportedContacts: state.reportedContacts.filter(({ contactId }) => !contacts.has(contactId)),
    conversations: keep(state.conversations),
    messages: keep(state.messages),
    echoes: HashSet.filter(state.echoes, (id) => !messages.has(id)),
    learned: HashMap.filter(state.learned, (_, id) => !messages.has(id)),
    listed: HashMap.filter(state.listed, (_, id) => !messages.has(id)),
    openings: HashMap.filter(state.openings, (_, id) => !messages.has(id)),
    reportedMessages: state.reportedMessages.filter(({ messageId }) => !messages.has(messageId)),
    parked: keep(state.parked),
    profileLookups: keep(state.profileLookups),
    events: keep(state.events),
    attempts: HashMap.filter(state.attempts, (_, id) => !events.has(id)),
    sequences: HashMap.filter(state.sequences, (_, id) => !conversations.has(id)),
    notifications: keep(state.notifications),
    notes: keep(state.notes),
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
          suspensions: HashMap.remove(state.suspensions, organizationId)
        }
      : state
  ]

export const layer = Layer.effect(
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
