import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import {
  accepted,
  account,
  byLogin,
  call,
  emulated,
  follower,
  linked,
  messenger,
  otherPage,
  overPage,
  page,
  send,
  unsupported
} from "./pages.ts"
import * as Platform from "./platform.ts"

const { phoneNumberId, refused } = Platform
const hello = { message: { text: "Hello" } }
const channels = Effect.gen(function* () {
  return (yield* (yield* Emulator).ledger).map(({ channel }) => channel)
})
const tokenMissing = refused(401, 104, "An access token is required to request this resource.")
const tokenWrong = refused(401, 190, "Invalid OAuth access token - Cannot parse access token")

describe("the edge that all channels send by", () => {
  it.effect("knows from whose id it is which channel is meant, and for a Page from the person", () =>
    Effect.gen(function* () {
      yield* Platform.send({ text: { body: "Hello" } })
      yield* send(messenger, hello)
      yield* send(overPage, hello)
      yield* send(byLogin, hello)
      yield* send({ ...byLogin, path: `/${account.id}/messages` }, hello)
      assert.deepStrictEqual(yield* channels, ["whatsapp", "messenger", "instagram", "instagram", "instagram"])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("takes people of Messenger for such, whoever wrote to them on Instagram elsewhere", () =>
    Effect.gen(function* () {
      yield* send(byLogin, hello)
      assert.deepStrictEqual(yield* send({ ...messenger, to: byLogin.to }, hello), accepted(byLogin.to))
      const other = { path: `/${otherPage.id}/messages`, token: otherPage.accessToken, to: follower }
      assert.deepStrictEqual(yield* send(other, hello), accepted(follower))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("takes somebody of Instagram for such, even with a conversation on Messenger", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(overPage, hello), accepted(follower, "aWdfID"))
      assert.deepStrictEqual(yield* channels, ["instagram"])
    }).pipe(
      Effect.provide(
        emulated({ conversations: { [page.id]: [{ personId: follower }], [linked.id]: [{ personId: follower }] } })
      )
    )
  )

  it.effect("serves only the owner of a token, whose tokens are good for nothing else", () =>
    Effect.gen(function* () {
      const to = messenger.to
      const cases = [
        [messenger.path, otherPage.accessToken, page.id, "GraphMethodException"],
        [messenger.path, Platform.accessToken, page.id, "GraphMethodException"],
        [byLogin.path, Platform.accessToken, "me", "GraphMethodException"],
        [`/${account.id}/messages`, page.accessToken, account.id, "IGApiException"],
        // It is reached over its Page alone.
        [`/${linked.id}/messages`, linked.accessToken, linked.id, "GraphMethodException"]
      ] as const
      for (const [path, token, id, type] of cases) {
        assert.deepStrictEqual(yield* send({ path, token, to }, hello), unsupported("post", id, type))
      }
      const byPage = yield* call(
        "POST",
        `/${phoneNumberId}/messages`,
        { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } },
        page.accessToken
      )
      assert.deepStrictEqual(byPage, unsupported("post", phoneNumberId))
      assert.deepStrictEqual(yield* channels, [
        "messenger",
        "messenger",
        "messenger",
        "instagram",
        "whatsapp",
        "whatsapp"
      ])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("refuses calls without a good token", () =>
    Effect.gen(function* () {
      for (const path of [messenger.path, `/${account.id}/messages`, "/me/messages", "/4711/messages"]) {
        const body = JSON.stringify({ recipient: { id: "4711" }, ...hello })
        assert.deepStrictEqual(Platform.masked(yield* Platform.request(path, { method: "POST", body })), tokenMissing)
        assert.deepStrictEqual(yield* send({ path, token: "EAAnobody", to: "4711" }, hello), tokenWrong)
      }
      assert.deepStrictEqual(yield* channels, [
        "messenger",
        "messenger",
        "instagram",
        "instagram",
        "messenger",
        "messenger",
        "whatsapp",
        "whatsapp"
      ])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("refuses bodies that are too large, counted to the channel of the id", () =>
    Effect.gen(function* () {
      const answer = yield* send(messenger, { message: { text: "x".repeat(1024 * 1024) } })
      assert.deepStrictEqual(answer, refused(413, 1, "Request body is larger than 1 MiB"))
      assert.deepStrictEqual(yield* channels, ["messenger"])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is not read, and what else there is not is answered so", () =>
    Effect.gen(function* () {
      const unknown = (rest: string) => refused(400, 2500, `Unknown path components: ${rest}`)
      assert.deepStrictEqual(yield* call("GET", messenger.path), unknown("/messages"))
      assert.deepStrictEqual(yield* call("GET", "/me/nothing"), unknown("/nothing"))
      assert.deepStrictEqual(
        yield* call("GET", `/${account.id}/nothing`, undefined, account.accessToken),
        unknown("/nothing")
      )
      assert.deepStrictEqual(yield* call("GET", `/${account.id}/nothing`), unsupported("get", account.id))
    }).pipe(Effect.provide(emulated()))
  )
})
