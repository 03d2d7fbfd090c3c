import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { type ExpectedClaims, callerOf } from "../../src/adapters/identity/JoseSessionTokens.ts"
import { userIdOf } from "../../src/adapters/identity/subjectUserId.ts"
import { Subject } from "../../src/domain/access/Member.ts"
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

const isSubject = Schema.is(Subject)
const expecting = (issuer: Option.Option<string>, isShared = false): ExpectedClaims => ({
  issuer,
  audience: Option.none(),
  emailVerification: "claim",
  isShared
})

describe("callerOf", () => {
  it.prop("grants the service role by the top-level claim only", { claims: NearlyFitting }, ({ claims }) => {
    const caller = callerOf(claims, expecting(Option.none()))
    assert.strictEqual(Result.isSuccess(caller) && caller.success._tag === "Service", claims.role === "service_role")
  })

  it.prop("identifies users by the subject only", { claims: NearlyFitting }, ({ claims }) => {
    const caller = callerOf(claims, expecting(Option.none()))
    if (Result.isSuccess(caller) && caller.success._tag === "User") {
      assert.isTrue(isSubject(claims.sub))
      assert.strictEqual(caller.success.userId, userIdOf(Subject.make(String(claims.sub))))
      assert.isTrue(claims.aud === undefined || [claims.aud].flat().includes("authenticated"))
    }
  })

  it.prop(
    "rejects users of another issuer, but not the service role with the shared secret",
    { claims: NearlyFitting },
    ({ claims }) => {
      const refused = callerOf({ ...claims, iss: "them" }, expecting(Option.some("us")))
      assert.strictEqual(Result.isFailure(refused) && refused.failure.reason, "other issuer")
      const shared = callerOf({ ...claims, iss: "them" }, expecting(Option.some("us"), true))
      assert.strictEqual(Result.isSuccess(shared), claims.role === "service_role")
    }
  )

  it.prop("refuses other claims, whatever their content", { claims: Claims }, ({ claims }) => {
    const { role: _, sub: __, ...others } = claims
    assert.isTrue(Result.isFailure(callerOf(others, expecting(Option.none(), true))))
  })

  it.each([null, undefined, "", "service_role", 1, [], [{ role: "service_role" }]])("refuses %j", (claims) => {
    assert.isTrue(Result.isFailure(callerOf(claims, expecting(Option.none(), true))))
  })
})

describe("the address of a user", () => {
  const ada = { sub: "6f1c1d7e-55c2-4a0a-9d0e-0a4f0d1f8a11", email: "ada@example.com" }
  /** Whether the address counts as verified, by the claim and by the provider. */
  const verified = (claims: object) =>
    (["claim", "provider"] as const).map((emailVerification) => {
      const caller = callerOf({ ...ada, ...claims }, { ...expecting(Option.none()), emailVerification })
      return Result.isSuccess(caller) && caller.success._tag === "User" && caller.success.isEmailVerified === true
    })

  it.each([
    ["the claim", { email_verified: true }, [true, true]],
    ["the claim as a text", { email_verified: "true" }, [true, true]],
    ["no claim", {}, [false, true]],
    ["a claim that it is not", { email_verified: false }, [false, false]],
    ["a claim that is neither", { email_verified: 1 }, [false, false]],
    ["a text that it is not", { email_verified: "false" }, [false, false]],
    ["metadata of the user, which users write", { user_metadata: { email_verified: true } }, [false, true]],
    ["metadata of the application", { app_metadata: { email_verified: true } }, [false, true]],
    ["an anonymous user", { is_anonymous: true }, [false, false]],
    ["an empty address", { email: "", email_verified: true }, [false, false]],
    ["an address in the metadata only", { email: 1, user_metadata: { email: "ada@example.com" } }, [false, false]]
  ] as const)("is verified or not: %s", (_, claims, expected) => {
    assert.deepStrictEqual(verified(claims), [...expected])
  })
})

describe("the audience", () => {
  const isTaken = (audience: Option.Option<string>, claims: object) =>
    Result.isSuccess(callerOf({ sub: "auth0|1", ...claims }, { ...expecting(Option.none()), audience }))

  it.each([
    [Option.none(), {}, true],
    [Option.none(), { aud: "authenticated" }, true],
    [Option.none(), { aud: ["x", "authenticated"] }, true],
    [Option.none(), { aud: "x" }, false],
    [Option.none(), { aud: null }, false],
    [Option.some("x"), { aud: "x" }, true],
    [Option.some("x"), { aud: ["y", "x"] }, true],
    [Option.some("x"), { aud: "authenticated" }, false],
    [Option.some("x"), { aud: "xy" }, false],
    [Option.some("x"), {}, false]
  ] as const)("%j accepts %j: %s", (audience, claims, expected) => {
    assert.strictEqual(isTaken(audience, claims), expected)
  })
})

describe("userIdOf", () => {
  it("returns a UUID in lower case", () => {
    const sub = "6F1C1D7E-55C2-4A0A-9D0E-0A4F0D1F8A11"
    assert.strictEqual(userIdOf(Subject.make(sub)), sub.toLowerCase())
  })

  it("derives the same id from another subject in every process", () => {
    // Computed with another library: uuid v5 of the name in the namespace of the contract (contract: Users of an external
    // identity provider).
    assert.strictEqual(userIdOf(Subject.make("auth0|64b0c1")), "98780ce4-b7de-576b-b9ff-c2b71c7378c1")
    assert.strictEqual(userIdOf(Subject.make("Zoë")), "c2870fbf-ed4f-5b02-8724-f89fa0bba48d")
  })

  it.prop("derives a distinct id from every subject", { one: Subject, other: Subject }, ({ one, other }) => {
    assert.isTrue(Schema.is(UserId)(userIdOf(one)))
    if (one.toLowerCase() !== other.toLowerCase()) assert.notStrictEqual(userIdOf(one), userIdOf(other))
  })
})
