import { Cause, Effect, Exit, Layer, Option, Redacted, Result } from "effect"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryWorld from "../../src/adapters/memory/World.ts"
import { changeSettings } from "../../src/app/access/organizations.ts"
import { defaultStopWords } from "../../src/domain/contacts/StopWords.ts"
import { createForProvider } from "../../src/app/access/provisionOrganization.ts"
import { revokeApiKey, listApiKeys } from "../../src/app/access/apiKeys.ts"
import { changePlan } from "../../src/app/access/organizations.ts"
import { closeConversation, readConversation } from "../../src/app/conversations/conversations.ts"
import { acceptInbound } from "../../src/app/inbound/acceptInbound.ts"
import { CurrentCall, type Sent } from "../../src/app/sends/callOnce.ts"
import { sendDirectMessage } from "../../src/app/sends/directMessages.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { registerWebhook, rotateWebhookSecret } from "../../src/app/webhooks/webhooks.ts"
import { emailAddressOf } from "../../src/domain/access/Member.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import { type EventId, OrganizationId } from "../../src/domain/Ids.ts"
import { composeMessenger } from "../../src/domain/messages/messenger/composeMessenger.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { IdempotencyKey } from "../../src/domain/sends/IdempotencyKey.ts"
import type { Delivery } from "../../src/domain/webhooks/Delivery.ts"
import { EventType, PostbackType } from "../../src/domain/webhooks/Event.ts"
import { Callers } from "./Callers.ts"
import { type Business, type Cast, castOf, type Person } from "./Cast.ts"
import { Dice } from "./Dice.ts"
import { type History, Step, stepText } from "./History.ts"
import {
  type Broken,
  commitInvariants,
  endInvariants,
  hasNoWork,
  orderInvariant,
  stateInvariants
} from "./invariants.ts"
import { Machine, type Owner, RunsWithoutWaiting } from "./Machine.ts"
import type { AcknowledgedSend, Check, Observations, Violation } from "./Observations.ts"
import { type Ports, type Running, SimulatedProcess, type Surroundings } from "./SimulatedProcess.ts"
import { SimulatedPlatform } from "./SimulatedPlatform.ts"
import { SimulatedReceivers } from "./SimulatedReceivers.ts"
import { SimulatedShards } from "./SimulatedShards.ts"
import { SimulatedStores } from "./SimulatedStores.ts"
import { SimulatedStreams } from "./SimulatedStreams.ts"

/** Counts of a run. */
export interface Figures {
  readonly steps: number
  readonly messages: number
  readonly events: number
  readonly platformCalls: number
  readonly webhooks: number
  readonly deliveryAttempts: number
  readonly crashes: number
  readonly commits: number
  /** Virtual hours, with those until everything came to rest. */
  readonly hours: number
}

/** The result of a history. */
export interface Run {
  readonly violation: Violation | null
  /** SHA-256 of the trace, in hexadecimal. */
  readonly hash: string
  readonly figures: Figures
  /** The trace, if it was requested. */
  readonly lines: ReadonlyArray<string>
  readonly observations: Observations
}

/** The program around the service in a simulation. */
export interface Program {
  /** The handlers of events in each process. */
  readonly handlers?: Layer.Layer<never, never, Ports>
  readonly overrides?: Layer.Layer<never, never, Ports>
  readonly checks?: Readonly<Record<string, Check>>
  readonly hasLines?: boolean
}

/** The beginning of each simulation. */
const beginning = Date.UTC(2027, 0, 11, 8)

const hourMillis = 3_600_000

/** Interval of the rules about all of the state, in virtual milliseconds. */
const checkMillis = hourMillis / 6

/** Probability that a statement meets the present fault of the stores. */
const storeFaultChance = 0.15

/** Longest delay of a statement while the stores are slow, in milliseconds. */
const slowStatement = 1_500

/** How long everything may take to come to rest, in virtual hours: retries of deliveries take days. */
const restHours = 96

/** Milliseconds until an operator registers a disabled webhook again. */
const registerPause = 60_000

const accessOf = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})

class Simulation {
  readonly machine: Machine
  readonly stores: SimulatedStores
  readonly platform: SimulatedPlatform
  readonly receivers: SimulatedReceivers
  readonly processes: ReadonlyArray<SimulatedProcess>
  violation: Violation | null = null
  readonly #cast: Cast
  readonly #dice: Dice
  readonly #history: History
  readonly #program: Program
  readonly #world: Owner
  readonly #callers: Callers
  readonly #streams: SimulatedStreams
  readonly #received = new Map<EventId, Delivery>()
  readonly #sends: Array<AcknowledgedSend> = []
  readonly #calledKeys = new Set<string>()
  readonly #organizations = new Map<Business, OrganizationId>()
  #commits = 0
  #crashes = 0
  #isFaulty = true

