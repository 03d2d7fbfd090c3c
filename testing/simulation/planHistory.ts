import { membersOfBusiness } from "./Cast.ts"
import { Dice } from "./Dice.ts"
import type { History, Step } from "./History.ts"

/** How often something happens, in times an hour; 0 is never. */
export interface FaultRates {
  readonly platform: number
  readonly webhooks: number
  readonly receivers: number
  readonly stores: number
  /** For each process. */
  readonly crashes: number
  /** For each process. */
  readonly restarts: number
  /** For each process. */
  readonly clockJumps: number
  /** Acts of operators, for each business. */
  readonly operators: number
}

/** No fault of any kind. */
export const noFaults: FaultRates = {
  platform: 0,
  webhooks: 0,
  receivers: 0,
  stores: 0,
  crashes: 0,
  restarts: 0,
  clockJumps: 0,
  operators: 0
}

/** Every kind of fault. */
export const allFaults: FaultRates = {
  platform: 2,
  webhooks: 2,
  receivers: 2,
  stores: 1,
  crashes: 1,
  restarts: 0.5,
  clockJumps: 0.5,
  operators: 1
}

/** The size of a history. */
export interface HistoryPlan {
  readonly seed: number
  readonly hours: number
  readonly businesses: number
  readonly people: number
  readonly processes: number
  /** Acts of people and sends of businesses in an hour, all together. */
  readonly messagesPerHour: number
  readonly faults: FaultRates
}

const hourMillis = 3_600_000

/** The instants of events at this rate, in milliseconds. */
const times = (dice: Dice, perHour: number, hours: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  if (perHour <= 0) return found
  for (let at = dice.wait(hourMillis / perHour); at < hours * hourMillis; at += dice.wait(hourMillis / perHour)) {
    found.push(Math.round(at))
  }
  return found
}

/** The length of a fault. */
const someSeconds = (dice: Dice): number => dice.pick([1, 5, 30, 120, 600])

/** The text of a message: sometimes a word that opts the person out or in. */
const textOf = (ordinal: number): string => {
  if (ordinal % 16 === 5) return "Stop!"
  return ordinal % 16 === 13 ? "start" : `text ${ordinal}`
}

const personalStep = (dice: Dice, at: number, person: number, ordinal: number): Step => {
  const chance = dice.next()
  if (chance < 0.5) return { _tag: "Writes", at, person, text: textOf(ordinal) }
  if (chance < 0.84) return { _tag: "Sends", at, person, key: `key-${ordinal}` }
  if (chance < 0.89) return { _tag: "Reacts", at, person }
  if (chance < 0.92) return { _tag: "Taps", at, person }
  if (chance < 0.94) return { _tag: "SendsPhoto", at, person }
  if (chance < 0.965) return { _tag: "MarksRead", at, person }
  if (chance < 0.985) return { _tag: "Closes", at, person }
  return dice.chance(0.5) ? { _tag: "ChangesNumber", at, person } : { _tag: "Blocks", at, person }
}

/** Calls about scheduled sends for each act of a person. */
const scheduledShare = 0.25

const scheduleStep = (dice: Dice, at: number, person: number, ordinal: number): Step => {
  const chance = dice.next()
  const seconds = dice.pick([1, 10, 60, 600, 3_600])
  if (chance < 0.15) return { _tag: "Reschedules", at, person, seconds }
  if (chance < 0.3) return { _tag: "Cancels", at, person }
  return { _tag: "Schedules", at, person, text: `later-${ordinal}`, by: dice.pick(["member", "backend"]), seconds }
}

/** Calls about campaigns for each act of a person. */
const campaignShare = 0.08

const campaignStep = (dice: Dice, at: number, business: number, ordinal: number): Step => {
  if (dice.chance(0.5))
    return { _tag: "ActsOnCampaign", at, business, action: dice.pick(["pause", "resume", "cancel"]) }
  return { _tag: "StartsCampaign", at, business, name: `campaign-${ordinal}`, seconds: dice.pick([0, 0, 10, 600]) }
}

/** Acts of members at their desks for each act of a person. */
const deskShare = 0.3

const deskStep = (dice: Dice, at: number, person: number, business: number): Step => {
  const chance = dice.next()
  const member = dice.below(membersOfBusiness)
  if (chance < 0.35) return { _tag: "Snoozes", at, person, seconds: dice.pick([0, 10, 600, 3_600]) }
  if (chance < 0.5) return { _tag: "Takes", at, person, member }
  if (chance < 0.9) {
    return { _tag: "SetsAvailability", at, business, member, availability: dice.pick(["available", "away"]) }
  }
  const policies = ["manual", "round_robin", "least_busy", "last_assignee"] as const
  return { _tag: "ChangesPolicy", at, business, policy: dice.pick(policies) }
}

