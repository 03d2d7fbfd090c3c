import { Context, Effect, Layer, Option, Random, Ref } from "effect"
import type { Channel } from "../src/domain/conversations/Channel.ts"
import { Changes } from "./Changes.ts"
import { type FaultRule, FaultScript, isSendMode, maxRules, type WebhookMode } from "./FaultRule.ts"
import { savedPart, SavedState } from "./SavedState.ts"
import { type Draw, drawFate, type Fate } from "./webhooks/Fate.ts"

/** The current script: its seed and the remaining rules. */
export type FaultsLeft = Required<FaultScript>

/** A rule that is armed. Its `times` counts down. */
export interface ArmedFault {
  /** Counted from 1 in each process. */
  readonly id: number
  readonly rule: FaultRule
  /** How often it has acted. */
  readonly acted: number
}

/** The faults to inject. */
export class Faults extends Context.Service<
  Faults,
  {
    readonly left: Effect.Effect<FaultsLeft>
    readonly armed: Effect.Effect<ReadonlyArray<ArmedFault>>
    /** Begins anew with the rules; the same script and the same happenings draw the same faults. */
    replace(script: FaultScript): Effect.Effect<void>
    /** Adds a rule after the others, which stay. None when there are as many as a script may have. */
    arm(rule: FaultRule): Effect.Effect<Option.Option<ArmedFault>>
    /** Takes a rule away: false when it is not armed, or no longer. */
    disarm(id: number): Effect.Effect<boolean>
    /** The fault of a send to a person known by any of these names; it is used up by this. */
    take(channel: Channel, recipients: ReadonlyArray<string>): Effect.Effect<Option.Option<FaultRule>>
    /** Whether this is to happen with what follows a send to a person known by any of these names. */
    strikes(mode: "skipDelivered" | "echo", channel: Channel, recipients: ReadonlyArray<string>): Effect.Effect<boolean>
    /** What happens to a report about the channel on its way. */
    fate(channel: Channel): Effect.Effect<Fate>
  }
>()("emulator/Faults") {}

/** Two ways to write a phone number are equal; ids with letters are only equal to themselves. */
const comparable = (recipient: string): string =>
  /[a-z]/i.test(recipient) ? recipient : recipient.replaceAll(/\D/g, "")

const fits = (rule: FaultRule, channel: Channel, recipients: ReadonlyArray<string>): boolean =>
  (rule.channel === undefined || rule.channel === channel) &&
  (rule.to === undefined || recipients.map(comparable).includes(comparable(rule.to)))

const usedOnce = (fault: ArmedFault): ReadonlyArray<ArmedFault> => {
  const acted = fault.acted + 1
  const { times, ...rule } = fault.rule
  if (times === undefined) return [{ ...fault, acted }]
  return times === 1 ? [] : [{ ...fault, acted, rule: { ...rule, times: times - 1 } }]
}

const happens = ({ probability }: FaultRule, draw: Draw): boolean => probability === undefined || draw() < probability

interface State {
  readonly seed: number
  readonly armed: ReadonlyArray<ArmedFault>
  readonly draw: Draw
}

/** The first rule that matches and is drawn, and the remaining rules. */
const takeFirst = (state: State, fitting: (rule: FaultRule) => boolean): readonly [Option.Option<FaultRule>, State] => {
  const index = state.armed.findIndex(({ rule }) => fitting(rule) && happens(rule, state.draw))
  const fault = state.armed[index]
  return fault === undefined
    ? [Option.none(), state]
    : [Option.some(fault.rule), { ...state, armed: state.armed.toSpliced(index, 1, ...usedOnce(fault)) }]
}

/** What follows a send is decided with the send, the rest when a report is on its way. */
const ofSends: ReadonlySet<WebhookMode> = new Set(["skipDelivered", "echo"])

const isOfWay = ({ mode }: FaultRule): boolean => !isSendMode(mode) && !ofSends.has(mode)

/** Every rule that matches and is drawn, and the remaining rules. */
const takeAll = (state: State, channel: Channel): readonly [ReadonlyArray<FaultRule>, State] => {
  const happening = state.armed.filter(
    ({ rule }) => isOfWay(rule) && (rule.channel ?? channel) === channel && happens(rule, state.draw)
  )
  if (happening.length === 0) return [[], state]
  const armed = state.armed.flatMap((fault) => (happening.includes(fault) ? usedOnce(fault) : [fault]))
  return [happening.map(({ rule }) => rule), { ...state, armed }]
}

const part = savedPart("faults", FaultScript)

const make = Effect.fnUntraced(function* (script: FaultScript) {
  const { touch } = yield* Changes
  const lastId = yield* Ref.make(0)
  const nextId = Ref.updateAndGet(lastId, (id) => id + 1)
  const armedOf = (rule: FaultRule) => Effect.map(nextId, (id): ArmedFault => ({ id, rule, acted: 0 }))

  const begin = Effect.fnUntraced(function* ({ rules, seed }: FaultScript) {
    const sown = seed ?? (yield* Random.nextIntBetween(0, 2 ** 31))
    const random = yield* Random.withSeed(Random.Random, sown)
    return { seed: sown, armed: yield* Effect.forEach(rules, armedOf), draw: () => random.nextDoubleUnsafe() }
  })

  const state = yield* Ref.make<State>(yield* begin(script))
  /** Acts on the rules, and says so when one of them acted. */
  const act = <A>(how: (now: State) => readonly [A, State]) =>
    Effect.flatMap(
      Ref.modify(state, (now) => {
        const [result, next] = how(now)
        return [{ result, acted: next !== now }, next]
      }),
      ({ acted, result }) => Effect.as(acted ? touch("faults") : Effect.void, result)
    )
  const first = (fitting: (rule: FaultRule) => boolean) => act((now) => takeFirst(now, fitting))

  const left = Effect.map(Ref.get(state), ({ armed, seed }) => ({ seed, rules: armed.map(({ rule }) => rule) }))
  const replace = (next: FaultScript) =>
    Effect.andThen(
      Effect.flatMap(begin(next), (begun) => Ref.set(state, begun)),
      touch("faults")
    )
  yield* (yield* SavedState).register({
    name: part.name,
    read: Effect.flatMap(left, part.toJson),
    stage: (json) => Effect.map(part.fromJson(json), replace)
  })

  return Faults.of({
    left,
    armed: Effect.map(Ref.get(state), ({ armed }) => armed),
    replace,
    arm: Effect.fnUntraced(function* (rule) {
      const fault = yield* armedOf(rule)
      return yield* act((now) =>
        now.armed.length < maxRules
          ? [Option.some(fault), { ...now, armed: [...now.armed, fault] }]
          : [Option.none(), now]
      )
    }),
    disarm: (id) =>
      act((now) => {
        const armed = now.armed.filter((fault) => fault.id !== id)
        return armed.length === now.armed.length ? [false, now] : [true, { ...now, armed }]
      }),
    take: (channel, recipients) => first((rule) => isSendMode(rule.mode) && fits(rule, channel, recipients)),
    strikes: (mode, channel, recipients) =>
      Effect.map(
        first((rule) => rule.mode === mode && fits(rule, channel, recipients)),
        Option.isSome
      ),
    fate: (channel) =>
      act((now) => {
        const [happening, left] = takeAll(now, channel)
        return [drawFate(happening, now.draw), left]
      })
  })
})

export const layer = (script: FaultScript = { rules: [] }): Layer.Layer<Faults> => Layer.effect(Faults, make(script))
