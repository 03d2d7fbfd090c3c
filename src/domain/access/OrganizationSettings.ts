import { Schema } from "effect"
import { CountryCode } from "../contacts/PhoneNumber.ts"
import { ChannelAccountId } from "../Ids.ts"

/** Settings that members who manage the organization change. */
export class OrganizationSettings extends Schema.Opaque<OrganizationSettings>()(
  Schema.Struct({
    /** Country whose national phone numbers are read without a calling code; null for none. */
    defaultCountry: Schema.NullOr(CountryCode),
    /** WhatsApp number that sends where neither the caller nor a conversation chooses one; null for none. */
    defaultNumberId: Schema.NullOr(ChannelAccountId)
  })
) {}

/** Settings of an organization that changed none. */
export const initialSettings: OrganizationSettings = { defaultCountry: null, defaultNumberId: null }

/** Change of settings. Absent fields stay as they are. */
export type SettingsChange = {
  readonly [Field in keyof OrganizationSettings]?: OrganizationSettings[Field] | undefined
}

/** Settings after the change. */
export const changedSettings = (
  settings: OrganizationSettings,
  { defaultCountry = settings.defaultCountry, defaultNumberId = settings.defaultNumberId }: SettingsChange
): OrganizationSettings => ({ defaultCountry, defaultNumberId })

/** The organization has connected no WhatsApp number with this id. */
export class DefaultNumberUnknown extends Schema.TaggedError<DefaultNumberUnknown>()("DefaultNumberUnknown", {
  channelAccountId: ChannelAccountId
}) {}
