import { DateTime, Data as Failures, Effect, Redacted, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { createOrganizationOnce, listOrganizations } from "../../../app/access/createOrganization.ts"
import { type DeletionProgress, deleteOrganization } from "../../../app/access/deleteOrganization.ts"
import {
  changeOrganization,
  findOrganization,
  resumeOrganization,
  suspendOrganization
} from "../../../app/access/organizations.ts"
import {
  type ListedOrganization,
  maxOrganizationReference,
  maxSuspensionReason
} from "../../../domain/access/Organization.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { Plan, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { Organizations } from "../../../ports/access/Organizations.ts"
import { conflict, invalidField, nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import {
  afterQuery,
  continuation,
  continuationFields,
  makePositions,
  positionUnknown
} from "../interfaces/continuation.ts"
import { AnswersConflict, AnswersNotFound } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { idOr, optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"
import { forOrganization, inAdmin, unknownOrganization } from "./guards.ts"
import { adminApi, AdminIdempotency, OrganizationGuard } from "./middleware.ts"
import { emailTaken, nameField, ownerFailures, personFields, readPerson } from "./personFields.ts"

const PlanItem = Schema.Struct({
  plan: Plan.annotate({ description: "Name of the plan" }),
  monthlyEvents: Schema.NullOr(Schema.Int).annotate({
    description: "Events that the plan allows in a calendar month; null: any number"
  })
}).annotate({ identifier: "Plan", description: "A plan" })

const plans = Plan.literals.map((plan) => ({ plan, monthlyEvents: monthlyLimit[plan] }))

const OrganizationItem = Schema.Struct({
  id: OrganizationId.annotate({ description: "The organization's id, a UUID" }),
  reference: Schema.NullOr(Schema.String).annotate({
    description: "Its id in the operator's own system; null without one"
  }),
  name: Schema.String.annotate({ description: "Name" }),
  plan: Plan.annotate({ description: "Plan" }),
  state: Schema.Literals(["active", "suspended", "deleting"]).annotate({
    description: "suspended: callers are refused and nothing is sent. deleting: its deletion began"
  }),
  suspendedAt: Schema.NullOr(timestamp("When it was suspended")).annotate({
    description: "When it was suspended; null if it is not"
  }),
  suspensionReason: Schema.NullOr(Schema.String).annotate({ description: "Why it is suspended, for operators" }),
  createdAt: timestamp("When it was created")
}).annotate({ identifier: "Organization", description: "An organization" })

export const organizationView = ({
  createdAt,
  deletingAt,
  id,
  name,
  plan,
  reference,
  suspension
}: ListedOrganization): typeof OrganizationItem.Type => ({
  id,
  reference,
  name,
  plan,
  state: deletingAt !== null ? "deleting" : suspension !== null ? "suspended" : "active",
  suspendedAt: timestampOrNull(suspension?.since ?? null),
  suspensionReason: suspension?.reason ?? null,
  createdAt: DateTime.formatIso(createdAt)
})

const example: typeof OrganizationItem.Type = {
  id: OrganizationId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e01"),
  reference: "customer-4711",
  name: "Acme",
  plan: "starter",
  state: "active",
  suspendedAt: null,
  suspensionReason: null,
  createdAt: "2026-11-20T12:00:00.000Z"
}

const Answer = Data(OrganizationItem).annotate({ examples: [ok(example)] })

const OrganizationList = Data(
  Schema.Struct({
    organizations: Schema.Array(OrganizationItem).annotate({ description: "The newest first" }),
    ...continuationFields
  })
).annotate({ examples: [ok({ organizations: [example], nextAfter: null, hasMore: false })] })

const reference = RequiredText.check(
  Schema.isMaxLength(maxOrganizationReference, { expected: `at most ${maxOrganizationReference} characters` })
).annotate({
  description: `The id in the operator's own system, at most ${maxOrganizationReference} characters. A repeated call with it creates nothing`
})

const CreateRequest = Schema.Struct({
  reference,
  name: nameField("Name of the organization"),
  plan: optional(Plan.annotate({ description: "Plan; free when left out" })),
  owner: Schema.Struct(personFields).annotate({ description: "The first owner" })
}).annotate({
  identifier: "CreateOrganizationRequest",
  description: "The organization and its first owner",
  examples: [{ reference: "customer-4711", name: "Acme", plan: "starter", owner: { email: "grace@example.com" } }]
})

const Created = Data(
  Schema.Struct({
    organization: OrganizationItem,
    created: Schema.Boolean.annotate({ description: "False: an organization had the reference already" }),
    apiKey: Schema.NullOr(Schema.String).annotate({
      description: "A first key of the Developer interface, shown this once; null if nothing was created"
    })
  })
).annotate({
  examples: [ok({ organization: example, created: true, apiKey: "pk_live_3xAmpLe3xAmpLe3xAmpLe3xAmpLe3xAmpLe0000" })]
})

const ChangeRequest = Schema.Struct({
  name: optional(nameField("New name")),
  plan: optional(Plan.annotate({ description: "New plan, from now on" }))
}).annotate({
  identifier: "ChangeOrganizationRequest",
  description: "The fields to change, at least one",
  examples: [{ plan: "growth" }]
})

const SuspendRequest = Schema.Struct({
  reason: optional(
    RequiredText.check(
      Schema.isMaxLength(maxSuspensionReason, { expected: `at most ${maxSuspensionReason} characters` })
    ).annotate({ description: `Why, for operators, at most ${maxSuspensionReason} characters. Callers do not see it` })
  )
}).annotate({
  identifier: "SuspendOrganizationRequest",
  description: "The suspension",
  examples: [{ reason: "Invoice 17 is overdue" }]
})

const Deletion = Data(
  Schema.Struct({
    isDone: Schema.Boolean.annotate({ description: "False: repeat the call after waitUntil" }),
    waitUntil: Schema.NullOr(timestamp("When work in flight has ended")).annotate({
      description: "When work in flight has ended; null if the organization is gone"
    })
  })
).annotate({ examples: [ok({ isDone: false, waitUntil: "2026-11-20T12:05:00.000Z" })] })

const params = { organizationId: Schema.String.annotate({ description: "The organization's id, a UUID" }) }

const isDeleting = refusal(
  "The organization of the reference is being deleted",
  conflict("The organization with this reference is being deleted", "Create it again after the deletion")
)
const nameDiffers = refusal(
  "The name does not confirm the deletion",
  invalidField("confirm", "Expected the name of the organization. Nothing was deleted")
)

/** Organizations and plans (contract: Organizations of the administration interface). */
export const OrganizationsGroup = HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("plans", "/v1/plans", {
      success: Data(
        Schema.Struct({ plans: Schema.Array(PlanItem).annotate({ description: "The smallest first" }) })
      ).annotate({ examples: [ok({ plans })] })
    })
      .annotate(OpenApi.Summary, "List plans")
      .annotate(OpenApi.Description, "Plans that an organization can have."),
    HttpApiEndpoint.get("list", "/v1/organizations", {
      query: {
        ...afterQuery,
        limit: pageQuery.limit,
        reference: Schema.optionalKey(Text.annotate({ description: "The organization with this reference only" }))
      },
      success: OrganizationList
    })
      .annotate(Refusals, [positionUnknown])
      .annotate(OpenApi.Summary, "List organizations")
      .annotate(OpenApi.Description, "All organizations, also suspended ones and those that are being deleted."),
    HttpApiEndpoint.post("create", "/v1/organizations", { payload: CreateRequest, success: Created })
      .middleware(AnswersConflict)
      .annotate(Refusals, [...Object.values(ownerFailures), emailTaken, isDeleting])
      .annotate(OpenApi.Summary, "Create an organization")
      .annotate(
        OpenApi.Description,
        "Creates the organization with its owner and a first API key. A repeated call with the same reference returns the organization as it is now, whatever else the body has."
      ),
    HttpApiEndpoint.delete("remove", "/v1/organizations/:organizationId", {
      params,
      query: { confirm: Schema.optionalKey(Text.annotate({ description: "Name of the organization, to confirm" })) },
      success: Deletion
    })
      .middleware(AnswersNotFound)
      .annotate(Refusals, [nameDiffers, unknownOrganization])
      .annotate(OpenApi.Summary, "Delete an organization")
      .annotate(
        OpenApi.Description,
        "Deletes it with everything that belongs to it. It cannot be undone. Its callers are refused at once; a further call after `waitUntil` completes the deletion."
      ),
    HttpApiEndpoint.get("get", "/v1/organizations/:organizationId", { params, success: Answer })
      .middleware(OrganizationGuard)
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "Get an organization")
      .annotate(OpenApi.Description, "The organization with its plan and suspension."),
    HttpApiEndpoint.patch("change", "/v1/organizations/:organizationId", {
      params,
      payload: ChangeRequest,
      success: Answer
    })
      .middleware(OrganizationGuard)
      .annotate(Refusals, [nothingToChange, unknownOrganization])
      .annotate(OpenApi.Summary, "Change an organization")
      .annotate(OpenApi.Description, "Changes its name or plan."),
    HttpApiEndpoint.post("suspend", "/v1/organizations/:organizationId/suspend", {
      params,
      payload: SuspendRequest,
      success: Answer
    })
      .middleware(AdminIdempotency)
      .middleware(OrganizationGuard)
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "Suspend an organization")
      .annotate(
        OpenApi.Description,
        "Its callers are refused within 3 seconds, nothing is sent, and its events wait. A suspended organization keeps the time, and its reason if none is given."
      ),
    HttpApiEndpoint.post("resume", "/v1/organizations/:organizationId/resume", { params, success: Answer })
      .middleware(AdminIdempotency)
      .middleware(OrganizationGuard)
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "Resume an organization")
      .annotate(OpenApi.Description, "Ends the suspension. One that is not suspended stays as it is.")
  )
  .annotate(OpenApi.Title, "Organizations")
  .annotate(OpenApi.Description, "Organizations and their plans")