  constructor(history: History, program: Program) {
    this.#history = history
    this.#program = program
    this.#dice = new Dice(`simulation ${history.seed}`)
    this.machine = new Machine(this.#dice.split("order"), beginning, program.hasLines === true)
    this.#world = this.machine.owner("world")
    this.#cast = castOf(history.businesses, history.people)
    this.#callers = new Callers(this.machine, this.#world, this.#dice, () => this.processes)
    this.#streams = new SimulatedStreams(this.machine, this.#world, this.#callers, (business) =>
      accessOf(this.#organizationOf(business))
    )
    const scope = Effect.runSync(Effect.scope.pipe(Effect.scoped))
    const built = Effect.runSync(Layer.buildWithScope(Layer.merge(MemoryWorld.layer(), MemoryMediaStore.layer), scope))
    const { machine } = this
    this.stores = new SimulatedStores(
      machine,
      this.#dice.split("stores"),
      Effect.runSync(Effect.provideContext(MemoryWorld.World, built)),
      (before, after) => {
        this.#commits += 1
        this.#report(commitInvariants(before, after))
      }
    )
    this.platform = new SimulatedPlatform(
      machine,
      this.#dice.split("platform"),
      this.#cast,
      (body, answered) =>
        this.#callers.call(acceptInbound(body), (exit) => answered(exit !== null && Exit.isSuccess(exit))),
      ({ text }) => {
        if (!text.startsWith("key-")) return
        if (this.#calledKeys.has(text)) this.#report([["The platform sends once per idempotency key", text]])
        this.#calledKeys.add(text)
      }
    )
    this.receivers = new SimulatedReceivers(machine, this.#dice.split("receivers"), this.#cast, (delivery) => {
      const { id } = delivery.event
      if (this.#received.has(id)) return
      this.#report(orderInvariant({ state: this.stores.state, received: this.#received }, delivery))
      this.#received.set(id, delivery)
    })
    const surroundings: Surroundings = {
      machine,
      dice: this.#dice,
      stores: this.stores,
      platform: this.platform,
      receivers: this.receivers,
      shards: new SimulatedShards(machine),
      processes: history.processes,
      overrides: program.overrides ?? Layer.empty,
      files: Effect.runSync(Effect.provideContext(MediaStore, built)),
      handlers: program.handlers ?? Layer.empty
    }
    this.processes = Array.from(
      { length: history.processes },
      (_, index) => new SimulatedProcess(surroundings, this.#world, index)
    )
  }

  get elapsed(): number {
    return this.machine.now - beginning
  }

  #report(broken: ReadonlyArray<Broken>): void {
    const [first] = broken
    if (first === undefined || this.violation !== null) return
    this.violation = { at: this.elapsed, rule: first[0], detail: first[1] }
  }

  observe(isOver: boolean): Observations {
    return {
      at: this.elapsed,
      isOver,
      state: this.stores.state,
      written: this.platform.written,
      accepted: this.platform.accepted,
      sends: this.#sends,
      received: this.#received,
      streams: this.#streams.clients,
      organizationOf: (business) => this.#organizationOf(business)
    }
  }

  #organizationOf(business: Business): OrganizationId {
    return this.#organizations.get(business) ?? OrganizationId.make("00000000-0000-7000-8000-000000000000")
  }

  #checkState(isOver: boolean): void {
    const observations = this.observe(isOver)
    this.#report(isOver ? endInvariants(observations) : stateInvariants(observations.state))
    for (const [rule, check] of Object.entries(this.#program.checks ?? {})) {
      this.#report(check(observations).map((detail): Broken => [rule, detail]))
    }
  }

  /** Creates the organizations. Their number is part of the history, so this is no step. */
  setUp(): void {
    for (const process of this.processes) process.start()
    for (const business of this.#cast.businesses) {
      const email = Option.getOrThrow(emailAddressOf(business.email))
      const { accounts, businessAccountId, name } = business
      const account = { displayName: name, token: Redacted.make("token"), pageId: null, businessAccountId: null }
      this.#callers.insist(
        createForProvider({
          name,
          plan: "unlimited",
          owner: { email, name: "Owner", subject: null },
          accounts: [
            { ...account, channel: "whatsapp", externalId: accounts.whatsapp, businessAccountId },
            { ...account, channel: "messenger", externalId: accounts.messenger },
            { ...account, channel: "instagram", externalId: accounts.instagram }
          ]
        }),
        (exit) => {
          if (Exit.isFailure(exit)) return this.#report([["Organizations are created", Cause.pretty(exit.cause)]])
          const { organizationId } = exit.value
          this.#organizations.set(business, organizationId)
          this.#callers.insist(changeSettings(organizationId, { stopWords: defaultStopWords }), () => {})
          this.#register(business)
        }
      )
    }
    this.machine.runUntil(beginning + 1_000, () => false)
  }

