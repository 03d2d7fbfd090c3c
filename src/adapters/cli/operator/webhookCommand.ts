import { DateTime, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { sendTestEvent } from "../../../app/webhooks/deliveries.ts"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { findWebhook, registerWebhook, removeWebhook } from "../../../app/webhooks/webhooks.ts"
import { SubscribableType, type Webhook } from "../../../domain/webhooks/Webhook.ts"
import { answer } from "../output/answer.ts"
import { readSecret } from "../SecretInput.ts"
import { isoOrNull, namesOf, organization } from "./flags.ts"
import { inWords, notFound } from "./OperatorError.ts"
import { deliveryRefusals, webhookRefusals } from "./webhookRefusals.ts"

const shown = ({ createdAt, events, failingSince, id, status, updatedAt, url }: Webhook) => ({
  id,
  url,
  events,
  status,
  failingSince: isoOrNull(failingSince),
  createdAt: DateTime.formatIso(createdAt),
  updatedAt: DateTime.formatIso(updatedAt)
})

const none = "The organization has no webhook. `parley webhook set` registers one"

const show = Command.make(
  "show",
  {
    organization,
    secret: Flag.Boolean("secret").pipe(Flag.withDescription("Shows the signing secret too"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ organization, secret }) {
    yield* requireOrganization(organization)
    const found = yield* findWebhook(organization)
    if (Option.isNone(found)) return yield* notFound(none)
    yield* answer({ ...shown(found.value), ...(secret ? { secret: found.value.secret?.value ?? null } : {}) })
  }, inWords)
).pipe(Command.withDescription("Shows the webhook of an organization"))

const set = Command.make(
  "set",
  {
    organization,
    url: Flag.String("url").pipe(Flag.withDescription("Address that events are sent to; HTTPS")),
    events: Flag.String("events").pipe(
      Flag.withDescription(
        `Types of events, separated by commas; all by default: ${SubscribableType.literals.join(", ")}`
      ),
      Flag.optional
    ),
    secret: Flag.Boolean("secret").pipe(
      Flag.withDescription(
        "Reads a signing secret of your own, typed or from standard input. Without it the present one stays, or one is made"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fn(
    function* ({ events, organization, secret, url }) {
      yield* requireOrganization(organization)
      const signingSecret = secret ? Redacted.value(yield* readSecret("The signing secret")) : null
      const { generatedSecret, missed, webhook } = yield* registerWebhook(organization, {
        url,
        events: Option.match(events, { onNone: () => SubscribableType.literals, onSome: namesOf }),
        signingSecret
      })
      yield* answer({
        ...shown(webhook),
        ...(generatedSecret === null ? {} : { secret: generatedSecret }),
        ...(missed === null
          ? {}
          : { missedSince: DateTime.formatIso(missed.since), resumeEventsAfter: missed.resumeAfter })
      })
    },
    inWords,
    Effect.catchTags(webhookRefusals)
  )
).pipe(
  Command.withShortDescription("Registers the webhook, changes it, or enables it again"),
  Command.withDescription(
    "Registers the webhook of an organization, or changes it. A generated signing secret is part of this answer only; `parley webhook show --secret` shows it again. A disabled one is active again afterwards; `missedSince` and `resumeEventsAfter` then say which events it missed (parley event tail --after)"
  )
)

const test = Command.make(
  "test",
  { organization },
  Effect.fn(
    function* ({ organization }) {
      yield* requireOrganization(organization)
      yield* answer({ eventId: yield* sendTestEvent(organization) })
    },
    inWords,
    Effect.catchTags(deliveryRefusals)
  )
).pipe(
  Command.withDescription(
    "Sends a test event to the webhook, as the running service sends every event. `parley delivery show --id` shows the result"
  )
)

const remove = Command.make(
  "remove",
  { organization },
  Effect.fn(function* ({ organization }) {
    yield* requireOrganization(organization)
    if (!(yield* removeWebhook(organization))) return yield* notFound(none)
    yield* answer({ removed: true })
  }, inWords)
).pipe(Command.withDescription("Removes the webhook of an organization, and drops its pending deliveries"))

/** `parley webhook …`. */
export const webhookCommand = Command.make("webhook").pipe(
  Command.withDescription("The webhook of an organization"),
  Command.withSubcommands([show, set, test, remove])
)
