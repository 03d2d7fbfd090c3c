import { DateTime, Effect, Layer, Option } from "effect"
import {
  type KeyedCall,
  type KnownCall,
  type StoredAnswer,
  keyRetention
} from "../../../domain/sends/IdempotencyKey.ts"
import type { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { IdempotencyKeys, type NamedKey } from "../../../ports/sends/SendLedger.ts"
import type { State, Step, StoredKey } from "../State.ts"
import { World } from "../World.ts"

const isOf =
  (organizationId: OrganizationId, { api, key }: NamedKey) =>
  (stored: StoredKey): boolean =>
    stored.organizationId === organizationId && stored.api === api && stored.key === key

const isFree = ({ takenAt }: StoredKey, at: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(takenAt, DateTime.subtractDuration(at, keyRetention))

/** The stored key; undefined if the key is free at the instant. */
export const storedKey = (
  { idempotencyKeys }: State,
  organizationId: OrganizationId,
  key: NamedKey,
  at: DateTime.Utc
): StoredKey | undefined => idempotencyKeys.find((stored) => isOf(organizationId, key)(stored) && !isFree(stored, at))

/** Adds the key of the call. */
export const withKey = (
  state: State,
  organizationId: OrganizationId,
  { api, fingerprint, key }: KeyedCall,
  { messageId, takenAt }: { readonly messageId: MessageId | null; readonly takenAt: DateTime.Utc }
): State => {
  const others = state.idempotencyKeys.filter((stored) => !isOf(organizationId, { api, key })(stored))
  const claimed = { organizationId, api, key, fingerprint, messageId, takenAt, answer: null, isLost: false }
  return { ...state, idempotencyKeys: [...others, claimed] }
}

const messageOf = ({ messages }: State, { messageId, organizationId }: StoredKey) =>
  messages.find(({ id, organizationId: owner }) => id === messageId && owner === organizationId)

const knownOf = (state: State, stored: StoredKey): KnownCall => {
  const { answer, fingerprint, isLost, takenAt } = stored
  const message = messageOf(state, stored)
  const send =
    message === undefined
      ? null
      : {
          messageId: message.id,
          contactId: message.contactId,
          conversationId: message.conversationId,
          platformMessageId: message.platformMessageId,
          status: message.status,
          failure: message.failure
        }
  return { fingerprint, takenAt, answer, isLost, send }
}

const find =
  (organizationId: OrganizationId, key: NamedKey, at: DateTime.Utc) =>
  (state: State): Option.Option<KnownCall> =>
    Option.map(Option.fromUndefinedOr(storedKey(state, organizationId, key, at)), (stored) => knownOf(state, stored))

const take =
  (organizationId: OrganizationId, call: KeyedCall, at: DateTime.Utc): Step<Option.Option<KnownCall>> =>
  (state) => {
    const known = find(organizationId, call, at)(state)
    return [
      Effect.succeed(known),
      Option.isSome(known) ? state : withKey(state, organizationId, call, { messageId: null, takenAt: at })
    ]
  }

/** Whether the row belongs to the call and has no answer. */
const isOpen =
  (organizationId: OrganizationId, call: KeyedCall) =>
  (stored: StoredKey): boolean =>
    isOf(organizationId, call)(stored) && stored.fingerprint === call.fingerprint && stored.answer === null

const settle =
  (organizationId: OrganizationId, call: KeyedCall, answer: StoredAnswer | null): Step<void> =>
  (state) => {
    const idempotencyKeys = state.idempotencyKeys.map((stored) =>
      isOpen(organizationId, call)(stored) && stored.messageId === null
        ? { ...stored, answer, isLost: answer === null }
        : stored
    )
    return [Effect.void, { ...state, idempotencyKeys }]
  }

const release =
  (organizationId: OrganizationId, call: KeyedCall): Step<void> =>
  (state) => {
    const isSent = (stored: StoredKey): boolean => {
      const message = messageOf(state, stored)
      return message !== undefined && message.failure?._tag !== "Rejected"
    }
    const idempotencyKeys = state.idempotencyKeys.filter(
      (stored) => !isOpen(organizationId, call)(stored) || stored.isLost || isSent(stored)
    )
    return [Effect.void, { ...state, idempotencyKeys }]
  }

const purge =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const gone = new Set(
      state.idempotencyKeys
        .filter(({ takenAt }) => DateTime.isLessThan(takenAt, before))
        .toSorted((one, other) => one.takenAt.epochMilliseconds - other.takenAt.epochMilliseconds)
        .slice(0, limit)
    )
    return [
      Effect.succeed(gone.size),
      { ...state, idempotencyKeys: state.idempotencyKeys.filter((stored) => !gone.has(stored)) }
    ]
  }

export const layer = Layer.effect(
  IdempotencyKeys,
  Effect.map(World, (world) =>
    IdempotencyKeys.of({
      take: (organizationId, call, at) => world.step("IdempotencyKeys.take", take(organizationId, call, at)),
      find: (organizationId, key, at) => world.read("IdempotencyKeys.find", find(organizationId, key, at)),
      settle: (organizationId, call, answer) =>
        world.step("IdempotencyKeys.settle", settle(organizationId, call, answer)),
      release: (organizationId, call) => world.step("IdempotencyKeys.release", release(organizationId, call)),
      purge: (before, limit) => world.step("IdempotencyKeys.purge", purge(before, limit))
    })
  )
)
