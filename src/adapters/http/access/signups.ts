import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { beginSignup, completeSignup } from "../../../app/access/channelSignup.ts"
import {
  type SignupChoice,
  type SignupRefused,
  type SignupStepFailed,
  pinDigits
} from "../../../domain/access/ChannelSignup.ts"
import type { AccountRefused } from "../../../domain/access/AccessFailures.ts"
import { ChannelAccountId, type OrganizationId } from "../../../domain/Ids.ts"
import { conflict, invalidField, notFound, Refusals, Refused } from "../interfaces/Refusal.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { ChannelItem, channelItem } from "./channels.ts"

/** Maximum characters of a state, a code and an id. */
const longestText = 2_000

const short = RequiredText.check(Schema.isMaxLength(longestText, { expected: `at most ${longestText} characters` }))

const httpsUrl = /^https:\/\/[^\s/?#]\S*$/

/** A request to begin a signup. */
export const BeginSignupRequest = Schema.Struct({
  redirectUrl: optional(
    Text.check(
      Schema.isMaxLength(longestText, { expected: `at most ${longestText} characters` }),
      Schema.makeFilter((text) => httpsUrl.test(text) || "Expected an https URL", {
        toJsonSchema: () => [{ pattern: "^https://" }, true]
      })
    ).annotate({
      description:
        "Where the platform sends the browser with code and state; the app has to allow it. Left out for a page with Meta's SDK"
    })
  )
}).annotate({
  identifier: "BeginSignupRequest",
  description: "The start of a signup",
  examples: [{ redirectUrl: "https://app.example.com/connected" }]
})

/** The answer to a request to begin a signup. */
export const BegunSignup = Data(
  Schema.Struct({
    url: Schema.String.annotate({ description: "The platform's link to open in a browser" }),
    state: Schema.String.annotate({ description: "Names the signup. The platform returns it with the code" }),
    expiresAt: timestamp("Until when the signup can be completed")
  })
).annotate({
  examples: [
    ok({
      url: "https://www.facebook.com/v26.0/dialog/oauth?client_id=1517776481860111&config_id=2233&response_type=code&state=q0mS",
      state: "q0mSexample",
      expiresAt: "2026-11-20T13:00:00.000Z"
    })
  ]
})

/** A request to complete a signup. */
export const CompleteSignupRequest = Schema.Struct({
  state: short.annotate({ description: "The state of the start" }),
  code: short.annotate({ description: "The platform's code" }),
  wabaId: optional(
    short.annotate({ description: "The WhatsApp Business Account; needed if the token was granted for several" })
  ),
  phoneNumberId: optional(short.annotate({ description: "The phone number id; needed if there are several numbers" })),
  pin: optional(
    Text.check(Schema.isPattern(/^\d{6}$/, { expected: `${pinDigits} digits` })).annotate({
      description: "The PIN of the number's two-step verification; one is made for a number without a PIN"
    })
  )
}).annotate({
  identifier: "CompleteSignupRequest",
  description: "The end of a signup",
  examples: [{ state: "q0mSexample", code: "AQBexample" }]
})

/** The answer to a request to complete a signup. */
export const CompletedSignup = Data(
  Schema.Struct({
    channel: ChannelItem,
    pin: Schema.NullOr(Schema.String).annotate({
      description: "The PIN that the number got, shown this once; null if it was registered before"
    })
  })
).annotate({
  examples: [
    ok({
      channel: {
        id: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
        channel: "whatsapp",
        accountId: "106540352242922",
        name: "+1 555-000-1111",
        businessAccountId: "102290129340398",
        pageId: null,
        health: "ok",
        problem: null,
        history: null,
        createdAt: "2026-11-20T12:00:00.000Z"
      },
      pin: "203948"
    })
  ]
})

const signupsOff = refusal("Embedded signup is not set up", notFound("Embedded signup is not set up on this service"))

const stateTexts: Readonly<Record<Exclude<SignupRefused["reason"], "unknown">, string>> = {
  expired: "The signup has expired; begin another one",
  used: "The signup is complete already",
  "in progress": "The signup is being completed; try again in 2 minutes",
  "another code": "The signup belongs to another code; begin another one"
}

const stateUnknown = refusal("The caller began no signup with the state", notFound("Signup not found: unknown state"))
const stateRefused = refusalFor(
  "The signup is complete, has expired, or is being completed",
  ({ reason }: { readonly reason: keyof typeof stateTexts }) => conflict(`Invalid field state: ${stateTexts[reason]}`),
  { reason: "used" }
)
const choiceNeeded = refusalFor(
  "The token has several accounts or numbers, or not the given one",
  ({ choices, field }: Pick<SignupChoice, "choices" | "field">) =>
    invalidField(
      field,
      choices.length === 0 ? "Expected an id that the signup granted" : `Expected one of ${choices.join(", ")}`
    ),
  { field: "phoneNumberId", choices: ["106540352242922", "106540352242923"] }
)
const accountTaken = refusal(
  "Another organization has connected the number",
  conflict("Another organization has connected this number", "Disconnect it there first")
)

const stepTexts: Readonly<Record<SignupStepFailed["step"], string>> = {
  exchange: "The platform did not exchange the code",
  inspect: "The platform did not accept the token of the signup",
  numbers: "The platform did not list the numbers",
  subscribe: "The platform did not subscribe the app to the business account",
  register: "The platform did not register the number"
}
const again = "Correct the cause and repeat the call with the same code, or begin another signup"

const stepRefused = refusalFor(
  "The platform refuses a step",
  ({ code, reason, step, title }: Pick<SignupStepFailed, "reason" | "step" | "title"> & { readonly code: number }) =>
    new Refused("BadGateway", { text: `${stepTexts[step]}: ${reason}`, fix: again, details: { code, title } }),
  { step: "register", code: 133_005, title: "Two step verification PIN mismatch", reason: "133005 PIN mismatch" }
)
const notReached = refusalFor(
  "The platform gives no answer",
  ({ reason }: { readonly reason: string }) =>
    new Refused("Unavailable", {
      text: `The number was not connected: ${reason}`,
      fix: "Repeat the call with the same code later, or begin another signup"
    }),
  { reason: "the platform gave no answer: no answer in time" }
)

/** Cases in which a signup is not begun, and not completed. */
export const beginRefusals = [signupsOff] as const
export const completeRefusals = [
  choiceNeeded,
  signupsOff,
  stateUnknown,
  stateRefused,
  accountTaken,
  stepRefused,
  notReached
] as const

const accountRefused = ({ isReached, reason }: AccountRefused) =>
  isReached
    ? Effect.fail(stepRefused({ step: "inspect", code: 0, title: "", reason }))
    : Effect.fail(notReached({ reason }))

/** Begins a signup for the organization. */
export const begin = Effect.fnUntraced(
  function* (organizationId: OrganizationId, { redirectUrl }: typeof BeginSignupRequest.Type) {
    const { expiresAt, state, url } = yield* beginSignup(organizationId, redirectUrl ?? null)
    return ok({ url, state, expiresAt: DateTime.formatIso(expiresAt) })
  },
  Effect.catchTags({ SignupsOff: signupsOff, OrganizationUnknown: stateUnknown })
)

/** Completes a signup of the organization. */
export const complete = Effect.fnUntraced(
  function* (organizationId: OrganizationId, request: typeof CompleteSignupRequest.Type) {
    const { code, phoneNumberId = null, pin = null, state, wabaId = null } = request
    const completed = yield* completeSignup(organizationId, { state, code, wabaId, phoneNumberId, pin })
    const channel = channelItem({ account: completed.account, tokenState: "ok", problem: null, history: null })
    return ok({ channel, pin: completed.pin })
  },
  Effect.catchTags({
    AccountRefused: accountRefused,
    BusinessAccountMissing: () => choiceNeeded({ field: "wabaId", choices: [] }),
    ChannelAccountTaken: accountTaken,
    OrganizationUnknown: stateUnknown,
    SignupChoice: choiceNeeded,
    SignupRefused: ({ reason }) => Effect.fail(reason === "unknown" ? stateUnknown() : stateRefused({ reason })),
    SignupsOff: signupsOff,
    SignupStepFailed: ({ code, reason, step, title }) =>
      Effect.fail(code === null ? notReached({ reason }) : stepRefused({ code, reason, step, title }))
  })
)

/** Embedded signup of the Session interface (contract: Embedded signup). */
export const SignupsGroup = HttpApiGroup.make("signups")
  .add(
    HttpApiEndpoint.post("begin", "/channels/whatsapp/signup", {
      payload: BeginSignupRequest,
      success: BegunSignup.pipe(HttpApiSchema.status(201))
    })
      .middleware(session.Idempotency)
      .middleware(session.Management)
      .middleware(session.NotFound)
      .annotate(Refusals, beginRefusals)
      .annotate(OpenApi.Summary, "Begin to connect a WhatsApp number")
      .annotate(
        OpenApi.Description,
        `Returns a link to Meta's embedded signup, with a state that the caller can complete once within an hour.${session.forManagers}`
      ),
    HttpApiEndpoint.post("complete", "/channels/whatsapp/signup/complete", {
      payload: CompleteSignupRequest,
      success: CompletedSignup
    })
      .middleware(session.Idempotency)
      .middleware(session.Management)
      .middleware(session.NotFound)
      .middleware(session.Conflict)
      .middleware(session.BadGateway)
      .annotate(Refusals, completeRefusals)
      .annotate(OpenApi.Summary, "Connect the number of a signup")
      .annotate(
        OpenApi.Description,
        `Exchanges the code, subscribes the app, registers the number and connects it. A failed call can be repeated with the same code and continues.${session.forManagers}`
      )
  )
  .annotate(OpenApi.Title, "Embedded signup")
  .annotate(OpenApi.Description, "WhatsApp numbers that businesses connect themselves")

export const layer = HttpApiBuilder.group(sessionApi(SignupsGroup), "signups", (handlers) =>
  handlers.handleAll({
    begin: inSession(({ organizationId }, { payload }) => begin(organizationId, payload)),
    complete: inSession(({ organizationId }, { payload }) => complete(organizationId, payload))
  })
)
