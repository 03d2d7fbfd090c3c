import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { OrganizationSettings } from "../../../../domain/access/Organization.ts"
import { CountryCode } from "../../../../domain/contacts/PhoneNumber.ts"
import { ChannelAccountId } from "../../../../domain/Ids.ts"
import { Text } from "../../shared/Storable.ts"
import { Data, ok } from "../../shared/envelope.ts"
import { optional } from "../../shared/optional.ts"
import { groupTitle } from "../documentedFailures.ts"
import { ManagementGuard } from "../middleware.ts"

const description = {
  defaultCountry:
    "Country, ISO 3166-1 alpha-2, whose national phone numbers are read without a calling code; null for none",
  defaultNumberId: "Id of the connected WhatsApp number that sends by default; null for the one connected first"
}

const Settings = Schema.Struct({
  defaultCountry: Schema.NullOr(CountryCode).annotate({ description: description.defaultCountry }),
  defaultNumberId: Schema.NullOr(ChannelAccountId).annotate({ description: description.defaultNumberId })
}).annotate({ identifier: "OrganizationSettings", description: "Settings of the organization" })

export const settingsView = ({ defaultCountry, defaultNumberId }: OrganizationSettings): typeof Settings.Type => ({
  defaultCountry,
  defaultNumberId
})

const example = {
  defaultCountry: CountryCode.make("BR"),
  defaultNumberId: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41")
}

const Answer = Data(Settings).annotate({ examples: [ok(example)] })

const ChangeRequest = Schema.Struct({
  defaultCountry: optional(Text).annotate({ description: description.defaultCountry }),
  defaultNumberId: optional(Text).annotate({ description: description.defaultNumberId })
}).pipe(
  Schema.annotateEncoded({
    identifier: "ChangeSettingsRequest",
    description: "The settings to change. Null clears a setting",
    examples: [{ defaultCountry: "BR" }]
  })
)

/** Endpoints of settings (contract C311). */
export const SettingsGroup = HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/settings", { success: Answer })
      .annotate(OpenApi.Summary, "Get the settings")
      .annotate(OpenApi.Description, "The settings of the organization, for all its members."),
    HttpApiEndpoint.patch("change", "/settings", { payload: ChangeRequest, success: Answer })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "Change settings")
      .annotate(
        OpenApi.Description,
        "Only the given fields change, and null clears a setting. For members who manage the organization."
      )
  )
  .annotate(OpenApi.Title, groupTitle.settings)
  .annotate(OpenApi.Description, "Settings of the organization")
