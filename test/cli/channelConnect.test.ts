import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { PlatformNotReached, PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import { AccountCheck, ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { AccountCheckSettings } from "../../src/adapters/memory/access/MemoryAccountCheck.ts"
import { checkAccounts } from "../../src/app/access/channelAccounts.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { operate, operatorWorld } from "./operatorScene.ts"

const connect = (organization: OrganizationId, token: string, ...more: ReadonlyArray<string>) =>
  operate(
    [
      "channel",
      "connect",
      "--organization",
      organization,
      "--channel",
      "whatsapp",
      "--id",
      "4711",
      "--name",
      "+1 555 0100",
      ...more
    ],
    { stdin: `${token}\n` }
  )

describe("parley channel connect", () => {
  it.effect("replaces the token of a connected account, whose id and business account stay the same", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const first = yield* connect(id, "first", "--business-account", "waba")
      const { account } = yield* (yield* ChannelAccounts).connected(id, "whatsapp")
      const shown = { id: account.id, channel: "whatsapp", externalId: "4711" }
      assert.deepStrictEqual(first.answer, { ...shown, renewed: false })
      assert.deepStrictEqual((yield* connect(id, "second")).answer, { ...shown, renewed: true })
      const renewed = yield* (yield* ChannelAccounts).connected(id, "whatsapp")
      assert.strictEqual(Redacted.value(renewed.token), "second")
      assert.deepStrictEqual(renewed.account, account)
      assert.strictEqual(account.businessAccountId, "waba")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("channel connect: an id that webhooks do not contain is refused with the right id", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* (yield* AccountCheckSettings).rename("4711", "17841400000000001")
      const { code, error } = yield* connect(id, "token", "--business-account", "waba")
      assert.strictEqual(code, 4)
      assert.include(
        error,
        "Webhooks name the WhatsApp account 17841400000000001, not 4711. Nothing was changed. Give that id with --id"
      )
      assert.deepStrictEqual(yield* (yield* ChannelAccounts).list, [])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("channel check: a connected account with another id than in webhooks does not work", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* connect(id, "token", "--business-account", "waba")
      yield* (yield* AccountCheckSettings).rename("4711", "17841400000000001")
      const [checked] = yield* checkAccounts(id)
      assert.strictEqual(
        checked?.problem,
        "webhooks name it 17841400000000001: connect that id, and disconnect this one"
      )
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses an account of another organization with a message", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      yield* connect(acme, "first", "--business-account", "waba")
      const refused = yield* connect(globex, "other")
      assert.include(
        refused.error,
        "The WhatsApp account 4711 is connected to another organization. Nothing was changed."
      )
      assert.strictEqual(Redacted.value((yield* (yield* ChannelAccounts).connected(acme, "whatsapp")).token), "first")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses a WhatsApp number without its business account, which owns the templates", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const args = ["channel", "connect", "--organization", id, "--channel", "whatsapp", "--id", "4711", "--name", "+1"]
      assert.deepStrictEqual(yield* operate(args, { stdin: "token" }), {
        code: 2,
        answer: null,
        error:
          "The WhatsApp number 4711 was not connected: --business-account is missing. Without the id of its WhatsApp Business Account it would have no templates; Meta's WhatsApp Manager shows the id"
      })
      assert.deepStrictEqual(yield* (yield* ChannelAccounts).list, [])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect.each([
    [
      new PlatformRejected({
        code: 190,
        subcode: null,
        details: null,
        title: "OAuthException",
        message: "Invalid OAuth access token"
      }),
      4,
      "190 Invalid OAuth access token. Check --id, and that the token may use the account. Nothing was changed"
    ],
    [
      new PlatformNotReached({ detail: "connection refused" }),
      1,
      "the platform cannot be reached: connection refused. Try again, or store the token without a check by --skip-check. Nothing was changed"
    ]
  ] as const)(
    "channel connect: a token that the platform does not accept is not stored (%#)",
    ([failure, code, reason]) =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const business = ["--business-account", "waba"]
        yield* connect(id, "first", ...business)
        const refusing = AccountCheck.of({
          check: () => Effect.fail(failure),
          otherWebhookIds: () => Effect.fail(failure)
        })
        const refused = yield* Effect.provideService(connect(id, "second", ...business), AccountCheck, refusing)
        assert.deepStrictEqual(refused, {
          code,
          answer: null,
          error: `The WhatsApp account 4711 was not connected: ${reason}`
        })
        const stored = Effect.map(
          Effect.flatMap(ChannelAccounts, (accounts) => accounts.connected(id, "whatsapp")),
          ({ token }) => Redacted.value(token)
        )
        assert.strictEqual(yield* stored, "first")
        const unchecked = connect(id, "second", ...business, "--skip-check")
        assert.strictEqual((yield* Effect.provideService(unchecked, AccountCheck, refusing)).code, 0)
        assert.strictEqual(yield* stored, "second")
      }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses to continue without a token, or with the account of another organization", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const args = ["channel", "connect", "--channel", "messenger", "--id", "31", "--name", "Page", "--organization"]
      const missing = "The access token of the account is missing: type it, or write it to standard input"
      for (const stdin of ["", "\n"]) {
        assert.deepStrictEqual(yield* operate([...args, acme], { stdin }), { code: 2, answer: null, error: missing })
      }
      assert.strictEqual((yield* operate([...args, acme], { stdin: "token" })).code, 0)
      assert.deepStrictEqual(yield* operate([...args, globex], { stdin: "token" }), {
        code: 4,
        answer: null,
        error:
          "The Messenger account 31 is connected to another organization. Nothing was changed. `parley channel list` says which one"
      })
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})
