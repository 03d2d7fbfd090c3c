import { Array, Context, Effect, Layer, Predicate, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OrganizationId } from "../../../domain/Ids.ts"
import { CannotJoinTransaction, canJoin, OpenTransaction } from "../../../ports/process/OpenTransaction.ts"
import { CurrentJoining, type JoinCall, joinCalls } from "../database/joinCalls.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { type Acting, actingFor } from "./Acting.ts"

/**
 * The calls that act for all organizations, by port: they find the organization of a key, an account or a report, or do the
 * work of a worker or an operator. Every other call acts for the organization in its first argument or in its rows.
 */
const forEveryone: Readonly<Record<string, ReadonlyArray<string>>> = {
  AccountChanges: ["list"],
  ApiKeys: ["authenticate"],
  CampaignStore: ["claimTurn", "nextDue", "purge"],
  AuditLog: ["purge"],
  ChannelAccounts: ["route", "ofBusinessAccount", "list"],
  ConversationAgenda: ["endedSnoozes", "nextSnoozeEnd", "dueClosings", "assignmentQueues"],
  Erasures: ["claim", "nextDue", "purge"],
  EventConsumers:
    "register claim release save repair read defer nextDue due fail finish list deadLetters replay discard remove purge".split(
      " "
    ),
  EventFeed: ["purge"],
  IdempotencyKeys: ["purge"],
  Inbox: ["claimParked", "purgeParked"],
  MediaLibrary: ["claim"],
  Memberships: ["ofUser"],
  PendingSends: ["claim", "nextDue", "purge"],
  ProfileLookups: ["claim"],
  Readiness: ["missingKeys"],
  Reports: ["foldAny"],
  RequestLogs: ["purge"],
  RetainedRows: ["retentions"],
  SealedSecrets: ["keys", "reseal"],
  SendLedger: ["expire", "overdue"],
  WebhookStore: ["claimFailing"]
}

/** Prefix of the keys of ports. */
const portPrefix = "effect-parley/ports/"

const isId = Schema.is(OrganizationId)

const organizationsOf = (argument: unknown): ReadonlyArray<OrganizationId> => {
  if (isId(argument)) return [argument]
  const id = Predicate.hasProperty(argument, "organizationId") ? argument.organizationId : null
  return isId(id) ? [id] : []
}

const isFunction = (value: unknown): value is (...args: ReadonlyArray<unknown>) => unknown =>
  typeof value === "function"

/** Calls that open a transaction, or wait for its end. */
const isAround = (name: string, method: string): boolean =>
  name === "Transaction" && (method === "open" || method === "afterCommit")

/**
 * Wraps each method of a service, so that it sets the organizations that its statements act for, and joins the open
 * transaction of the program.
 */
const acting = (name: string, service: object, join: JoinCall): object =>
  Object.fromEntries(
    Object.entries(service).map(([method, value]: readonly [string, unknown]) => {
      if (isAround(name, method)) return [method, value]
      const isForEveryone = forEveryone[name]?.includes(method) === true
      const call = `${name}.${method}`
      const refused = Effect.die(new CannotJoinTransaction({ call, reason: "separate commit" }))
      const joined = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        canJoin(name, method)
          ? join(call, effect)
          : Effect.withFiber((fiber) => (fiber.getRef(OpenTransaction) === null ? effect : refused))
      const withActing = (organizations: Acting, result: unknown): unknown =>
        Effect.isEffect(result) ? joined(actingFor(organizations)(result)) : result
      if (!isFunction(value)) return [method, withActing(isForEveryone ? "everyone" : [], value)]
      return [
        method,
        (...args: ReadonlyArray<unknown>) =>
          withActing(isForEveryone ? "everyone" : organizationsOf(args[0]), value(...args))
      ]
    })
  )

/**
 * Wraps the stores of the layer, so that each call sets the organizations that its statements act for, and is part of the
 * open transaction of the program.
 */
export const actingStores = <Stores, E, R>(
  stores: Layer.Layer<Stores, E, R>
): Layer.Layer<Stores, E, R | SqlClient.SqlClient | ReadShares> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { searches } = yield* ReadShares
      const join = joinCalls(yield* SqlClient.SqlClient, searches, yield* CurrentJoining)
      const { mapUnsafe } = yield* Layer.build(stores)
      const services = Array.fromIterable(mapUnsafe).map(([key, service]: readonly [string, unknown]) => {
        const isPort = key.startsWith(portPrefix) && Predicate.isObject(service)
        return [key, isPort ? acting(key.slice(portPrefix.length), service, join) : service] as const
      })
      return Context.makeUnsafe<Stores>(new Map(services))
    })
  )
