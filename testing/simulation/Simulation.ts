import { Cause, type Context, Effect, Exit, Layer, Option, Redacted } from "effect"
import type { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import type { ConversationStore } from "../../src/ports/conversations/ConversationStore.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryContactStore from "../../src/adapters/memory/contacts/MemoryContactStore.ts"
import * as MemoryConversationStore from "../../src/adapters/memory/conversations/MemoryConversationStore.ts"
import * as MemoryWorld from "../../src/adapters/memory/World.ts"
import { addMemberBySubject } from "../../src/app/access/members.ts"
import { changeSettings } from "../../src/app/access/organizations.ts"
import { createForProvider } from "../../src/app/access/provisionOrganization.ts"
import { acceptInbound } from "../../src/app/inbound/acceptInbound.ts"
import { createEndpoint } from "../../src/app/webhooks/endpoints.ts"
import { registerWebhook } from "../../src/app/webhooks/webhooks.ts"
import { emailAddressOf, Subject } from "../../src/domain/access/Member.ts"
import type { SettingsChange } from "../../src/domain/access/Organization.ts"
import { weekdays } from "../../src/domain/conversations/workingHours.ts"
import { defaultStopWords } from "../../src/domain/contacts/StopWords.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import { type EventId, OrganizationId } from "../../src/domain/Ids.ts"
import { type Delivery, deliveryKey } from "../../src/domain/webhooks/Delivery.ts"
import { EventType, PostbackType } from "../../src/domain/webhooks/Event.ts"
import { isEndpoint } from "../../src/domain/webhooks/Webhook.ts"
import { Callers } from "./Callers.ts"
import { type Business, type Cast, castOf, memberSubject, membersOfBusiness } from "./Cast.ts"
import { countInvariants, reportedCountInvariants } from "./countInvariants.ts"
import { deskCommitInvariants, deskEndInvariants, deskTexts, isAssignable } from "./deskInvariants.ts"
import { Dice } from "./Dice.ts"
import type { History } from "./History.ts"
import {
  type Broken,
  commitInvariants,
  endInvariants,
  hasNoWork,
  orderInvariant,
  stateInvariants
} from "./invariants.ts"
import { previewInvariants } from "./previewInvariants.ts"
import { reportInvariants } from "./reportInvariants.ts"
import { Machine, type Owner } from "./Machine.ts"
import type { AcknowledgedSend, Check, Observations, Violation } from "./Observations.ts"
import { type Ports, SimulatedProcess, type Surroundings } from "./SimulatedProcess.ts"
import { campaignInvariants, SimulatedCampaigns } from "./SimulatedCampaigns.ts"
import { SimulatedPlatform } from "./SimulatedPlatform.ts"
import { secondUrl, SimulatedReceivers } from "./SimulatedReceivers.ts"
import { scheduleInvariants, SimulatedSchedules } from "./SimulatedSchedules.ts"
import { SimulatedShards } from "./SimulatedShards.ts"
import { SimulatedStores } from "./SimulatedStores.ts"
import { SimulatedStreams } from "./SimulatedStreams.ts"

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

/** Capacity of members by a policy. */
export const deskCapacity = 2

const workingTime = [
  { from: "08:20", to: "09:10" },
  { from: "09:40", to: "23:00" }
]

/** Settings of each organization at the beginning: policies, answers and closings that happen within hours. */
const deskSettings: SettingsChange = {
  ...deskTexts,
  stopWords: defaultStopWords,
  assignment: { policy: "round_robin", capacity: deskCapacity },
  assignOnReply: true,
  workingHours: {
    timeZone: "UTC",
    days: Object.fromEntries(weekdays.map((day) => [day, workingTime])),
    holidays: []
  },
  autoClose: { afterHours: 3, warning: { text: "still there?", hoursBefore: 1 } }
}

/** Milliseconds in which the processes start and the organizations are created. */
const setUpMillis = 1_000

/** The access of an operator, who may do everything. */
export const accessOf = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})

