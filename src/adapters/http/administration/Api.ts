import { OpenApi } from "effect/http-api"
import { documentedKeyRefusals } from "../idempotency/keyRefusals.ts"
import { refusalsOf } from "../interfaces/Interface.ts"
import {
  BadRequest,
  documentedRefusal,
  type Failure,
  Internal,
  missingField,
  rateExceeded,
  TooLarge,
  Unavailable,
  UnsupportedMedia
} from "../interfaces/developer/Failures.ts"
import { developerFailure } from "../interfaces/developer/developer.ts"
import { unreadableBody } from "../interfaces/readJsonBody.ts"
import { documented, refusal } from "../openapi/documented.ts"
import { openRequests } from "../openapi/openRequests.ts"
import { plainSchemas } from "../openapi/plainSchemas.ts"
import { tooMuchToDo } from "../server/refusal.ts"
import { lostMeanwhile, unavailable } from "../server/unlessLost.ts"
import { AdminApiKeysGroup } from "./apiKeys.ts"
import { AdminChannelsGroup } from "./channels.ts"
import { adminKeyInvalid } from "./guards.ts"
import { AdminMembersGroup } from "./members.ts"
import { adminApi } from "./middleware.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { AdminSignupsGroup } from "./signups.ts"
import { AdminUsageGroup } from "./usageExport.ts"

const description = `Administration of the platform, for its operator: organizations, plans, members, API keys, channels and usage.

Every request needs a key of the operator in the header \`x-admin-key\`, or as a bearer token. Answers have the form of the
Developer interface: \`{"success": true, "data": …}\`, or \`{"success": false, "message": …}\` with a \`code\` and a \`fix\`.

A POST for an organization may have an \`Idempotency-Key\`. To create an organization is idempotent by its reference.`

const groups = adminApi(
  OrganizationsGroup,
  AdminMembersGroup,
  AdminApiKeysGroup,
  AdminChannelsGroup,
  AdminSignupsGroup,
  AdminUsageGroup
)

const example = (when: string, failure: Failure) => documentedRefusal(refusal(when, failure))

const failures = [
  ...documentedKeyRefusals("admin"),
  example("A required field is missing", missingField("name", "Add name to the request body")),
  example(
    "A field or parameter is not what it should be",
    new BadRequest({ message: "Invalid field limit: Expected a whole number from 1 to 100" })
  ),
  example("The body is not JSON", new BadRequest({ message: unreadableBody.NotJson })),
  documentedRefusal(adminKeyInvalid),
  example("The body is larger than 256 KiB", new TooLarge({ message: unreadableBody.BodyTooLarge })),
  example("The body is not sent as JSON", new UnsupportedMedia({ message: unreadableBody.NotJsonMedia })),
  documentedRefusal(rateExceeded),
  example("Something went wrong on our side", new Internal({ message: "Internal server error" })),
  example("Too much is asked of the service at once", new Unavailable({ message: tooMuchToDo })),
  example("The database does not answer", new Unavailable({ message: unavailable })),
  example("The database stopped to answer during the request", new Unavailable({ message: lostMeanwhile })),
  ...refusalsOf(groups, ({ example: refused, when }, where) =>
    documentedRefusal(refusal(when, developerFailure(refused)), where)
  )
]

/** The contract of the administration interface (contract: The administration interface). */
export class AdminApi extends groups
  .annotate(OpenApi.Title, "effect-parley: administration")
  .annotate(OpenApi.Version, "v1")
  .annotate(OpenApi.Summary, "Organizations of the platform, for its operator")
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Servers, [{ url: "/", description: "The server that this document comes from" }])
  .annotate(OpenApi.Transform, (spec) => documented(failures)(openRequests(plainSchemas(spec)))) {}
