import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { callerOf } from "../../src/adapters/identity/sessionClaims.ts"
import { UserId } from "../../src/domain/Ids.ts"

const Claims = Schema.Record(Schema.String, Schema.Json)

/** Claims, with those that matter made up of values that nearly fit. */
const NearlyFitting = Schema.Struct({
  sub: Schema.optionalKey(Schema.Union([UserId, Schema.Json])),
  aud: Schema.optionalKey(Schema.Union([Schema.Literal("authenticated"), Schema.Array(Schema.String), Schema.Json])),
  iss: Schema.optionalKey(Schema.Union([Schema.Literal("us"), Schema.Json])),
  role: Schema.optionalKey(Schema.Union([Schema.Literals(["service_role", "authenticated", "anon"]), Schema.Json])),
  app_metadata: Schema.Struct({ role: Schema.Literal("service_role") }),
  user_metadata: Schema.Struct({ role: Schema.Literal("service_role") })
})

const isUuid = Schema.is(UserId)
const expecting = (issuer: Option.Option<string>, isShared = false) => ({ issuer, isShared })

describe("callerOf", () => {
  it.prop("gives the service role by the top-level claim only", { claims: NearlyFitting }, ({ claims }) => {
    const caller = callerOf(claims, expecting(Option.none()))
    assert.strictEqual(Result.isSuccess(caller) && caller.success._tag === "Service", claims.role === "service_role")
  })

  it.prop("takes for a user only whom the subject names", { claims: NearlyFitting }, ({ claims }) => {
    const caller = callerOf(claims, expecting(Option.none()))
    if (Result.isSuccess(caller) && caller.success._tag === "User") {
      assert.isTrue(isUuid(claims.sub))
      assert.strictEqual(caller.success.userId, String(claims.sub).toLowerCase())
      assert.isTrue(claims.aud === undefined || [claims.aud].flat().includes("authenticated"))
    }
  })

  it.prop(
    "takes nobody of another issuer, but the service role by the shared secret",
    { claims: NearlyFitting },
    ({ claims }) => {
      const refused = callerOf({ ...claims, iss: "them" }, expecting(Option.some("us")))
      assert.strictEqual(Result.isFailure(refused) && refused.failure.reason, "other issuer")
      const shared = callerOf({ ...claims, iss: "them" }, expecting(Option.some("us"), true))
      assert.strictEqual(Result.isSuccess(shared), claims.role === "service_role")
    }
  )

  it.prop("refuses other claims, whatever they are", { claims: Claims }, ({ claims }) => {
    const { role: _, sub: __, ...others } = claims
    assert.isTrue(Result.isFailure(callerOf(others, expecting(Option.none(), true))))
  })

  it.each([null, undefined, "", "service_role", 1, [], [{ role: "service_role" }]])("refuses %j", (claims) => {
    assert.isTrue(Result.isFailure(callerOf(claims, expecting(Option.none(), true))))
  })
})
