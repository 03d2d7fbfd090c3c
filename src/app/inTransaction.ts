import { Cause, Effect, Option } from "effect"
import { CannotJoinTransaction, OpenTransaction } from "../ports/process/OpenTransaction.ts"
import { Transaction } from "../ports/process/Transaction.ts"

const refusalOf = <E>({ reasons }: Cause.Cause<E>): Option.Option<CannotJoinTransaction> => {
  for (const reason of reasons) {
    if (Cause.isDieReason(reason) && reason.defect instanceof CannotJoinTransaction) return Option.some(reason.defect)
  }
  return Option.none()
}

/**
 * Runs use cases in one transaction: all of their changes are committed together, or none. In an open transaction of
 * the program's client, they are part of it, and a failure undoes only them. A use case that cannot be part of a
 * transaction fails with `CannotJoinTransaction`, and has done nothing (contract: Use cases in a transaction of the
 * program).
 */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | CannotJoinTransaction, R | Transaction> =>
  Effect.flatMap(Transaction, ({ open }) =>
    Effect.catchCause(open(effect), (cause): Effect.Effect<never, E | CannotJoinTransaction> =>
      Option.match(refusalOf(cause), { onNone: () => Effect.failCause(cause), onSome: Effect.fail })
    )
  )

/** Refuses an open transaction for a call with an effect that no rollback undoes. */
export const outsideTransaction = (call: string): Effect.Effect<void> =>
  Effect.flatMap(OpenTransaction, (open) =>
    open === null ? Effect.void : Effect.die(new CannotJoinTransaction({ call, reason: "outside effect" }))
  )
