import { DateTime, Effect, Exit, Result } from "effect"
import { revokeApiKey, listApiKeys } from "../../src/app/access/apiKeys.ts"
import { changePlan, changeSettings } from "../../src/app/access/organizations.ts"
import { setAvailability } from "../../src/app/access/workloads.ts"
import { assignConversation, closeConversation, readConversation } from "../../src/app/conversations/conversations.ts"
import { snoozeConversation } from "../../src/app/conversations/snoozes.ts"
import { CurrentCall, type Sent } from "../../src/app/sends/callOnce.ts"
import { sendDirectMessage } from "../../src/app/sends/directMessages.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { rotateWebhookSecret } from "../../src/app/webhooks/webhooks.ts"
import { composeMessenger } from "../../src/domain/messages/messenger/composeMessenger.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { IdempotencyKey } from "../../src/domain/sends/IdempotencyKey.ts"
import { type Business, memberSubject, type Person } from "./Cast.ts"
import { Step } from "./History.ts"
import { accessOf, deskCapacity, type Simulation } from "./Simulation.ts"
import type { Running } from "./SimulatedProcess.ts"

/** Probability that a statement meets the present fault of the stores. */
const storeFaultChance = 0.15

/** Longest delay of a statement while the stores are slow, in milliseconds. */
const slowStatement = 1_500

/** Milliseconds until an operator registers a disabled webhook again. */
const registerPause = 60_000

/** Does the steps of a history in a simulation. */
export class StepPlayer {
  crashes = 0
  readonly #simulation: Simulation
  #isFaulty = true

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  play(step: Step): void {
    this.#do(step)
  }

  /** Ends all faults, and starts no others. Disabled webhooks are registered again. */
  endFaults(): void {
    const { campaigns, cast, platform, receivers, stores } = this.#simulation
    this.#isFaulty = false
    platform.fault = platform.webhookFault = null
    Object.assign(stores.faults, { before: 0, after: 0, slowMillis: 0 })
    campaigns.resumeAll(stores.state)
    for (const business of cast.businesses) {
      receivers.setFault(business, null)
      this.#simulation.enable(business)
    }
  }

  #window(seconds: number, begin: () => void, end: () => void): void {
    if (!this.#isFaulty) return
    begin()
    this.#simulation.machine.after(this.#simulation.world, seconds * 1_000, end)
  }

