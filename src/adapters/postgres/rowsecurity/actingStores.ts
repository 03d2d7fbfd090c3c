import { Array, Context, Effect, Layer, Predicate, Schema } from "effect"
import { OrganizationId } from "../../../domain/Ids.ts"
import { type Acting, actingFor } from "./Acting.ts"

/**
 * The calls that act for all organizations, by port: they find the organization of a key, an account or a report, or do the
 * work of a worker or an operator. Every other call acts for the organization in its first argument or in its rows.
 */
const forEveryone: Readonly<Record<string, ReadonlyArray<string>>> = {
  AccountChanges: ["list"],
  ApiKeys: ["authenticate"],
  ChannelAccounts: ["route", "ofBusinessAccount", "list"],
  EventConsumers:
    "register claim release save repair read defer nextDue due fail finish list deadLetters replay discard remove purge".split(
      " "
    ),
  EventFeed: ["purge"],
  IdempotencyKeys: ["purge"],
  Inbox: ["claimParked", "purgeParked"],
  MediaLibrary: ["claim"],
  Memberships: ["ofUser"],
  ProfileLookups: ["claim"],
  Readiness: ["missingKeys"],
  RequestLogs: ["purge"],
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

const withActing = (acting: Acting, result: unknown): unknown =>
  Effect.isEffect(result) ? actingFor(acting)(result) : result

/** Wraps each method of a service, so that it sets the organizations that its statements act for. */
const acting = (name: string, service: object): object =>
  Object.fromEntries(
    Object.entries(service).map(([method, value]: readonly [string, unknown]) => {
      const isForEveryone = forEveryone[name]?.includes(method) === true
      if (!isFunction(value)) return [method, withActing(isForEveryone ? "everyone" : [], value)]
      const call = (...args: ReadonlyArray<unknown>) =>
        withActing(isForEveryone ? "everyone" : organizationsOf(args[0]), value(...args))
      return [method, call]
    })
  )

/** Wraps the stores of the layer, so that each call sets the organizations that its statements act for. */
export const actingStores = <Stores, E, R>(stores: Layer.Layer<Stores, E, R>): Layer.Layer<Stores, E, R> =>
  Layer.effectContext(
    Effect.map(Layer.build(stores), ({ mapUnsafe }) => {
      const services = Array.fromIterable(mapUnsafe).map(([key, service]: readonly [string, unknown]) => {
        const isPort = key.startsWith(portPrefix) && Predicate.isObject(service)
        return [key, isPort ? acting(key.slice(portPrefix.length), service) : service] as const
      })
      return Context.makeUnsafe<Stores>(new Map(services))
    })
  )