const { positionIn, textOf } = makePositions(Schema.Tuple([Schema.DateTimeUtcFromString, OrganizationId]))

/** Ends a deletion that would wait for work in flight. */
class StillWaiting extends Failures.TaggedError("StillWaiting")<{ readonly until: DateTime.Utc }> {}

const unlessWaiting = ({ waitUntil }: DeletionProgress) =>
  waitUntil === null ? Effect.void : Effect.fail(new StillWaiting({ until: waitUntil }))

const idOf = idOr(OrganizationId, unknownOrganization)

/** The organization after a change. */
const changed = Effect.fnUntraced(function* (id: OrganizationId) {
  return ok(organizationView(yield* findOrganization(id)))
})

const gone = { OrganizationUnknown: unknownOrganization }

export const layer = HttpApiBuilder.group(adminApi(OrganizationsGroup), "organizations", (handlers) =>
  handlers.handleAll({
    plans: () => Effect.succeed(ok({ plans })),
    list: inAdmin(
      Effect.fnUntraced(function* ({ query: { after, limit = defaultPageSize, reference } }) {
        if (reference !== undefined) {
          const found = yield* (yield* Organizations).findByReference(reference)
          return ok({ organizations: found === null ? [] : [organizationView(found)], ...continuation(null) })
        }
        const position = after === undefined ? null : positionIn(after)
        if (after !== undefined && position === null) return yield* positionUnknown()
        const cursor = position === null ? null : { createdAt: position[0], id: position[1] }
        const { next, organizations } = yield* listOrganizations(cursor, limit)
        const nextAfter = next === null ? null : textOf([next.createdAt, next.id])
        return ok({ organizations: organizations.map(organizationView), ...continuation(nextAfter) })
      })
    ),
    create: inAdmin(
      Effect.fnUntraced(
        function* ({ payload: { name, owner, plan, reference } }) {
          const person = yield* readPerson(owner, ownerFailures)
          const { apiKey, organization } = yield* createOrganizationOnce({
            name,
            plan: plan ?? "free",
            reference,
            owner: person
          })
          if (organization.deletingAt !== null) return yield* isDeleting()
          const isNew = apiKey !== null
          const key = apiKey === null ? null : Redacted.value(apiKey)
          return ok({ organization: organizationView(organization), created: isNew, apiKey: key })
        },
        Effect.catchTags({
          EmailTaken: emailTaken,
          OrganizationUnknown: isDeleting,
          PasswordElsewhere: ownerFailures.passwordElsewhere,
          PasswordMissing: ownerFailures.passwordMissing,
          ReferenceTaken: isDeleting
        })
      )
    ),
    remove: inAdmin(
      Effect.fnUntraced(
        function* ({ params: { organizationId }, query: { confirm = "" } }) {
          const id = yield* idOf(organizationId)
          yield* deleteOrganization(id, confirm, unlessWaiting)
          return ok({ isDone: true, waitUntil: null })
        },
        Effect.catchTags({
          OrganizationNameDiffers: nameDiffers,
          OrganizationUnknown: unknownOrganization,
          StillWaiting: ({ until }) => Effect.succeed(ok({ isDone: false, waitUntil: DateTime.formatIso(until) }))
        })
      )
    ),
    get: forOrganization((organization) => Effect.succeed(ok(organizationView(organization)))),
    change: forOrganization(
      Effect.fnUntraced(function* ({ id }, { payload: { name, plan } }) {
        if ((name ?? null) === null && (plan ?? null) === null) return yield* nothingToChange()
        yield* changeOrganization(id, { name: name ?? undefined, plan: plan ?? undefined })
        return yield* changed(id)
      }, Effect.catchTags(gone))
    ),
    suspend: forOrganization(
      Effect.fnUntraced(function* ({ id }, { payload: { reason } }) {
        yield* suspendOrganization(id, reason ?? null)
        return yield* changed(id)
      }, Effect.catchTags(gone))
    ),
    resume: forOrganization(
      Effect.fnUntraced(function* ({ id }) {
        yield* resumeOrganization(id)
        return yield* changed(id)
      }, Effect.catchTags(gone))
    )
  })
)
