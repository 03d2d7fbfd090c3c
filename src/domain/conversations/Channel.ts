import { Record, Schema } from "effect"
import { ChannelAccountId, OrganizationId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import type { TextLimit } from "../text/textLimits.ts"

/** The channels. A conversation is on one of them and does not change it. */
export const Channel = Schema.Literals(["whatsapp", "messenger", "instagram"])
export type Channel = Named<typeof Channel.Type>

/** Properties of a channel by which the service decides. */
export interface ChannelRules {
  /** The name that people know the channel by, as error texts write it. */
  readonly name: string
  /** The text of one message. */
  readonly textLimit: TextLimit
  /**
   * How people are known: by a phone number or another id that holds for every account, or by an id of the platform that
   * holds for one account only.
   */
  readonly identity: "phone" | "account"
  /** The form of messages, reports and answers. */
  readonly form: "whatsapp" | "messenger"
  /** Whether approved templates may be sent at any time; marketing ones only to people who did not opt out. */
  readonly hasTemplates: boolean
  /** Whether the tag `HUMAN_AGENT` extends the messaging window. */
  readonly hasHumanAgentTag: boolean
  /** The scope of the pace that a refusal of the platform names as a rule. */
  readonly paceScope: "pair" | "account"
  /** Whether accounts belong to a business account of the platform, which has their templates. */
  readonly hasBusinessAccount: boolean
  /** Whether the organization can set the account that sends where none is chosen. */
  readonly hasDefaultAccount: boolean
  /** Whether the echo of a send always names it. Other echoes are matched with sends whose outcome is unknown. */
  readonly hasNamedEchoes: boolean
  /** Whether the platform marks the person's message as read when it shows them that the business is typing. */
  readonly typingShowsRead: boolean
}

/** Rules of the channels, one row each. */
export const channelRules = {
  whatsapp: {
    name: "WhatsApp",
    textLimit: { limit: 4096, unit: "characters" },
    identity: "phone",
    form: "whatsapp",
    hasTemplates: true,
    hasHumanAgentTag: false,
    paceScope: "pair",
    hasBusinessAccount: true,
    hasDefaultAccount: true,
    hasNamedEchoes: false,
    typingShowsRead: true
  },
  messenger: {
    name: "Messenger",
    textLimit: { limit: 2000, unit: "characters" },
    identity: "account",
    form: "messenger",
    hasTemplates: false,
    hasHumanAgentTag: true,
    paceScope: "account",
    hasBusinessAccount: false,
    hasDefaultAccount: false,
    hasNamedEchoes: true,
    typingShowsRead: false
  },
  instagram: {
    name: "Instagram",
    textLimit: { limit: 1000, unit: "bytes" },
    identity: "account",
    form: "messenger",
    hasTemplates: false,
    hasHumanAgentTag: true,
    paceScope: "account",
    hasBusinessAccount: false,
    hasDefaultAccount: false,
    hasNamedEchoes: false,
    typingShowsRead: false
  }
} as const satisfies Readonly<Record<Channel, ChannelRules>>

type Rows = typeof channelRules

/** The channels whose people are known by an id of the platform, not by a number. */
export type PersonalChannel = { [C in Channel]: Rows[C]["identity"] extends "account" ? C : never }[Channel]

/** The channels of Meta's Messenger Platform: one form of messages, reports and answers. */
export type MessengerChannel = { [C in Channel]: Rows[C]["form"] extends "messenger" ? C : never }[Channel]

/** Whether people of the channel are known by an id that holds for one account only. */
export const isPersonalChannel = (channel: Channel): channel is PersonalChannel =>
  channelRules[channel].identity === "account"

const ofChannels = <A>(property: (rules: ChannelRules) => A): Readonly<Record<Channel, A>> =>
  Record.map(channelRules, property)

/** The name that people know the channel by, as error texts write it. */
export const channelName = ofChannels(({ name }) => name)

/** The text of one message on each channel. */
export const textLimits = ofChannels(({ textLimit }) => textLimit)

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

/**
 * A WhatsApp number is connected without its WhatsApp Business Account, which has its templates (contract: WhatsApp
 * Business Account).
 */
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