const operatorStep = (dice: Dice, at: number, business: number): Step => {
  const chance = dice.next()
  if (chance < 0.2) return { _tag: "RevokesKey", at, business }
  if (chance < 0.5) return { _tag: "RotatesSecret", at, business }
  return { _tag: "ChangesPlan", at, business, plan: dice.pick(["starter", "growth", "unlimited"]) }
}

/** The steps of a plan in the order of their times. Equal plans have equal steps. */
export const planHistory = (plan: HistoryPlan): History => {
  const { businesses, faults, hours, messagesPerHour, people, processes, seed } = plan
  const dice = new Dice(`history ${seed}`)
  const steps: Array<Step> = []
  const each = (name: string, perHour: number, make: (at: number, dice: Dice, ordinal: number) => Step) => {
    const own = dice.split(name)
    for (const [ordinal, at] of times(own, perHour, hours).entries()) steps.push(make(at, own, ordinal))
  }
  if (people > 0) {
    each("people", messagesPerHour, (at, own, ordinal) => personalStep(own, at, own.below(people), ordinal))
  }
  if (people > 0) {
    each("schedules", messagesPerHour * scheduledShare, (at, own, ordinal) =>
      scheduleStep(own, at, own.below(people), ordinal)
    )
  }
  if (people > 0) {
    each("campaigns", messagesPerHour * campaignShare, (at, own, ordinal) =>
      campaignStep(own, at, own.below(businesses), ordinal)
    )
  }
  if (people > 0) {
    each("desks", messagesPerHour * deskShare, (at, own) => deskStep(own, at, own.below(people), own.below(businesses)))
  }
  const acts = steps.map((step) => (step._tag === "Schedules" ? step.at + step.seconds * 1_000 : step.at))
  /** Faults of a moment mostly meet an act, since idle processes lose nothing. */
  const besideAct = (own: Dice, at: number): number => {
    const act = acts[own.below(acts.length)]
    return act !== undefined && own.chance(0.7) ? Math.max(0, Math.round(act + own.between(-300, 1_500))) : at
  }
  each("platform", faults.platform, (at, own) => ({
    _tag: "PlatformFails",
    at,
    fault: own.pick(["slow", "unreached", "unanswered", "refused", "throttled"]),
    seconds: someSeconds(own)
  }))
  each("webhooks", faults.webhooks, (at, own) => ({
    _tag: "WebhooksFail",
    at,
    fault: own.pick(["late", "doubled", "batched"]),
    seconds: someSeconds(own)
  }))
  each("stores", faults.stores, (at, own) => ({
    _tag: "StoresFail",
    at: besideAct(own, at),
    fault: own.pick(["slow", "failed", "unanswered"]),
    seconds: own.pick([1, 5, 20])
  }))
  for (let business = 0; business < businesses; business++) {
    each(`receiver ${business}`, faults.receivers / businesses, (at, own) => ({
      _tag: "ReceiverFails",
      at,
      business,
      fault: own.pick(["slow", "unreached", "unanswered", "500", "500", "410"]),
      seconds: someSeconds(own)
    }))
    each(`operator ${business}`, faults.operators, (at, own) => operatorStep(own, at, business))
    if (people > 0) {
      each(`follower ${business}`, 2, (at, own) => ({ _tag: "Follows", at, business, seconds: own.pick([10, 120]) }))
    }
  }
  for (let process = 0; process < processes; process++) {
    each(`crash ${process}`, faults.crashes, (at, own) => ({
      _tag: "Crashes",
      at: besideAct(own, at),
      process,
      // Most work of a process takes an instant, in which a crash at a random time would never be.
      statements: own.chance(0.7) ? 1 + own.below(20) : 0,
      seconds: own.pick([1, 10, 60])
    }))
    each(`restart ${process}`, faults.restarts, (at) => ({ _tag: "Restarts", at, process, seconds: 2 }))
    each(`clock ${process}`, faults.clockJumps, (at, own) => ({
      _tag: "ClockJumps",
      at,
      process,
      millis: own.pick([-60_000, -5_000, 5_000, 60_000])
    }))
  }
  return { seed, hours, businesses, people, processes, steps: steps.toSorted((one, other) => one.at - other.at) }
}
