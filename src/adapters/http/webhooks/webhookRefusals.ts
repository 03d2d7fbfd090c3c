import { Conflict, NotFound } from "../interfaces/session/Failures.ts"

const unreadable = () =>
  new Conflict({
    error: "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret"
  })

/** Responses for a subscription whose secret cannot be read or replaced, for `Effect.catchTags`. */
export const secretRefusals = {
  NoWebhook: () => new NotFound({ error: "No webhook is registered" }),
  WebhookSecretUnreadable: unreadable
}

/** Responses for a subscription that cannot receive deliveries, for `Effect.catchTags`. */
export const notSendable = {
  ...secretRefusals,
  WebhookDisabled: () => new Conflict({ error: "The webhook is disabled. Save it again, which enables it" })
}
