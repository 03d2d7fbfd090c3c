import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { Channel } from "../../domain/Channel.ts"

/** The modes that are about a code of the platform; the others are about the line. */
const codedModes: ReadonlySet<string> = new Set(["sync", "async"])

/**
 * Something that goes wrong with sends.
 *
 * - `sync`: the send is refused with the code.
 * - `async`: the send is accepted, and a `failed` status with the code follows by webhook; on Messenger and Instagram,
 *   which know no such report, nothing follows.
 * - `garbled`: a proxy's 502 page comes back, which is no JSON.
 * - `timeout`: no answer comes; after `heldFor` the connection is closed.
 * - `disconnect`: the connection is closed at once, without an answer.
 *
 * With the last three the platform has not sent the message.
 */
export class FaultRule extends Schema.Opaque<FaultRule>()(
  Schema.Struct({
    /** Sends of this channel only. */
    channel: Schema.optionalKey(Channel),
    /** Sends to this recipient only; phone numbers are compared as digits. */
    to: Schema.optionalKey(Schema.NonEmptyString),
    code: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
    subcode: Schema.optionalKey(Schema.Int),
    mode: Schema.Literals(["sync", "async", "garbled", "timeout", "disconnect"]),
    /** How often it happens still; without it, always. */
    times: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
  }).check(
    Schema.makeFilter(({ code, mode }) =>
      code === undefined && codedModes.has(mode)
        ? { path: ["code"], issue: `is required when mode is ${mode}` }
        : undefined
    )
  )
) {}

/** What is to go wrong. The first rule that fits a send decides. */
export class Faults extends Context.Service<
  Faults,
  {
    /** The rules with what is left of them. */
    readonly rules: Effect.Effect<ReadonlyArray<FaultRule>>
    replace(rules: ReadonlyArray<FaultRule>): Effect.Effect<void>
    /** The fault of a send to a person known by any of these names; it is used up by this. */
    take(channel: Channel, recipients: ReadonlyArray<string>): Effect.Effect<Option.Option<FaultRule>>
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

export const layer: Layer.Layer<Faults> = Layer.effect(
  Faults,
  Effect.map(Ref.make<ReadonlyArray<FaultRule>>([]), (rules) =>
    Faults.of({
      rules: Ref.get(rules),
      replace: (next) => Ref.set(rules, next),
      take: (channel, recipients) =>
        Ref.modify(rules, (all) => {
          const index = all.findIndex((rule) => fits(rule, channel, recipients))
          const rule = Option.fromUndefinedOr(all[index])
          return [rule, Option.isNone(rule) ? all : all.toSpliced(index, 1, ...usedOnce(rule.value))]
        })
    })
  )
)
