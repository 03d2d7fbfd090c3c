import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import {
  account,
  call,
  emulated,
  linked,
  otherPage,
  page,
  refusedByLogin,
  refusedOverPage,
  unsupported
} from "../pages.ts"
import { refused, request } from "../platform.ts"

describe("a listing of conversations", () => {
  const nonexisting = (field: string) =>
    `(#100) Tried accessing nonexisting field (${field}) on node type (UnifiedThread)`

  it.effect("is refused for what there is not", () =>
    Effect.gen(function* () {
      const ofPage = (query: string, id = page.id) => call("GET", `/${id}/conversations?${query}`)
      const ofAccount = (query: string) => call("GET", `/me/conversations?${query}`, undefined, account.accessToken)

      assert.deepStrictEqual(yield* ofPage("fields=id,colour"), refusedOverPage(nonexisting("colour")))
      assert.deepStrictEqual(
        yield* ofPage("platform=instagram&fields=unread_count"),
        refusedOverPage(nonexisting("unread_count"))
      )
      assert.deepStrictEqual(yield* ofAccount("fields=unread_count"), refusedByLogin(nonexisting("unread_count")))
      assert.deepStrictEqual(
        yield* ofPage("platform=sms"),
        refusedOverPage("(#100) Param platform must be one of {MESSENGER, INSTAGRAM}.")
      )
      assert.deepStrictEqual(
        yield* ofAccount("platform=messenger"),
        refusedByLogin("(#100) Param platform must be one of {INSTAGRAM}.")
      )
      assert.deepStrictEqual(
        yield* call("GET", `/${otherPage.id}/conversations?platform=instagram`, undefined, otherPage.accessToken),
        refusedOverPage("(#100) Param platform is INSTAGRAM, but no Instagram account is linked to this Page.")
      )
      assert.deepStrictEqual(
        yield* ofPage("limit=0"),
        refusedOverPage("(#100) Invalid parameter: limit must be between 1 and 100")
      )
      assert.deepStrictEqual(
        yield* ofAccount("after=nonsense"),
        refusedByLogin("(#100) Invalid parameter: cursor is malformed or expired")
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is refused to those who may not see it", () =>
    Effect.gen(function* () {
      const of = (id: string, token?: string) => call("GET", `/${id}/conversations`, undefined, token)
      for (const id of [otherPage.id, linked.id, "4711"]) {
        assert.deepStrictEqual(yield* of(id), unsupported("get", id))
      }
      assert.deepStrictEqual(yield* of(account.id), unsupported("get", account.id, "IGApiException"))
      const tokenWrong = refused(401, 190, "Invalid OAuth access token - Cannot parse access token")
      assert.deepStrictEqual(yield* of("me", "EAAnobody"), tokenWrong)
      assert.deepStrictEqual(yield* of("4711", "EAAnobody"), tokenWrong)
      assert.strictEqual((yield* request("/me/conversations")).status, 401)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is counted to the platform that it is about", () =>
    Effect.gen(function* () {
      const { ledger } = yield* Emulator
      yield* call("GET", "/me/conversations")
      yield* call("GET", "/me/conversations?platform=instagram")
      yield* call("GET", "/me/conversations?platform=sms")
      yield* call("GET", `/${account.id}/conversations`, undefined, account.accessToken)
      yield* call("GET", "/4711/conversations?platform=instagram")
      yield* call("GET", "/4711/conversations")
      assert.deepStrictEqual(
        (yield* ledger).map(({ channel }) => channel),
        ["messenger", "instagram", "messenger", "instagram", "instagram", "messenger"]
      )
    }).pipe(Effect.provide(emulated()))
  )
})
