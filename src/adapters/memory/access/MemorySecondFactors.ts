import * as RefreshToken from "../../identity/RefreshToken.ts"
import { Effect, Layer, Option, type Redacted, Struct } from "effect"
import { Hex } from "effect/encoding"
import { type Factor, needsSecondFactor } from "../../../domain/access/SecondFactor.ts"
import type { FactorId, UserId } from "../../../domain/Ids.ts"
import { SecondFactors } from "../../../ports/access/SignIns.ts"
import type { State, Step, StoredFactor } from "../State.ts"
import { World } from "../World.ts"

const hashOf = (code: Redacted.Redacted) => Hex.encode(RefreshToken.hash(code))

const isIt =
  (userId: UserId, factorId: FactorId) =>
  (stored: StoredFactor): boolean =>
    stored.userId === userId && stored.id === factorId

const view = (stored: StoredFactor): Factor => Struct.omit(stored, ["key", "lastStep"])

const listOf = ({ factors }: State, userId: UserId) => factors.filter((stored) => stored.userId === userId).map(view)

const withoutCodes = (state: State, userId: UserId): State => ({
  ...state,
  recoveryCodes: state.recoveryCodes.filter((code) => code.userId !== userId)
})

const changed = (state: State, userId: UserId, factorId: FactorId, change: (factor: StoredFactor) => StoredFactor) => ({
  ...state,
  factors: state.factors.map((stored) => (isIt(userId, factorId)(stored) ? change(stored) : stored))
})

const useStep =
  (userId: UserId, factorId: FactorId, used: number): Step<boolean> =>
  (state) => {
    const factor = state.factors.find(isIt(userId, factorId))
    if (factor === undefined || (factor.lastStep !== null && factor.lastStep >= used)) {
      return [Effect.succeed(false), state]
    }
    return [Effect.succeed(true), changed(state, userId, factorId, (stored) => ({ ...stored, lastStep: used }))]
  }

const remove =
  (userId: UserId, factorId: FactorId): Step<boolean> =>
  (state) => {
    const isThere = state.factors.some(isIt(userId, factorId))
    const after = { ...state, factors: state.factors.filter((stored) => !isIt(userId, factorId)(stored)) }
    return [Effect.succeed(isThere), needsSecondFactor(listOf(after, userId)) ? after : withoutCodes(after, userId)]
  }

const useRecoveryCode =
  (userId: UserId, code: Redacted.Redacted): Step<boolean> =>
  (state) => {
    const hash = hashOf(code)
    const recoveryCodes = state.recoveryCodes.filter((stored) => stored.userId !== userId || stored.hash !== hash)
    return [Effect.succeed(recoveryCodes.length < state.recoveryCodes.length), { ...state, recoveryCodes }]
  }

export const layer = Layer.effect(
  SecondFactors,
  Effect.map(World, ({ read, step }) =>
    SecondFactors.of({
      list: (userId) => read("SecondFactors.list", (state) => listOf(state, userId)),
      enrol: (factor, key) =>
        step("SecondFactors.enrol", (state) => {
          const others = state.factors.filter(({ status, userId }) => userId !== factor.userId || status === "verified")
          return [Effect.void, { ...state, factors: [...others, { ...factor, key, lastStep: null }] }]
        }),
      keyOf: (userId, factorId) =>
        read("SecondFactors.keyOf", ({ factors }) =>
          Option.map(Option.fromUndefinedOr(factors.find(isIt(userId, factorId))), ({ key, lastStep }) => ({
            key,
            lastStep
          }))
        ),
      useStep: (userId, factorId, used) => step("SecondFactors.useStep", useStep(userId, factorId, used)),
      verify: (userId, factorId, at) =>
        step("SecondFactors.verify", (state) => [
          Effect.void,
          changed(state, userId, factorId, (stored) => ({ ...stored, status: "verified", updatedAt: at }))
        ]),
      remove: (userId, factorId) => step("SecondFactors.remove", remove(userId, factorId)),
      removeAll: (userId) =>
        step("SecondFactors.removeAll", (state) => [
          Effect.succeed(listOf(state, userId).length),
          withoutCodes({ ...state, factors: state.factors.filter((stored) => stored.userId !== userId) }, userId)
        ]),
      setRecoveryCodes: (userId, codes) =>
        step("SecondFactors.setRecoveryCodes", (state) => {
          const { recoveryCodes } = withoutCodes(state, userId)
          const added = codes.map((code) => ({ userId, hash: hashOf(code) }))
          return [Effect.void, { ...state, recoveryCodes: [...recoveryCodes, ...added] }]
        }),
      useRecoveryCode: (userId, code) => step("SecondFactors.useRecoveryCode", useRecoveryCode(userId, code)),
      countRecoveryCodes: (userId) =>
        read(
          "SecondFactors.countRecoveryCodes",
          ({ recoveryCodes }) => recoveryCodes.filter((code) => code.userId === userId).length
        )
    })
  )
)
