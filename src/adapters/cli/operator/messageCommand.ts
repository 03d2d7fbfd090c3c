import { Effect, Option, Result, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { sendDirectMessage } from "../../../app/sends/directMessages.ts"
import { sendWhatsApp } from "../../../app/sends/sendWhatsApp.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { composeMessenger } from "../../../domain/messages/messenger/composeMessenger.ts"
import { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { answer } from "../output/answer.ts"
import { organization } from "./flags.ts"
import { inWords, usage } from "./OperatorError.ts"
import { recipientRefusals, senderRefusals, sendRefusals } from "./sendRefusals.ts"

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
  Effect.catchTags({ ...sendRefusals("whatsapp"), ...senderRefusals, ...recipientRefusals })
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
    Effect.catchTags({ ...sendRefusals(channel), ...senderRefusals })
  )
})

const send = Command.make(
  "send",
  flags,
  Effect.fn(function* (given) {
    if (Option.isSome(given.text) && Option.isSome(given.template)) {
      return yield* usage("--text and --template are two messages: give one of them")
    }
    yield* requireOrganization(given.organization)
    const sent = yield* given.channel === "whatsapp" ? onWhatsApp(given) : toPerson(given, given.channel)
    yield* answer({
      platformMessageId: sent.platformMessageId,
      status: "sent",
      channel: given.channel,
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
