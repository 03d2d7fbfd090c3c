import { Conflict, NotFound } from "../Failures.ts"

const unreadable = () =>
  new Conflict({
    error: "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret"
  })

/** How a subscription whose secret cannot be shown or replaced is answered: for `Effect.catchTags`. */
export const secretRefusals = {
  NoWebhook: () => new NotFound({ error: "No webhook is registered" }),
  WebhookSecretUnreadable: unreadable
}

/** The same for one that nothing can be sent to. */
export const notSendable = {
  ...secretRefusals,
  WebhookDisabled: () => new Conflict({ error: "The webhook is disabled. Save it again, which enables it" })
}
