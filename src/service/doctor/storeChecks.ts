import { Cause, Effect, Exit, Option } from "effect"
import { type Check, type Finding, ok, problem, warning } from "../../adapters/cli/operator/doctorCommand.ts"
import { NotConnected } from "../../adapters/outbound/HttpFailure.ts"
import * as WebhookAgent from "../../adapters/outbound/WebhookAgent.ts"
import { explainFailure } from "../../adapters/settings/explainFailure.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import { checkAccounts } from "../../app/access/channelAccounts.ts"
import type { Organization } from "../../domain/access/Organization.ts"
import { channelName } from "../../domain/conversations/Channel.ts"
import type { Webhook } from "../../domain/webhooks/Webhook.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { Readiness } from "../../ports/process/WorkerHealth.ts"
import { platformRemedy } from "./machineChecks.ts"

/** Organizations whose webhooks and tokens are looked at: the newest. */
const maxOrganizations = 100

/** Organizations that are looked at together. */
const concurrency = 8

/** The whole call to a receiver. */
const deadline = "10 seconds"

/** Bytes of an answer that are read: only its status is of interest. */
const maxResponseBytes = 1_024

const readinessFindings = Effect.gen(function* () {
  const { missingKeys, obstacle } = yield* Readiness
  const found = yield* obstacle
  const keys = yield* missingKeys
  return [
    found === null
      ? ok("stores", "ready")
      : problem("stores", found, "Run `parley migrate`, or look at the log of the service"),
    keys.length === 0
      ? ok("encryption keys", "every stored secret can be opened")
      : problem(
          "encryption keys",
          `SECRETS_KEY lacks ${keys.join(", ")}`,
          "Put the missing keys behind the present one, or name keys that are gone in SECRETS_KEY_LOST"
        )
  ]
})

/** Returns the remedy for an unreachable receiver. */
const remedyOf = (failure: unknown, again: string): string => {
  const reason = failure instanceof NotConnected ? failure.reason : null
  switch (reason) {
    case "TLS failed":
      return "Give the receiver a certificate that is good for its host; name the authority of your own in NODE_EXTRA_CA_CERTS, for the service too"
    case "address not allowed":
      return `Allow the address in WEBHOOK_ALLOWED_CIDRS, for the service too, or change it with ${again}`
    default:
      return `Start the receiver, or change the address with ${again}`
  }
}

/** The subscription itself, and whether its receiver answers anything to a GET, which is no event. */
const webhookFindings = (
  agent: WebhookAgent.WebhookAgent["Service"],
  name: string,
  { failingSince, status, url }: Webhook
) =>
  Effect.gen(function* () {
    const what = `webhook of ${name}`
    const again = "`parley webhook set` with its address"
    if (status === "disabled")
      return problem(what, "disabled after failures", `Mend the receiver, and enable it with ${again}`)
    if (status === "secret_unreadable")
      return problem(what, "its secret cannot be opened", `Give it another one with ${again}`)
    const call = { method: "GET", url, headers: {}, body: null, deadline, maxResponseBytes } as const
    const answer = yield* Effect.exit(agent.request(call))
    if (Exit.isFailure(answer)) {
      return problem(what, explainFailure(answer.cause), remedyOf(Cause.squash(answer.cause), again))
    }
    return failingSince === null
      ? ok(what, "reachable")
      : warning(what, "reachable, and its deliveries fail", "`parley delivery list --status pending` shows why")
  })

const organizationFindings = (agent: WebhookAgent.WebhookAgent["Service"]) =>
  Effect.fnUntraced(function* ({ id, name }: Organization) {
    const webhook = yield* (yield* WebhookStore).find(id)
    const accounts = yield* Effect.orElseSucceed(checkAccounts(id), () => [])
    const tokens = accounts.map(({ account, isReached, problem: reason }) => {
      const what = `${channelName[account.channel]} ${account.displayName} of ${name}`
      return reason === null
        ? ok(what, "the token works")
        : problem(
            what,
            reason,
            isReached ? "Give the account another token with `parley channel connect`" : platformRemedy
          )
    })
    return Option.isNone(webhook) ? tokens : [yield* webhookFindings(agent, name, webhook.value), ...tokens]
  })

/** Webhooks and tokens of the newest organizations. */
const accountFindings = (options: WebhookAgent.WebhookAgentOptions) =>
  Effect.gen(function* () {
    const agent = yield* WebhookAgent.WebhookAgent
    const organizations = yield* (yield* Organizations).list
    const looked = organizations.slice(0, maxOrganizations)
    const findings: ReadonlyArray<ReadonlyArray<Finding>> = yield* Effect.forEach(looked, organizationFindings(agent), {
      concurrency
    })
    const rest = organizations.length - looked.length
    return rest === 0
      ? findings.flat()
      : [
          ...findings.flat(),
          warning(
            "organizations",
            `${rest} were not looked at`,
            "`parley channel check` and `parley webhook test` look at one"
          )
        ]
  }).pipe(Effect.provide(WebhookAgent.layer(options)))

/** Checks that read the stores: keys, webhooks and tokens. */
export const storeChecks = Effect.fnUntraced(function* (settings: Settings, ca: WebhookAgent.ExtraCa) {
  type Needs = Effect.Services<typeof readinessFindings> | Effect.Services<ReturnType<typeof accountFindings>>
  const services = yield* Effect.context<Needs>()
  const options = { allowed: settings.webhookAllowedCidrs, ca }
  const checks: ReadonlyArray<Check> = [
    { name: "stores", findings: Effect.provideContext(readinessFindings, services) },
    { name: "webhooks and tokens", findings: Effect.provideContext(accountFindings(options), services) }
  ]
  return checks
})
