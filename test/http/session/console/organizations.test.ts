import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { EmailAddress } from "../../../../src/domain/access/Member.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, refused, signedIn } from "../sessionDashboard.ts"

const email = "grace@example.com"
const invitation = { email: EmailAddress.make(email), name: "Grace", role: "admin", conversationScope: "all" } as const

describe("the organizations of a user", () => {
  it.effect("are those of their memberships, and of invitations for their verified address", () =>
    Effect.gen(function* () {
      const own = (yield* givenOrganization({ name: "Own" })).id
      const inviting = (yield* givenOrganization({ name: "Inviting" })).id
      const other = (yield* givenOrganization({ name: "Other" })).id
      const { user } = yield* givenMember(own, { role: "agent" })
      yield* givenMember(other)
      const createdAt = yield* DateTime.now
      yield* (yield* Memberships).invite(inviting, { ...invitation, organizationId: inviting, createdAt })
      const list = Effect.fnUntraced(function* (address: string | null, isEmailVerified: boolean) {
        const caller = { _tag: "User", userId: user.id, email: address, isEmailVerified } as const
        const { authorization } = yield* signedIn(own, caller)
        return yield* call({ authorization }, "/organizations")
      })
      const joined = { id: own, name: "Own", role: "agent" }
      const invited = { id: inviting, name: "Inviting", role: "admin" }
      assert.deepStrictEqual(yield* list(email, true), answered(200, { organizations: [invited, joined] }))
      assert.deepStrictEqual(
        yield* list("Grace@Example.com", true),
        answered(200, { organizations: [invited, joined] })
      )
      assert.deepStrictEqual(yield* list(email, false), answered(200, { organizations: [joined] }))
      assert.deepStrictEqual(yield* list(null, false), answered(200, { organizations: [joined] }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("require a token of a user, and no organization", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      assert.deepStrictEqual(yield* call({}, "/organizations"), refused(401, "Unauthorized"))
      const { authorization } = yield* signedIn(id, { _tag: "Service" })
      const none = "Organizations of a user are listed; the service role belongs to none"
      assert.deepStrictEqual(yield* call({ authorization }, "/organizations"), refused(403, none))
    }).pipe(Effect.provide(httpWorld))
  )
})
