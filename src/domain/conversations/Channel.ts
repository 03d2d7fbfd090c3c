import { Schema } from "effect"
import { ChannelAccountId, OrganizationId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** A platform of Meta. A conversation is on one of them and does not change it. */
export const Channel = Schema.Literals(["whatsapp", "messenger", "instagram"])
export type Channel = Named<typeof Channel.Type>

/** The channels whose people are known by an id of the platform, not by a number. */
export type PersonalChannel = Exclude<Channel, "whatsapp">

/** The channels of Meta's Messenger Platform: one form of messages, reports and answers. */
export type MessengerChannel = Extract<Channel, "messenger" | "instagram">

/** The name that people know the channel by, as error texts write it. */
export const channelName: Readonly<Record<Channel, string>> = {
  whatsapp: "WhatsApp",
  messenger: "Messenger",
  instagram: "Instagram"
}

const { literals } = Channel

/** The channels in words, as documents describe a field with one. */
export const channelsInWords = `${literals.slice(0, -1).join(", ")} or ${literals.at(-1)}`

/** A number, Page or account of a platform that an organization has connected. Its token is stored separately. */
export class ChannelAccount extends Schema.Opaque<ChannelAccount>()(
  Schema.Struct({
    id: ChannelAccountId,
    organizationId: OrganizationId,
    channel: Channel,
    /** The platform's id: phone number id, Page id, Instagram account id. */
    externalId: Schema.NonEmptyString,
    /** The public name: the display phone number, or a name. */
    displayName: Schema.String,
    /** The WhatsApp Business Account of a number; null on the other channels. */
    businessAccountId: Schema.NullOr(Schema.NonEmptyString),
    /**
     * The Page that an Instagram account is linked to and reached over, with the Page's token. Null for an account that
     * was connected by Instagram Login and is reached directly, and on the other channels (platforms P12).
     */
    pageId: Schema.NullOr(Schema.NonEmptyString),
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** Why the platform no longer takes an account's token: its own words, without the token, and since when. */
export class TokenProblem extends Schema.Opaque<TokenProblem>()(
  Schema.Struct({ code: Schema.Int, message: Schema.String, at: Schema.DateTimeUtcFromString })
) {}

/**
 * `reconnect`: the platform refuses the token. Only a new one helps, as a rule. `unreadable`: the stored token cannot
 * be opened with any key of this service.
 */
export type TokenState = "ok" | "missing" | "reconnect" | "unreadable"

/** The platform's account is connected, to another organization. */
export class ChannelAccountTaken extends Schema.TaggedError<ChannelAccountTaken>()("ChannelAccountTaken", {
  channel: Channel,
  externalId: Schema.String
}) {
  override get message() {
    return `The ${channelName[this.channel]} account ${this.externalId} is connected to another organization. Nothing was changed. \`parley channel list\` says which one`
  }
}

/** A WhatsApp number is connected without its WhatsApp Business Account, which has its templates (contract C104). */
export class BusinessAccountMissing extends Schema.TaggedError<BusinessAccountMissing>()("BusinessAccountMissing", {
  externalId: Schema.String
}) {}

/** The organization has connected no account on this channel, or not the requested one. */
export class ChannelNotConnected extends Schema.TaggedError<ChannelNotConnected>()("ChannelNotConnected", {
  /** Null if the account was requested by its id. */
  channel: Schema.NullOr(Channel)
}) {}

/** The account is connected, but no token was stored for it. */
export class ChannelTokenMissing extends Schema.TaggedError<ChannelTokenMissing>()("ChannelTokenMissing", {
  channel: Channel
}) {}

/** A token is stored, but it cannot be opened with any key that this service holds. */
export class ChannelTokenUnreadable extends Schema.TaggedError<ChannelTokenUnreadable>()("ChannelTokenUnreadable", {
  channel: Channel
}) {}
