import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listOwnOrganizations } from "../../../app/access/organizations.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { Organization, Role } from "../../../domain/access/Organization.ts"
import { type OrganizationOfUser, maxOrganizationsOfUser } from "../../../ports/access/Memberships.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Forbidden } from "../interfaces/session/Failures.ts"
import { Bearer, userApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"

const OrganizationItem = Schema.Struct({
  id: OrganizationId.annotate({ description: "The id of the organization, as x-org-id takes it" }),
  name: Organization.fields.name.annotate({ description: "Name" }),
  role: Role.annotate({ description: "owner, admin or agent: the user's role there" })
}).annotate({ identifier: "OrganizationOfUser", description: "An organization of the signed-in user" })

export const organizationItem = ({ id, name, role }: OrganizationOfUser): typeof OrganizationItem.Type => ({
  id,
  name,
  role
})

/** Organizations of the user (contract: Organizations of a user). The endpoint has no organization header. */
export const OrganizationsGroup = HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("list", "/organizations", {
      success: Data(
        Schema.Struct({
          organizations: Schema.Array(OrganizationItem).annotate({
            description: `Organizations by name; at most ${maxOrganizationsOfUser}`
          })
        })
      ).annotate({
        examples: [
          ok({
            organizations: [
              { id: OrganizationId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e11"), name: "Acme", role: "owner" as const }
            ]
          })
        ]
      }),
      error: Forbidden
    })
      .annotate(OpenApi.Summary, "List one's organizations")
      .annotate(
        OpenApi.Description,
        "The organizations that the signed-in user is a member of, or invited to under the verified address of the token. It needs no x-org-id."
      )
  )
  .annotate(OpenApi.Title, "Organizations")
  .annotate(OpenApi.Description, "Organizations of the signed-in user")

export const noOrganizations = refusal(
  "The service role calls, which belongs to no organization",
  new Forbidden({ error: "Organizations of a user are listed; the service role belongs to none" })
)

export const layer = HttpApiBuilder.group(userApi(OrganizationsGroup), "organizations", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      const caller = yield* Bearer
      if (caller._tag === "Service") return yield* noOrganizations()
      return ok({ organizations: (yield* listOwnOrganizations(caller)).map(organizationItem) })
    })
  )
)