/** The parts of a simulated world, which share a machine, and the rules that they obey. */
export class Simulation {
  readonly machine: Machine
  readonly cast: Cast
  /** Owns what happens outside of the service. */
  readonly world: Owner
  readonly callers: Callers
  readonly stores: SimulatedStores
  readonly platform: SimulatedPlatform
  readonly receivers: SimulatedReceivers
  readonly streams: SimulatedStreams
  readonly processes: ReadonlyArray<SimulatedProcess>
  readonly sends: Array<AcknowledgedSend> = []
  readonly schedules: SimulatedSchedules
  readonly campaigns: SimulatedCampaigns
  /** Maximum lead of the wall clock of a process, in milliseconds. */
  clockAhead = 0
  violation: Violation | null = null
  /** Number of transactions that changed something. */
  commits = 0
  readonly #program: Program
  /** The lists of the stores, which are read without a fault or a wait. */
  readonly #lists: Context.Context<ContactStore | ConversationStore>
  readonly #received = new Map<EventId, Delivery>()
  readonly #receivedByEndpoints = new Map<string, Delivery>()
  readonly #calledKeys = new Set<string>()
  readonly #organizations = new Map<Business, OrganizationId>()

  constructor(history: History, program: Program) {
    this.#program = program
    const dice = new Dice(`simulation ${history.seed}`)
    this.machine = new Machine(dice.split("order"), beginning, program.hasLines === true)
    this.world = this.machine.owner("world")
    this.cast = castOf(history.businesses, history.people)
    this.callers = new Callers(this.machine, this.world, dice, () => this.processes)
    this.streams = new SimulatedStreams(this.machine, this.world, this.callers, (business) =>
      accessOf(this.organizationOf(business))
    )
    this.schedules = new SimulatedSchedules(this.machine, this.callers, ({ business }) => this.organizationOf(business))
    this.campaigns = new SimulatedCampaigns(this.machine, this.callers, (business) => this.organizationOf(business))
    const scope = Effect.runSync(Effect.scope.pipe(Effect.scoped))
    const lists = Layer.merge(MemoryConversationStore.layer, MemoryContactStore.layer)
    const built = Effect.runSync(
      Layer.buildWithScope(Layer.merge(Layer.provideMerge(lists, MemoryWorld.layer()), MemoryMediaStore.layer), scope)
    )
    this.#lists = built
    const { machine } = this
    this.stores = new SimulatedStores(
      machine,
      dice.split("stores"),
      Effect.runSync(Effect.provideContext(MemoryWorld.World, built)),
      (before, after) => {
        this.commits += 1
        this.report(commitInvariants(before, after))
        this.report(deskCommitInvariants(before, after, machine.now + this.clockAhead))
      }
    )
    this.platform = new SimulatedPlatform(
      machine,
      dice.split("platform"),
      this.cast,
      (body, answered) =>
        this.callers.call(acceptInbound(body), (exit) => answered(exit !== null && Exit.isSuccess(exit))),
      (message) => {
        const { text } = message
        this.report(this.schedules.accepted(message, this.clockAhead))
        this.report(this.campaigns.accepted(message))
        if (!text.startsWith("key-")) return
        if (this.#calledKeys.has(text)) this.report([["The platform sends once per idempotency key", text]])
        this.#calledKeys.add(text)
      }
    )
    this.receivers = new SimulatedReceivers(machine, dice.split("receivers"), this.cast, (delivery) => {
      const { id } = delivery.event
      if (delivery.endpointId !== undefined) {
        const key = deliveryKey(delivery)
        if (this.#receivedByEndpoints.has(key)) return
        this.report(orderInvariant({ state: this.stores.state, received: this.#receivedByEndpoints }, delivery))
        this.#receivedByEndpoints.set(key, delivery)
        return
      }
      if (this.#received.has(id)) return
      this.report(orderInvariant({ state: this.stores.state, received: this.#received }, delivery))
      this.#received.set(id, delivery)
    })
    const surroundings: Surroundings = {
      machine,
      dice,
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
      (_, index) => new SimulatedProcess(surroundings, this.world, index)
    )
  }
  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.machine.now - beginning
  }

  /** Records the first broken rule. */
  report(broken: ReadonlyArray<Broken>): void {
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
      sends: this.sends,
      scheduled: this.schedules.sends,
      received: this.#received,
      receivedByEndpoints: this.#receivedByEndpoints,
      streams: this.streams.clients,
      organizationOf: (business) => this.organizationOf(business)
    }
  }

  organizationOf(business: Business): OrganizationId {
    return this.#organizations.get(business) ?? OrganizationId.make("00000000-0000-7000-8000-000000000000")
  }

  /** Checks the rules about all of the state, and those of the program. */
  checkState(isOver: boolean): void {
    const observations = this.observe(isOver)
    const { state } = observations
    this.report(isOver ? endInvariants(observations) : stateInvariants(state))
    this.report(countInvariants(state))
    if (isOver) {
      const { accepted, organizationOf, scheduled } = observations
      this.report(reportedCountInvariants(state, accepted, organizationOf))
      this.report(deskEndInvariants(state, accepted, this.machine.now - this.clockAhead))
      this.report(reportInvariants(state))
      // A port of the program may take sends that the simulated platform never sees.
      if (this.#program.overrides === undefined) {
        this.report(campaignInvariants(state, this.campaigns.started, accepted, this.clockAhead))
        this.report(scheduleInvariants(state, scheduled, accepted))
      }
    }
    for (const { id } of state.organizations) {
      this.report(Effect.runSync(Effect.provideContext(previewInvariants(state, id), this.#lists)))
    }
    for (const [rule, check] of Object.entries(this.#program.checks ?? {})) {
      this.report(check(observations).map((detail): Broken => [rule, detail]))
    }
  }

  /** Starts the processes and creates the organizations. Their number is part of the history, so this is no step. */
  setUp(): void {
    for (const process of this.processes) process.start()
    for (const business of this.cast.businesses) {
      const email = Option.getOrThrow(emailAddressOf(business.email))
      const { accounts, businessAccountId, name } = business
      const account = { displayName: name, token: Redacted.make("token"), pageId: null, businessAccountId: null }
      this.callers.insist(
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
          if (Exit.isFailure(exit)) return this.report([["Organizations are created", Cause.pretty(exit.cause)]])
          const { organizationId } = exit.value
          this.#organizations.set(business, organizationId)
          this.callers.insist(changeSettings(organizationId, deskSettings), () => undefined)
          this.#addMembers(business, organizationId)
          this.register(business)
          // One further endpoint is enough: it shares conversations and the shard with the webhook.
          if (business === this.cast.businesses[0]) this.addEndpoint(business)
        }
      )
    }
    this.machine.runUntil(beginning + setUpMillis, () => false)
  }

  /** Adds the members who take conversations. */
  #addMembers(business: Business, organizationId: OrganizationId): void {
    for (let member = 0; member < membersOfBusiness; member++) {
      const email = Option.getOrThrow(emailAddressOf(`member${member}@business${business.index}.example.com`))
      const fields = { email, name: `Member ${member}`, role: "agent", conversationScope: "all" } as const
      const subject = Subject.make(memberSubject(business, member))
      this.callers.insist(addMemberBySubject(organizationId, fields, subject), () => undefined)
    }
  }

  /** Registers the receiver of the business. */
  register(business: Business): void {
    const events = [...EventType.literals, ...PostbackType.literals]
    const request = { url: business.url, events, signingSecret: null }
    this.callers.insist(registerWebhook(this.organizationOf(business), request), () => undefined)
  }

  /** Adds a further endpoint to the business, for the same events as its webhook. */
  addEndpoint(business: Business): void {
    const request = { url: secondUrl(business), events: [...EventType.literals, ...PostbackType.literals] }
    this.callers.insist(createEndpoint(this.organizationOf(business), request), () => undefined)
  }

  /** Registers the webhook again if the receiver had it disabled. */
  enable(business: Business): void {
    const organizationId = this.organizationOf(business)
    const webhook = this.stores.state.webhooks.find((one) => one.organizationId === organizationId && !isEndpoint(one))
    if (webhook?.status === "disabled") this.register(business)
  }

  /** Whether no work is left, inside or outside of the service. */
  get isAtRest(): boolean {
    return (
      this.platform.outstanding === 0 &&
      this.callers.pendingCalls === 0 &&
      this.processes.every(({ isReady }) => isReady) &&
      hasNoWork(this.stores.state) &&
      !isAssignable(this.stores.state)
    )
  }
}
