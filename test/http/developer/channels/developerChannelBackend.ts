import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { Channel, ChannelAccount } from "../../../../src/domain/conversations/Channel.ts"
import type { Plan } from "../../../../src/domain/limits/MonthlyLimit.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../../testing/given/given.ts"
import { ask } from "../../../support/http/requests.ts"

/** What the platform knows the organization's account by. */
export const accountIds: Readonly<Record<Channel, string>> = {
  whatsapp: "106540352242922",
  messenger: "2121008874780932",
  instagram: "17841405309211844"
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Connection {
  readonly plan?: Plan
  /** Null connects the account without a token, false connects none. */
  readonly token?: null | false
}

/** A backend with a key, whose organization has connected an account on the channel. */
export const givenBackend = Effect.fnUntraced(function* (channel: Channel, { plan, token }: Connection = {}) {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan: plan ?? "unlimited" })
  const connect = (changes: Partial<ChannelAccount> = {}) =>
    givenAccount(id, {
      channel,
      externalId: accountIds[channel],
      ...(token === null ? { token: null } : {}),
      ...changes
    })
  const account = token === false ? null : yield* connect()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const asked = (path: string, body?: unknown, method?: string) =>
    Effect.map(
      ask(`/api/developer${path}`, {
        headers: { "x-api-key": Redacted.value(key) },
        body,
        ...(method === undefined ? {} : { method })
      }),
      ({ body, status }): Answer => ({ status, body })
    )
  return {
    id,
    account,
    get: (path: string) => asked(path),
    post: asked,
    patch: (path: string, body: unknown) => asked(path, body, "PATCH")
  }
})

export const answered = (status: number, data: unknown): Answer => ({ status, body: { success: true, data } })

export const refused = (
  status: number,
  message: string,
  more: { readonly code?: string; readonly fix?: string } = {}
): Answer => ({
  status,
  body: { success: false, message, ...more }
})

export const missing = (name: string, fix: string) =>
  refused(400, `Missing required field: ${name}`, { code: "MISSING_FIELD", fix })

/** What was announced of the sends so far: the data of each `message.sent`. */
export const announced = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ events }): ReadonlyArray<unknown> => events.filter(({ type }) => type === "message.sent").map(({ data }) => data)
)

/** That nothing at all was kept. */
export const keptNothing = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ contacts, conversations, events, messages, usage }) =>
    [contacts, conversations, events, messages, usage].every((rows) => rows.length === 0)
)
