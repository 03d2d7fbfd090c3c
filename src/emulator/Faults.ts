import { Context, Effect, Layer, Option, Random, Ref } from "effect"
import type { Channel } from "../domain/conversation/Channel.ts"
import { type FaultRule, type FaultScript, isSendMode, type WebhookMode } from "./FaultRule.ts"
import { type Draw, drawFate, type Fate } from "./webhooks/Fate.ts"

/** The current script: its seed and the remaining rules. */
export type FaultsLeft = Required<FaultScript>

/** The faults to inject. */
export class Faults extends Context.Service<
  Faults,
  {
    readonly left: Effect.Effect<FaultsLeft>
    /** Begins anew with the rules; the same script and the same happenings draw the same faults. */
    replace(script: FaultScript): Effect.Effect<void>
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

const usedOnce = (rule: FaultRule): ReadonlyArray<FaultRule> => {
  if (rule.times === undefined) return [rule]
  return rule.times === 1 ? [] : [{ ...rule, times: rule.times - 1 }]
}

const happens = ({ probability }: FaultRule, draw: Draw): boolean => probability === undefined || draw() < probability

interface State extends FaultsLeft {
  readonly draw: Draw
}

/** The first rule that matches and is drawn, and the remaining rules. */
const takeFirst = (state: State, fitting: (rule: FaultRule) => boolean): readonly [Option.Option<FaultRule>, State] => {
  const index = state.rules.findIndex((rule) => fitting(rule) && happens(rule, state.draw))
  const rule = Option.fromUndefinedOr(state.rules[index])
  return Option.isNone(rule)
    ? [rule, state]
    : [rule, { ...state, rules: state.rules.toSpliced(index, 1, ...usedOnce(rule.value)) }]
}

/** What follows a send is decided with the send, the rest when a report is on its way. */
const ofSends: ReadonlySet<WebhookMode> = new Set(["skipDelivered", "echo"])

const isOfWay = ({ mode }: FaultRule): boolean => !isSendMode(mode) && !ofSends.has(mode)

/** Every rule that matches and is drawn, and the remaining rules. */
const takeAll = (state: State, channel: Channel): readonly [ReadonlyArray<FaultRule>, State] => {
  const happening = state.rules.filter(
    (rule) => isOfWay(rule) && (rule.channel ?? channel) === channel && happens(rule, state.draw)
  )
  const rules = state.rules.flatMap((rule) => (happening.includes(rule) ? usedOnce(rule) : [rule]))
  return [happening, { ...state, rules }]
}

const begin = Effect.fnUntraced(function* ({ rules, seed }: FaultScript) {
  const sown = seed ?? (yield* Random.nextIntBetween(0, 2 ** 31))
  const random = yield* Random.withSeed(Random.Random, sown)
  return { seed: sown, rules, draw: () => random.nextDoubleUnsafe() }
})

const make = Effect.fnUntraced(function* (script: FaultScript) {
  const state = yield* Ref.make<State>(yield* begin(script))
  const first = (fitting: (rule: FaultRule) => boolean) => Ref.modify(state, (now) => takeFirst(now, fitting))

  return Faults.of({
    left: Effect.map(Ref.get(state), ({ rules, seed }) => ({ seed, rules })),
    replace: (next) => Effect.flatMap(begin(next), (begun) => Ref.set(state, begun)),
    take: (channel, recipients) => first((rule) => isSendMode(rule.mode) && fits(rule, channel, recipients)),
    strikes: (mode, channel, recipients) =>
      Effect.map(
        first((rule) => rule.mode === mode && fits(rule, channel, recipients)),
        Option.isSome
      ),
    fate: (channel) =>
      Ref.modify(state, (now) => {
        const [happening, left] = takeAll(now, channel)
        return [drawFate(happening, now.draw), left]
      })
  })
})

export const layer = (script: FaultScript = { rules: [] }): Layer.Layer<Faults> => Layer.effect(Faults, make(script))
