import { Effect, Option, Result, Schema } from "effect"
import type { OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import type { InvalidPhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import type { RecipientBlocked, RecipientOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import { Channel, channelName } from "../../../domain/conversations/Channel.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import type {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../domain/messages/PlatformError.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import { failed, inWords, notFound, refused, usage } from "./OperatorError.ts"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { sendDirectMessage } from "../../../app/sends/directMessages.ts"
import { sendWhatsApp } from "../../../app/sends/sendWhatsApp.ts"
import { composeMessenger } from "../../../domain/messages/messenger/composeMessenger.ts"
import type { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { answer } from "../output/answer.ts"
import { organization } from "./flags.ts"

/** Failures of a send as texts for operators, for `Effect.catchTags`. */
const sendRefusals = (channel: Channel) => {
  const platform = channelName[channel]
  const connect = "`parley channel connect` connects one"
  return {
    ChannelNotConnected: () =>
      Effect.fail(notFound(`The organization has connected no ${platform} account. Nothing was sent. ${connect}`)),
    ChannelTokenMissing: () =>
      Effect.fail(refused(`The ${platform} account has no token. Nothing was sent. ${connect} again`)),
    ChannelTokenUnreadable: () =>
      Effect.fail(refused(`The token of the ${platform} account cannot be opened. Nothing was sent. ${connect} again`)),
    MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
      Effect.fail(
        refused(
          `The organization has used ${used} of ${allowed} events of this month. Nothing was sent. \`parley organization plan\` changes its plan`
        )
      ),
    OrganizationSuspended: ({ organizationId }: OrganizationSuspended) =>
      Effect.fail(
        refused(
          `The organization ${organizationId} is suspended. Nothing was sent. \`parley organization resume\` ends that`
        )
      ),
    RecipientBlocked: ({ contactId }: RecipientBlocked) =>
      Effect.fail(refused(`The contact ${contactId} is blocked. Nothing was sent. Unblock the contact first`)),
    RecipientOptedOut: ({ contactId }: RecipientOptedOut) =>
      Effect.fail(refused(`The contact ${contactId} opted out of marketing. Nothing was sent`)),
    SendPaceExceeded: ({ retryAfterSeconds }: SendPaceExceeded) =>
      Effect.fail(
        refused(
          `${platform} allows no further message now. Nothing was sent. Try again in ${retryAfterSeconds} seconds`
        )
      ),
    PlatformRejected: ({ code, message }: PlatformRejected) =>
      Effect.fail(refused(`${platform} refused the message (${code}): ${message}`)),
    PlatformNotReached: ({ detail }: PlatformNotReached) =>
      Effect.fail(
        failed(`${platform} cannot be reached (${detail}). Nothing was sent. Check GRAPH_URL and the network`)
      ),
    PlatformOutcomeUnknown: ({ detail, reason }: PlatformOutcomeUnknown) =>
      Effect.fail(failed(`${platform} gave no usable answer (${reason}: ${detail}). The message may have been sent`))
  }
}

/** Values that do not fit their template. */
const contentRefusals = {
  ContentRefused: ({ expectation, field }: ContentRefused) =>
    Effect.fail(usage(`${field} of the message is wrong. Nothing was sent. ${expectation ?? "It is missing"}`))
}

/** A sender that is not connected. */
const senderRefusals = {
  SenderUnknown: ({ available, channel, more }: SenderUnknown) =>
    Effect.fail(
      usage(
        `--from names no connected ${channelName[channel]} account. Nothing was sent. Give one of: ${available.join(", ")}${more === 0 ? "" : ` and ${more} more`}`
      )
    )
}

/** A recipient that is no phone number. */
const recipientRefusals = {
  InvalidPhoneNumber: ({ reason, text }: InvalidPhoneNumber) =>
    Effect.fail(
      usage(
        reason === "no country code"
          ? `${text} has no country code. Nothing was sent. Write it with + and its country code, or set a default country with \`parley organization settings\``
          : `${text} is not a phone number. Nothing was sent. Give it with the country code, such as 15551234567`
      )
    )
}

const Components = Schema.fromJsonString(Schema.Array(Schema.Record(Schema.String, Schema.Json)))

const flags = {
  organization,
  channel: Flag.Literals("channel", Channel.literals).pipe(
    Flag.withDescription("Which platform, whatsapp by default"),
    Flag.withDefault("whatsapp" as const)
  ),
  to: Flag.String("to").pipe(
    Flag.withSchema(Schema.NonEmptyString),
    Flag.withDescription("Phone number or WhatsApp user id; on Messenger and Instagram the id of the person")
  ),
  from: Flag.String("from").pipe(
    Flag.withSchema(Schema.NonEmptyString),
    Flag.withDescription(
      "Phone number, phone number id, Page id or account id that sends; needed only to choose among several"
    ),
    Flag.optional
  ),
  text: Flag.String("text").pipe(
    Flag.withSchema(Schema.NonEmptyString),
    Flag.withDescription("Text to send; people who wrote in the last 24 hours receive it"),
    Flag.optional
  ),
  template: Flag.String("template").pipe(
    Flag.withSchema(Schema.NonEmptyString),
    Flag.withDescription("Name of an approved WhatsApp template to send"),
    Flag.optional
  ),
  language: Flag.String("language").pipe(
    Flag.withSchema(Schema.NonEmptyString),
    Flag.withDescription("Language of the template, en_US by default"),
    Flag.withDefault("en_US")
  ),
  components: Flag.String("components").pipe(
    Flag.withSchema(Components),
    Flag.withDescription(
      `Values of the template as JSON: '[{"type":"body","parameters":[{"type":"text","text":"Ann"}]}]'`
    ),
    Flag.optional
  )
}

type Flags = Command.Command.Config.Infer<typeof flags>

const onWhatsApp = Effect.fnUntraced(
  function* ({ components, from, language, organization, template, text, to }: Flags) {
    const sender = Option.getOrNull(from)
    if (Option.isSome(template)) {
      const content = WhatsAppContent.cases.Template.make({
        name: template.value,
        languageCode: language,
        components: Option.getOrNull(components)
      })
      return yield* sendWhatsApp(organization, to, content, sender)
    }
    if (Option.isNone(text)) return yield* usage("There is nothing to send: give --text or --template")
    return yield* sendWhatsApp(organization, to, WhatsAppContent.cases.Text.make({ text: text.value }), sender)
  },
  Effect.catchTags({ ...sendRefusals("whatsapp"), ...senderRefusals, ...recipientRefusals, ...contentRefusals })
)

const toPerson = Effect.fnUntraced(function* (
  { from, organization, template, text, to }: Flags,
  channel: Exclude<Channel, "whatsapp">
) {
  if (Option.isSome(template)) return yield* usage("Templates are sent on WhatsApp only: leave out --template")
  if (Option.isNone(text)) return yield* usage("There is nothing to send: give --text")
  const composed = composeMessenger(channel, { to, text: text.value })
  if (Result.isFailure(composed)) return yield* usage(`${channel} takes no such message: the text or --to is too long`)
  return yield* sendDirectMessage(organization, channel, composed.success, Option.getOrNull(from)).pipe(
    Effect.catchTags({ ...sendRefusals(channel), ...senderRefusals, ...contentRefusals })
  )
})

const send = Command.make(
  "send",
  flags,
  Effect.fn(function* (input) {
    if (Option.isSome(input.text) && Option.isSome(input.template)) {
      return yield* usage("--text and --template are two messages: give one of them")
    }
    yield* requireOrganization(input.organization)
    const sent = yield* input.channel === "whatsapp" ? onWhatsApp(input) : toPerson(input, input.channel)
    yield* answer({
      platformMessageId: sent.platformMessageId,
      status: "sent",
      channel: input.channel,
      conversationId: sent.conversationId,
      contactId: sent.contactId
    })
  }, inWords)
).pipe(
  Command.withDescription("Sends a text, or a WhatsApp template, as the interfaces do"),
  Command.withExamples([
    {
      command: "parley message send --organization ID --to 15551234567 --template hello_world",
      description: "Send a template"
    }
  ])
)

/** `parley message send`. */
export const messageCommand = Command.make("message").pipe(
  Command.withDescription("Messages of an organization"),
  Command.withSubcommands([send])
)
