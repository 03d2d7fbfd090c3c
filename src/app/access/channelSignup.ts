import { DateTime, Effect, Exit, Option } from "effect"
import { auditActorId } from "../../domain/access/AuditEntry.ts"
import {
  SignupChoice,
  type SignupGrant,
  SignupsOff,
  SignupStepFailed,
  signupLease,
  signupLifetime,
  signupPin,
  signupState,
  signupUrl
} from "../../domain/access/ChannelSignup.ts"
import { ChannelAccountTaken } from "../../domain/conversations/Channel.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import { CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { ChannelSignups, CurrentSignupApp, SignupPlatform } from "../../ports/access/ChannelSignups.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { problemOf } from "./channelAccounts.ts"
import { requireOrganization } from "./organizations.ts"
import { connectCheckedAccount } from "./provisionOrganization.ts"

/** The author of a signup as text. */
const startedBy = Effect.map(CurrentAuthor, ({ actor }) => `${actor._tag}:${auditActorId(actor)}`)

/** The app of signups. Fails if they are off. */
const requireApp = Effect.flatMap(CurrentSignupApp, (app) =>
  app === null ? Effect.fail(new SignupsOff()) : Effect.succeed(app)
)

/** Begins a signup: returns the platform's link, with a state for one completion by the same author. */
export const beginSignup = Effect.fn("beginSignup")(function* (
  organizationId: OrganizationId,
  redirectUrl: string | null
) {
  const app = yield* requireApp
  yield* requireOrganization(organizationId)
  const state = signupState(yield* (yield* IdSource).signingSecret)
  const startedAt = yield* DateTime.now
  const expiresAt = DateTime.addDuration(startedAt, signupLifetime)
  const signup = { startedBy: yield* startedBy, redirectUrl, startedAt, expiresAt }
  yield* (yield* ChannelSignups).begin(organizationId, state, signup)
  return { url: signupUrl(app, state, redirectUrl), state, expiresAt }
})

/** The end of a signup in the browser. Ids and PIN are null where the caller leaves the choice to the service. */
export interface SignupEnd {
  readonly state: string
  readonly code: string
  readonly wabaId: string | null
  readonly phoneNumberId: string | null
  readonly pin: string | null
}

const step =
  (name: SignupStepFailed["step"]) =>
  <A, R>(call: Effect.Effect<A, PlatformFailure, R>): Effect.Effect<A, SignupStepFailed, R> =>
    Effect.mapError(
      call,
      (failure) =>
        new SignupStepFailed({
          step: name,
          code: failure._tag === "PlatformRejected" ? failure.code : null,
          title: failure._tag === "PlatformRejected" ? failure.title : "",
          reason: problemOf(failure)
        })
    )

/** The only id, or the given one. An empty list accepts any given id. */
const choose = (
  field: SignupChoice["field"],
  given: string | null,
  choices: ReadonlyArray<string>
): Effect.Effect<string, SignupChoice> => {
  const [first] = choices
  if (given === null && first !== undefined && choices.length === 1) return Effect.succeed(first)
  return given !== null && (choices.length === 0 || choices.includes(given))
    ? Effect.succeed(given)
    : Effect.fail(new SignupChoice({ field, choices }))
}

/** The steps after the claim. Each can be repeated, and the account is connected last. */
const connectNumber = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  end: SignupEnd,
  grant: SignupGrant,
  store: (grant: SignupGrant) => Effect.Effect<void>
) {
  const platform = yield* SignupPlatform
  const { token } = grant
  const accounts = yield* step("inspect")(platform.businessAccounts(token))
  const businessAccountId = yield* choose("wabaId", end.wabaId, accounts)
  const numbers = yield* step("numbers")(platform.numbers(token, businessAccountId))
  const externalId = yield* choose(
    "phoneNumberId",
    end.phoneNumberId,
    numbers.map(({ id }) => id)
  )
  const number = numbers.find(({ id }) => id === externalId)
  if (number === undefined) return yield* new SignupChoice({ field: "phoneNumberId", choices: [] })

  const routed = yield* (yield* ChannelAccounts).route("whatsapp", externalId)
  if (Option.exists(routed, (account) => account.organizationId !== organizationId)) {
    return yield* new ChannelAccountTaken({ channel: "whatsapp", externalId })
  }
  yield* step("subscribe")(platform.subscribe(token, businessAccountId))
  const registering = { ...grant, pin: end.pin ?? grant.pin, isRegistering: true }
  if (!number.isRegistered) {
    yield* store(registering)
    yield* step("register")(platform.register(token, externalId, registering.pin))
  }
  const { account } = yield* connectCheckedAccount(organizationId, {
    channel: "whatsapp",
    externalId,
    displayName: number.displayPhoneNumber,
    businessAccountId,
    pageId: null,
    token
  })
  // A number that was registered before has another PIN.
  const pin = !number.isRegistered ? registering.pin : grant.isRegistering ? grant.pin : null
  return { account, pin }
})

/**
 * Completes a signup: exchanges the code, finds business account and number, subscribes the app, registers the number and
 * connects it. A failed attempt can be repeated with the same code and continues. `pin` is the PIN that the number got; null
 * if it was registered before.
 */
export const completeSignup = Effect.fn("completeSignup")(function* (organizationId: OrganizationId, end: SignupEnd) {
  yield* outsideTransaction("completeSignup")
  yield* requireApp
  yield* requireOrganization(organizationId)
  const signups = yield* ChannelSignups
  const platform = yield* SignupPlatform
  const at = yield* DateTime.now
  const { code, state } = end
  const until = DateTime.addDuration(at, signupLease)
  const claimed = yield* signups.claim(organizationId, state, { startedBy: yield* startedBy, code, at, until })
  const store = (grant: SignupGrant) => signups.storeGrant(organizationId, state, grant)
  const obtain = Effect.gen(function* () {
    const token = yield* step("exchange")(platform.exchange(code, claimed.redirectUrl))
    const pin = signupPin(signupState(yield* (yield* IdSource).signingSecret))
    const grant: SignupGrant = { token, pin, isRegistering: false }
    yield* store(grant)
    return grant
  })
  return yield* (claimed.grant === null ? obtain : Effect.succeed(claimed.grant)).pipe(
    Effect.flatMap((grant) => connectNumber(organizationId, end, grant, store)),
    Effect.onExit((exit) =>
      Exit.isSuccess(exit)
        ? Effect.flatMap(DateTime.now, (now) => signups.complete(organizationId, state, now))
        : signups.release(organizationId, state)
    )
  )
})