  #register(business: Business): void {
    const events = [...EventType.literals, ...PostbackType.literals]
    const request = { url: business.url, events, signingSecret: null }
    this.#callers.insist(registerWebhook(this.#organizationOf(business), request), () => undefined)
  }

  #window(seconds: number, begin: () => void, end: () => void): void {
    if (!this.#isFaulty) return
    begin()
    this.machine.after(this.#world, seconds * 1_000, end)
  }

  #person(index: number): Person | undefined {
    return this.#cast.people[index]
  }

  /** The open conversation of the person. */
  #conversationOf(person: Person) {
    const { conversations, identities } = this.stores.state
    const organizationId = this.#organizationOf(person.business)
    const contact = identities.find(
      (identity) => identity.organizationId === organizationId && identity.value === person.id
    )?.contactId
    return conversations.find(({ contactId, status }) => contactId === contact && status !== "closed")
  }

  #send(person: Person, key: string): void {
    const organizationId = this.#organizationOf(person.business)
    const onReplay = Effect.void
    const call = { api: "developer", key: IdempotencyKey.make(key), fingerprint: key, onReplay } as const
    const to = this.platform.idOf(person)
    const once = <E>(send: Effect.Effect<Sent, E, Running>) =>
      this.#callers.insist(Effect.provideService(send, CurrentCall, call), (exit) => {
        if (Exit.isFailure(exit)) return
        const { platformMessageId } = exit.value
        this.#sends.push({ key, platformMessageId, business: person.business })
      })
    if (person.channel === "whatsapp") {
      return once(sendWhatsApp(organizationId, `+${to}`, WhatsAppContent.cases.Text.make({ text: key })))
    }
    const message = Result.getOrThrow(composeMessenger(person.channel, { type: "text", text: key, to }))
    once(sendDirectMessage(organizationId, person.channel, message))
  }

  readonly #do = Step.match({
    Writes: ({ person, text }) => this.#act(person, (one) => this.platform.act(one, { _tag: "Text", text })),
    SendsPhoto: ({ person }) => this.#act(person, (one) => this.platform.act(one, { _tag: "Photo" })),
    Taps: ({ person }) => this.#act(person, (one) => this.platform.act(one, { _tag: "Tap" })),
    Reacts: ({ person }) =>
      this.#act(person, (one) => {
        const message = this.platform.lastTo(one)
        if (message !== undefined) this.platform.act(one, { _tag: "Reaction", messageId: message.id, emoji: "👍" })
      }),
    ChangesNumber: ({ person }) =>
      this.#act(person, (one) => this.platform.act(one, { _tag: "NumberChange", newId: one.laterId })),
    Blocks: ({ person }) => this.#act(person, (one) => this.platform.block(one)),
    Sends: ({ key, person }) => this.#act(person, (one) => this.#send(one, key)),
    Closes: ({ person }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        const access = accessOf(conversation.organizationId)
        this.#callers.call(closeConversation(access, conversation.id, "done"), () => undefined)
      }),
    MarksRead: ({ person }) =>
      this.#act(person, (one) => {
        const conversation = this.#conversationOf(one)
        if (conversation === undefined) return
        this.#callers.call(readConversation(accessOf(conversation.organizationId), conversation.id), () => undefined)
      }),
    ChangesPlan: ({ business, plan }) =>
      this.#operate(business, (one) =>
        this.#callers.call(changePlan(this.#organizationOf(one), plan), () => undefined)
      ),
    RevokesKey: ({ business }) =>
      this.#operate(business, (one) => {
        const organizationId = this.#organizationOf(one)
        const revoke = Effect.flatMap(listApiKeys(organizationId), (keys) =>
          Effect.forEach(keys, ({ id }) => revokeApiKey(organizationId, id))
        )
        this.#callers.call(revoke, () => undefined)
      }),
    RotatesSecret: ({ business }) =>
      this.#operate(business, (one) =>
        this.#callers.call(rotateWebhookSecret(this.#organizationOf(one)), () => undefined)
      ),
    Follows: ({ business, seconds }) => this.#operate(business, (one) => this.#streams.follow(one, seconds)),
    PlatformFails: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => (this.platform.fault = fault),
        () => (this.platform.fault = null)
      ),
    WebhooksFail: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => (this.platform.webhookFault = fault),
        () => (this.platform.webhookFault = null)
      ),
    ReceiverFails: ({ business, fault, seconds }) =>
      this.#operate(business, (one) =>
        this.#window(
          seconds,
          () => this.receivers.setFault(one, fault),
          () => {
            this.receivers.setFault(one, null)
            this.machine.after(this.#world, registerPause, () => this.#enable(one))
          }
        )
      ),
    StoresFail: ({ fault, seconds }) =>
      this.#window(
        seconds,
        () => {
          const { faults } = this.stores
          if (fault === "slow") faults.slowMillis = slowStatement
          else faults[fault === "failed" ? "before" : "after"] = storeFaultChance
        },
        () => Object.assign(this.stores.faults, { before: 0, after: 0, slowMillis: 0 })
      ),
    Crashes: ({ process, seconds, statements }) => {
      this.#crashes += 1
      this.processes[process]?.crash(seconds * 1_000, statements)
    },
    Restarts: ({ process, seconds }) => this.processes[process]?.restart(seconds * 1_000),
    ClockJumps: ({ millis, process }) => this.processes[process]?.jump(millis)
  })

  #act(index: number, act: (person: Person) => void): void {
    const person = this.#person(index)
    if (person !== undefined) act(person)
  }

  #operate(index: number, act: (business: Business) => void): void {
    const business = this.#cast.businesses[index]
    if (business !== undefined) act(business)
  }

  /** Registers the webhook again if the receiver had it disabled. */
  #enable(business: Business): void {
    const organizationId = this.#organizationOf(business)
    const webhook = this.stores.state.webhooks.find((one) => one.organizationId === organizationId)
    if (webhook?.status === "disabled") this.#register(business)
  }

  /** Plays the steps, and then lets everything come to rest without faults. */
  play(): void {
    const isOver = () => this.violation !== null
    for (const step of this.#history.steps) {
      this.machine.after(this.#world, beginning + 1_000 + step.at - this.machine.now, () => {
        this.machine.trace(this.#world, stepText(step))
        this.#do(step)
      })
    }
    const end = beginning + this.#history.hours * hourMillis
    let checked = this.stores.state
    while (this.machine.now < end && !isOver()) {
      this.machine.runUntil(Math.min(end, this.machine.now + checkMillis), isOver)
      if (isOver() || this.stores.state === checked) continue
      checked = this.stores.state
      this.#checkState(false)
    }
    this.#isFaulty = false
    this.platform.fault = this.platform.webhookFault = null
    Object.assign(this.stores.faults, { before: 0, after: 0, slowMillis: 0 })
    for (const business of this.#cast.businesses) {
      this.receivers.setFault(business, null)
      this.#enable(business)
    }
    if (this.#history.people > 0)
      for (const { business } of this.#streams.clients) this.#streams.follow(business, restHours * 3_600)
    const deadline = this.machine.now + restHours * hourMillis
    let pause = 60_000
    while (!isOver() && this.machine.now < deadline) {
      this.machine.runUntil(this.machine.now + pause, isOver)
      if (this.#isAtRest()) break
      pause = Math.min(2 * pause, 600_000)
    }
    // Streams get what was recorded last.
    this.machine.runUntil(this.machine.now + 30_000, isOver)
    if (!isOver()) this.#checkState(true)
  }

  #isAtRest(): boolean {
    return (
      this.platform.outstanding === 0 &&
      this.#callers.pendingCalls === 0 &&
      this.processes.every(({ isReady }) => isReady) &&
      hasNoWork(this.stores.state)
    )
  }

  get figures(): Figures {
    const { events, messages } = this.stores.state
    return {
      steps: this.#history.steps.length,
      messages: messages.length,
      events: events.length,
      platformCalls: this.platform.calls,
      webhooks: this.platform.webhooks,
      deliveryAttempts: this.receivers.attempts,
      crashes: this.#crashes,
      commits: this.#commits,
      hours: this.elapsed / hourMillis
    }
  }

  fail(rule: string, detail: string): void {
    this.#report([[rule, detail]])
  }
}

/** Runs a history. Equal histories have equal traces. */
export const runHistory = (history: History, program: Program = {}): Run => {
  const simulation = new Simulation(history, program)
  try {
    simulation.setUp()
    simulation.play()
  } catch (error) {
    if (!(error instanceof RunsWithoutWaiting)) throw error
    simulation.fail("Loops of the service wait", error.message)
  }
  return {
    violation: simulation.violation,
    hash: simulation.machine.hash,
    figures: simulation.figures,
    lines: simulation.machine.lines,
    observations: simulation.observe(true)
  }
}