  /** The open conversation of the person. */
  #conversationOf(person: Person) {
    const { conversations, identities } = this.#simulation.stores.state
    const organizationId = this.#simulation.organizationOf(person.business)
    const contact = identities.find(
      (identity) => identity.organizationId === organizationId && identity.value === person.id
    )?.contactId
    return conversations.find(({ contactId, status }) => contactId === contact && status !== "closed")
  }

  #send(person: Person, key: string): void {
    const organizationId = this.#simulation.organizationOf(person.business)
    const onReplay = Effect.void
    const call = { api: "developer", key: IdempotencyKey.make(key), fingerprint: key, onReplay } as const
    const to = this.#simulation.platform.idOf(person)
    const once = <E>(send: Effect.Effect<Sent, E, Running>) =>
      this.#simulation.callers.insist(Effect.provideService(send, CurrentCall, call), (exit) => {
        if (Exit.isFailure(exit)) return
        const { platformMessageId } = exit.value
        this.#simulation.sends.push({ key, platformMessageId, business: person.business })
      })
    if (person.channel === "whatsapp") {
      return once(sendWhatsApp(organizationId, `+${to}`, WhatsAppContent.cases.Text.make({ text: key })))
    }
    const message = Result.getOrThrow(composeMessenger(person.channel, { type: "text", text: key, to }))
    once(sendDirectMessage(organizationId, person.channel, message))
  }

  readonly #do = Step.match({
    Writes: ({ person, text }) =>
      this.#act(person, (one) => this.#simulation.platform.act(one, { _tag: "Text", text })),
    SendsPhoto: ({ person }) => this.#act(person, (one) => this.#simulation.platform.act(one, { _tag: "Photo" })),
    Taps: ({ person }) => this.#act(person, (one) => this.#simulation.platform.act(one, { _tag: "Tap" })),
    Reacts: ({ person }) =>
      this.#act(person, (one) => {
        const message = this.#simulation.platform.lastTo(one)
        if (message !== undefined)
          this.#simulation.platform.act(one, { _tag: "Reaction", messageId: message.id, emoji: "👍" })
      }),
    ChangesNumber: ({ person }) =>
      this.#act(person, (one) => this.#simulation.platform.act(one, { _tag: "NumberChange", newId: one.laterId })),
    Blocks: ({ person }) => this.#act(person, (one) => this.#simulation.platform.block(one)),
    Sends: ({ key, person }) => this.#act(person, (one) => this.#send(one, key)),
    Schedules: ({ by, person, seconds, text }) =>
      this.#act(person, (one) => {
        const { platform, schedules } = this.#simulation
        const conversation = by === "backend" ? null : this.#conversationOf(one)
        if (conversation !== undefined) schedules.schedule(one, platform.idOf(one), text, seconds, conversation)
      }),
    Reschedules: ({ person, seconds }) => this.#act(person, (one) => this.#simulation.schedules.change(one, seconds)),
    Cancels: ({ person }) => this.#act(person, (one) => this.#simulation.schedules.cancel(one)),
    StartsCampaign: ({ business, name, seconds }) =>
      this.#operate(business, (one) => this.#simulation.campaigns.start(one, name, seconds)),
    ActsOnCampaign: ({ action, business }) =>
      this.#operate(business, (one) => this.#simulation.campaigns.act(one, action)),
    Closes: ({ person }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        const access = accessOf(conversation.organizationId)
        this.#simulation.callers.call(closeConversation(access, conversation.id, "done"), () => undefined)
      }),
    Snoozes: ({ person, seconds }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        const until = seconds === 0 ? null : DateTime.makeUnsafe(this.#simulation.machine.now + seconds * 1_000)
        const access = accessOf(conversation.organizationId)
        this.#simulation.callers.call(snoozeConversation(access, conversation.id, until), () => undefined)
      }),
    Takes: ({ member, person }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        const access = accessOf(conversation.organizationId)
        const userId = UserId.make(memberSubject(one.business, member))
        this.#simulation.callers.call(assignConversation(access, conversation.id, userId), () => undefined)
      }),
    SetsAvailability: ({ availability, business, member }) =>
      this.#operate(business, (one) => {
        const access = accessOf(this.#simulation.organizationOf(one))
        const userId = UserId.make(memberSubject(one, member))
        this.#simulation.callers.call(setAvailability(access, userId, availability), () => undefined)
      }),
    ChangesPolicy: ({ business, policy }) =>
      this.#operate(business, (one) => {
        const change = { assignment: { policy, capacity: deskCapacity } }
        this.#simulation.callers.call(changeSettings(this.#simulation.organizationOf(one), change), () => undefined)
      }),
    MarksRead: ({ person }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        this.#simulation.callers.call(
          readConversation(accessOf(conversation.organizationId), conversation.id),
          () => undefined
        )
      }),
    ChangesPlan: ({ business, plan }) =>
      this.#operate(business, (one) =>
        this.#simulation.callers.call(changePlan(this.#simulation.organizationOf(one), plan), () => undefined)
      ),
    RevokesKey: ({ business }) =>
      this.#operate(business, (one) => {
        const organizationId = this.#simulation.organizationOf(one)
        const revoke = Effect.flatMap(listApiKeys(organizationId), (keys) =>
          Effect.forEach(keys, ({ id }) => revokeApiKey(organizationId, id))
        )
        this.#simulation.callers.call(revoke, () => undefined)
      }),
    RotatesSecret: ({ business }) =>
      this.#operate(business, (one) =>
        this.#simulation.callers.call(rotateWebhookSecret(this.#simulation.organizationOf(one)), () => undefined)
      ),
    Follows: ({ business, seconds }) => this.#operate(business, (one) => this.#simulation.streams.follow(one, seconds)),
    PlatformFails: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => (this.#simulation.platform.fault = fault),
        () => (this.#simulation.platform.fault = null)
      ),
    WebhooksFail: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => (this.#simulation.platform.webhookFault = fault),
        () => (this.#simulation.platform.webhookFault = null)
      ),
    ReceiverFails: ({ business, fault, seconds }) =>
      this.#operate(business, (one) =>
        this.#window(
          seconds,
          () => this.#simulation.receivers.setFault(one, fault),
          () => {
            this.#simulation.receivers.setFault(one, null)
            this.#simulation.machine.after(this.#simulation.world, registerPause, () => this.#simulation.enable(one))
          }
        )
      ),
    StoresFail: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => {
          const { faults } = this.#simulation.stores
          if (fault === "slow") faults.slowMillis = slowStatement
          else faults[fault === "failed" ? "before" : "after"] = storeFaultChance
        },
        () => Object.assign(this.#simulation.stores.faults, { before: 0, after: 0, slowMillis: 0 })
      ),
    Crashes: ({ process, seconds, statements }) => {
      this.crashes += 1
      this.#simulation.processes[process]?.crash(seconds * 1_000, statements)
    },
    Restarts: ({ process, seconds }) => this.#simulation.processes[process]?.restart(seconds * 1_000),
    ClockJumps: ({ millis, process }) => {
      const jumping = this.#simulation.processes[process]
      jumping?.jump(millis)
      this.#simulation.clockAhead = Math.max(this.#simulation.clockAhead, jumping?.skew ?? 0)
    }
  })

  #act(index: number, act: (person: Person) => void): void {
    const person = this.#simulation.cast.people[index]
    if (person !== undefined) act(person)
  }

  #operate(index: number, act: (business: Business) => void): void {
    const business = this.#simulation.cast.businesses[index]
    if (business !== undefined) act(business)
  }
}
