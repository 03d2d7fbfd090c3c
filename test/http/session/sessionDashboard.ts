import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type KnownToken, SessionTokenBook } from "../../../src/adapters/memory/access/MemorySessionTokens.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import type { Plan } from "../../../src/domain/limits/MonthlyLimit.ts"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { eventsOf } from "../../../testing/given/seen.ts"

const api = "/api/whatsapp"

/** Enters a token of the caller, and gives back the headers that somebody with it sends. */
export const signedIn = Effect.fnUntraced(function* (organizationId: OrganizationId, token: KnownToken) {
  const text =
    typeof token === "string" ? token : token._tag === "User" ? `token of ${token.userId}` : "the service key"
  yield* (yield* SessionTokenBook).enter(text, token)
  return { authorization: `Bearer ${text}`, "x-org-id": organizationId }
})

/** A request over the interface, and what it is answered with. */
export const call = (headers: Record<string, string>, path: string, asked: Asked = {}) =>
  Effect.map(
    ask(`${api}${path}`, { ...asked, headers: { ...headers, ...asked.headers } }),
    ({ body, status }): Answer => ({ status, body })
  )

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Described {
  readonly plan?: Plan
  /** The WhatsApp number: null connects it without a token, false connects none. */
  readonly token?: null | false
}

const WithId = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

/** An organization with a WhatsApp number, and its owner at the dashboard, at noon of 20 November 2026. */
export const givenDashboard = Effect.fnUntraced(function* ({ plan = "unlimited", token }: Described = {}) {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan })
  const connect = (changes: Partial<ChannelAccount> = {}) =>
    givenAccount(id, { ...(token === null ? { token: null } : {}), ...changes })
  const account = token === false ? null : yield* connect()
  const { access, user } = yield* givenMember(id, { name: "Olga", role: "owner" })
  const headers = yield* signedIn(id, access.caller)
  const get = (path: string) => call(headers, path)
  const post = (path: string, body?: unknown) => call(headers, path, { method: "POST", body })
  return {
    id,
    account,
    connect,
    user,
    headers,
    get,
    post,
    put: (path: string, body: unknown) => call(headers, path, { method: "PUT", body }),
    remove: (path: string) => call(headers, path, { method: "DELETE" }),
    patch: (path: string, body: unknown) => call(headers, path, { method: "PATCH", body }),
    /** Adds a contact, and gives back its id. */
    added: Effect.fnUntraced(function* (body: unknown) {
      return (yield* Schema.decodeUnknownEffect(WithId)((yield* post("/contacts", body)).body)).data.id
    }),
    events: Effect.map(eventsOf(id), (events) => events.map(({ data, type }) => ({ type, data })))
  }
})

export const answered = (status: number, data: unknown): Answer => ({ status, body: { success: true, data } })
export const refused = (status: number, error: string): Answer => ({ status, body: { success: false, error } })

/** What must be as before when a request is refused. */
export const kept = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({
    apiKeys,
    contacts,
    conversations,
    deferred,
    events,
    identities,
    labels,
    media,
    messages,
    notes,
    notifications,
    pendingSends,
    savedReplies,
    teams,
    usage,
    webhooks
  }) =>
    JSON.stringify({
      apiKeys,
      contacts,
      conversations,
      deferred,
      events,
      identities,
      labels,
      media,
      messages,
      notes,
      notifications,
      pendingSends,
      savedReplies,
      teams,
      usage,
      webhooks
    })
)
