import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, DateTime, Effect, Layer, Option, Ref, Schema } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import { savedPart, SavedState } from "../SavedState.ts"

/** The platform tells the times of tokens as its clocks show them. */
const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  weekday: "long",
  day: "2-digit",
  month: "short",
  year: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short"
})

/** `Thursday, 29-Jul-21 10:00:00 PDT` */
const told = (time: DateTime.Utc): string => {
  const parts = clock.formatToParts(DateTime.toEpochMillis(time))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ""
  const date = `${part("day")}-${part("month")}-${part("year")}`
  return `${part("weekday")}, ${date} ${part("hour")}:${part("minute")}:${part("second")} ${part("timeZoneName")}`
}

/** What the platform says of a token that has expired. */
export const expiredText = (expiredAt: DateTime.Utc, now: DateTime.Utc): string =>
  `Error validating access token: Session has expired on ${told(expiredAt)}. The current time is ${told(now)}.`

/** The subcode that goes with it. */
export const expiredSubcode = 463

export const TokenState = Schema.Literals(["expired", "valid"])
export type TokenState = typeof TokenState.Type

/** How many tokens can be expired at once; the one that expired first becomes valid again when there are more. */
const maxExpired = 10_000

/** What becomes of the tokens of the seed, and the secret of the app that they were issued to. */
export class Tokens extends Context.Service<
  Tokens,
  {
    /** Makes a token expire now, or good again. A token that is expired stays so since it first was. */
    setState(accessToken: string, state: TokenState): Effect.Effect<void>
    /** Since when the token is no longer good. */
    expiredAt(accessToken: string): Effect.Effect<Option.Option<DateTime.Utc>>
    /** None when the platform knows no secret: then it looks at no proof. */
    setAppSecret(secret: Option.Option<string>): Effect.Effect<void>
    /** Whether this may be the app's secret. */
    isAppSecret(secret: string): Effect.Effect<boolean>
    /** Whether this may be the `appsecret_proof` of the token: its HMAC-SHA256 with the app's secret, in hexadecimal. */
    isProof(accessToken: string, proof: string): Effect.Effect<boolean>
  }
>()("emulator/Tokens") {}

type Expired = ReadonlyMap<string, DateTime.Utc>

const withOne = (expired: Expired, token: string, at: DateTime.Utc): Expired =>
  expired.has(token) ? expired : new Map([...[...expired].slice(-(maxExpired - 1)), [token, at]])

const without = (expired: Expired, token: string): Expired => new Map([...expired].filter(([one]) => one !== token))

const encoder = new TextEncoder()

const part = savedPart("expiredTokens", Schema.ReadonlyMap(Schema.String, Schema.DateTimeUtc))

const make = Effect.fnUntraced(function* (initial: Option.Option<string>) {
  const expired = yield* (yield* SavedState).ref<Expired>(part, new Map(), { isExported: false })
  const appSecret = yield* Ref.make(initial)
  const mac = yield* Mac.Mac

  return Tokens.of({
    setState: (token, state) =>
      Effect.flatMap(DateTime.now, (now) =>
        Ref.update(expired, (all) => (state === "expired" ? withOne(all, token, now) : without(all, token)))
      ),
    expiredAt: (token) => Effect.map(Ref.get(expired), (all) => Option.fromUndefinedOr(all.get(token))),
    setAppSecret: (secret) => Ref.set(appSecret, secret),
    isAppSecret: (given) =>
      Effect.map(Ref.get(appSecret), Option.match({ onNone: () => true, onSome: (secret) => secret === given })),
    isProof: Effect.fnUntraced(function* (token, proof) {
      const secret = yield* Ref.get(appSecret)
      if (Option.isNone(secret)) return true
      const key = yield* Mac.key(Mac.hmacSha256, encoder.encode(secret.value))
      return Hex.encode(yield* mac.sign(key, encoder.encode(token))) === proof.toLowerCase()
    }, Effect.orDie)
  })
})

/** With the app's secret from the start, when there is one. */
export const layer = (appSecret: Option.Option<string>): Layer.Layer<Tokens> =>
  Layer.effect(Tokens, make(appSecret)).pipe(Layer.provide(NodeCrypto.layerMac))
