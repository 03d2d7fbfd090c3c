import { Clock, Effect, Layer, Option, Redacted, Result } from "effect"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { createForProvider } from "../../src/app/access/provisionOrganization.ts"
import { changePlan } from "../../src/app/access/organizations.ts"
import { closeConversation, readConversation } from "../../src/app/conversations/conversations.ts"
import { acceptInbound } from "../../src/app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../src/app/inbound/processInbound.ts"
import { sendDirectMessage } from "../../src/app/sends/directMessages.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { registerWebhook } from "../../src/app/webhooks/webhooks.ts"
import { emailAddressOf } from "../../src/domain/access/Member.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { composeMessenger } from "../../src/domain/messages/messenger/composeMessenger.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { ConversationStore, everyConversation } from "../../src/ports/conversations/ConversationStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import * as Service from "../../src/service/library/Service.ts"
import { castOf, type Person } from "../../testing/simulation/Cast.ts"
import { Dice } from "../../testing/simulation/Dice.ts"
import { type History, Step } from "../../testing/simulation/History.ts"
import { actReport, type PersonalAct, statusReport, webhookBody } from "../../testing/simulation/platformReports.ts"
import { seededIds } from "../../testing/simulation/seededIds.ts"
import { HandClock, withHandClock } from "../inbound/HandClock.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { readAnswers, serviceRoleKey, type Tenant } from "./readAnswers.ts"

/** Ids by the seed, for the stores too. */
export const idsOf = ({ seed }: History) => Layer.sync(IdSource, () => seededIds(new Dice(`ids ${seed}`)))

const service = Service.layer({
  // Without the role `inbound`: its worker would take deliveries too, at times of the real clock.
  roles: ["api"],
  metaAppSecret: strongSecret("app"),
  metaVerifyToken: strongSecret("verify"),
  authJwtSecret: Redacted.make(strongSecret("jwt")),
  serviceRoleKey,
  publicUrl: "https://parley.example.com",
  overrides: MemoryPlatforms.layer
})

const beginning = Date.UTC(2027, 0, 11, 8)

const accessOf = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})

/** Plays the acts of a history one after the other, each to its end, and returns the answers of every GET. */
export const playInOrder = (history: History) =>
  withHandClock(
    beginning,
    Effect.gen(function* () {
      const clock = yield* HandClock
      const cast = castOf(history.businesses, history.people)
      const organizations = new Map<string, OrganizationId>()
      const tenants: Array<Tenant> = []
      for (const { accounts, businessAccountId, email, name, url } of cast.businesses) {
        const account = { displayName: name, token: Redacted.make("token"), pageId: null, businessAccountId: null }
        const { apiKey, organizationId } = yield* createForProvider({
          name,
          plan: "unlimited",
          owner: { email: Option.getOrThrow(emailAddressOf(email)), name: "Owner", subject: null },
          accounts: [
            { ...account, channel: "whatsapp", externalId: accounts.whatsapp, businessAccountId },
            { ...account, channel: "messenger", externalId: accounts.messenger },
            { ...account, channel: "instagram", externalId: accounts.instagram }
          ]
        })
        organizations.set(name, organizationId)
        tenants.push({ organizationId, apiKey: Redacted.value(apiKey) })
        yield* registerWebhook(organizationId, { url, events: ["message.received"], signingSecret: null })
      }
      const organizationOf = ({ business }: Person): OrganizationId =>
        Option.getOrThrow(Option.fromUndefinedOr(organizations.get(business.name)))
      const moved = new Set<Person>()
      let acts = 0

      const deliver = Effect.fnUntraced(function* (
        channel: Person["channel"],
        report: Parameters<typeof webhookBody>[1]
      ) {
        yield* acceptInbound(webhookBody(channel, report, yield* Clock.currentTimeMillis))
        yield* processDeliveries(100)
        yield* retryParked(100)
        yield* retryProblems(20)
      })
      const act = Effect.fnUntraced(function* (person: Person, what: PersonalAct) {
        acts += 1
        const from = moved.has(person) ? person.laterId : person.id
        if (what._tag === "NumberChange") moved.add(person)
        const report = actReport(person, from, what, `in.${acts}`, yield* Clock.currentTimeMillis)
        yield* deliver(person.channel, [report])
      })
      const send = Effect.fnUntraced(function* (person: Person, text: string) {
        const organizationId = organizationOf(person)
        const to = moved.has(person) ? person.laterId : person.id
        const sent =
          person.channel === "whatsapp"
            ? yield* Effect.exit(sendWhatsApp(organizationId, `+${to}`, WhatsAppContent.cases.Text.make({ text })))
            : yield* Effect.exit(
                sendDirectMessage(
                  organizationId,
                  person.channel,
                  Result.getOrThrow(composeMessenger(person.channel, { type: "text", text, to }))
                )
              )
        if (sent._tag === "Failure") return
        const { messageId, platformMessageId } = sent.value
        for (const status of ["delivered", "read"] as const) {
          yield* clock.pass(2)
          const price = { category: "utility", billable: status === "read", model: "PMP", type: "regular" }
          const message = { person, id: platformMessageId, to, text, sendId: messageId, status, price }
          const report = statusReport(message, status, price, yield* Clock.currentTimeMillis)
          if (report !== null) yield* deliver(person.channel, [report])
        }
      })
      const openConversation = Effect.fnUntraced(function* (person: Person) {
        const filter = { ...everyConversation, channel: person.channel }
        const list = (yield* ConversationStore).list
        const page = yield* list(organizationOf(person), filter, { page: 1, limit: 100 })
        return page.rows.find(({ contact }) => contact?.name === person.name)?.conversation ?? null
      })

      for (const step of history.steps) {
        yield* clock.set(beginning + 10_000 + step.at)
        const person = "person" in step ? cast.people[step.person] : undefined
        const business = "business" in step ? cast.businesses[step.business] : undefined
        if (business !== undefined && Step.guards.ChangesPlan(step)) {
          const organizationId = organizations.get(business.name)
          if (organizationId !== undefined) yield* changePlan(organizationId, step.plan)
        }
        if (person === undefined) continue
        if (Step.guards.Writes(step)) yield* act(person, { _tag: "Text", text: step.text })
        if (Step.guards.SendsPhoto(step)) yield* act(person, { _tag: "Photo" })
        if (Step.guards.Taps(step)) yield* act(person, { _tag: "Tap" })
        if (Step.guards.ChangesNumber(step)) yield* act(person, { _tag: "NumberChange", newId: person.laterId })
        if (Step.guards.Reacts(step)) yield* act(person, { _tag: "Reaction", messageId: `in.${acts}`, emoji: "👍" })
        if (Step.guards.Sends(step)) yield* send(person, step.key)
        if (Step.guards.Closes(step) || Step.guards.MarksRead(step)) {
          const conversation = yield* openConversation(person)
          if (conversation === null) continue
          const access = accessOf(organizationOf(person))
          yield* Step.guards.Closes(step)
            ? Effect.asVoid(Effect.exit(closeConversation(access, conversation.id, "done")))
            : Effect.asVoid(readConversation(access, conversation.id))
        }
      }
      yield* clock.pass(60)
      return yield* readAnswers(tenants)
    })
  ).pipe(Effect.provide(service))
