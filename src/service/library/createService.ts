import { PgPool, PgTypes } from "@effect/sql-pg"
import { type Context, Effect, Layer, ManagedRuntime, Option, Redacted, Schema, Struct } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as Memory from "../../adapters/memory/Memory.ts"
import { defaultConnections } from "../../adapters/postgres/connections/connectionSizes.ts"
import {
  type ExternalOrganization,
  type NewAccount,
  provisionForProvider
} from "../../app/access/provisionOrganization.ts"
import { inTransaction } from "../../app/inTransaction.ts"
import { emailAddressOf } from "../../domain/access/Member.ts"
import type { EventType } from "../../../client/webhooks/ParleyEvent.ts"
import { toWebHandler, type WebHandler } from "./http.ts"
import { type NodeHandler, nodeHandler } from "./nodeHandler.ts"
import { type EventHandlerOptions, type HandledEvent, onEvent } from "./onEvent.ts"
import * as Postgres from "./Postgres.ts"
import { layer as serviceLayer, type Ports, type Service, type Stores } from "./ServiceLayer.ts"
import type { EmbeddedOptions, PostgresOptions, SecretText, ServiceOptions } from "./ServiceOptions.ts"
import { type UseCases, useCases } from "./useCases.ts"

/** The database of the service. `"memory"` is for tests, and lasts as long as the service. */
export type DatabaseChoice = "memory" | EmbeddedOptions | PostgresOptions

/** The app at the platforms that reports here. */
export interface PlatformApp {
  readonly appSecret: SecretText | ReadonlyArray<SecretText>
  readonly verifyToken: SecretText
}

/** Options of `createService`: those of `Service.layer`, and the database. */
export interface CreateServiceOptions extends ServiceOptions {
  readonly database: DatabaseChoice
  /** `metaAppSecret` and `metaVerifyToken` in one option. */
  readonly whatsapp?: PlatformApp
  /** The path before every path of the service, such as `/messaging`; none by default. */
  readonly prefix?: `/${string}`
  /** Layers that replace ports, such as `MemoryPlatforms.layer` in tests. */
  readonly overrides?: Layer.Layer<never, unknown, Stores>
}

/** An organization to provision, in plain values. */
export interface PlainOrganization extends Omit<ExternalOrganization, "owner" | "accounts"> {
  readonly owner: {
    readonly email: string
    readonly name: string
    readonly subject: ExternalOrganization["owner"]["subject"]
  }
  readonly accounts: ReadonlyArray<Omit<NewAccount, "token"> & { readonly token: string | null }>
}

/** The address is no e-mail address. */
export class OwnerAddressInvalid extends Schema.TaggedError<OwnerAddressInvalid>()("OwnerAddressInvalid", {
  email: Schema.String
}) {}

/** The database has no connection that the program can use: it is in memory or embedded. */
export class NoProgramConnection extends Schema.TaggedError<NoProgramConnection>()("NoProgramConnection", {}) {
  override get message() {
    return "query needs a Postgres server: an embedded database and the memory have no connection for the program"
  }
}

/** A transaction of the program. Its use cases and statements are committed together, or none. */
export interface ServiceTransaction extends UseCases {
  /** Runs a statement of the program on the connection of the transaction, with `$1` for the first value. */
  query(text: string, values?: ReadonlyArray<unknown>): Promise<ReadonlyArray<object>>
}

/**
 * The service for a program without Effect. It starts with the first call or with `start`. Promises reject with the typed
 * failure of the use case, an `Error` with `_tag` and facts, or with the failure of the start.
 */
export interface ParleyService extends UseCases, AsyncDisposable {
  /** Starts the service, with the background work of its roles. */
  start(): Promise<void>
  /** Brings the tables up to date, and ends. A start does this too. */
  migrate(): Promise<void>
  /**
   * Provisions the organization at each start of the program: later calls find it (contract: Organizations at each
   * start).
   */
  ensureOrganization(request: PlainOrganization): Promise<ProvisionedOrganization>
  /**
   * Runs the work in a transaction, which is rolled back if it rejects. Calls of `tx` join it, one after the other; those
   * that cannot reject with `CannotJoinTransaction`. Other calls of the service are not part of it.
   */
  transaction<A>(work: (tx: ServiceTransaction) => Promise<A>): Promise<A>
  /**
   * Handles events in this program until `close`, as `Service.onEvent` does. The signal is aborted when the time of a call is
   * over. Resolves once the position of the name is stored: later events reach the handler.
   */
  onEvent<Type extends EventType = EventType>(
    handler: (event: HandledEvent<Type>, signal: AbortSignal) => PromiseLike<unknown>,
    options: EventHandlerOptions<Type>
  ): Promise<void>
  /** Answers a request below the prefix. */
  readonly handler: WebHandler["handler"]
  /** Answers requests of plain `http`, Express and Connect. */
  toNodeHandler(): NodeHandler
  /** Answers running requests, ends the background work, and closes the database. */
  close(): Promise<void>
}

/** The organization, and its first key, which is shown once. */
export interface ProvisionedOrganization extends Omit<
  Effect.Success<ReturnType<typeof provisionForProvider>>,
  "apiKey"
> {
  readonly apiKey: string | null
}

/** Connections of the pool beyond those that the service takes: transactions of the program. */
const connectionsOfProgram = 5

type Everything = Service | Ports | Stores

/** The stores, and on a server the program's client on their pool. */
const storesOf = (database: DatabaseChoice): Layer.Layer<Stores, unknown> => {
  if (database === "memory") return Memory.layer()
  const isServer = "url" in database || "server" in database || "pool" in database
  if (!isServer) return Postgres.embedded(database)
  if (database.pool !== undefined) return onPool(database.pool, database)
  const { server, url, ...others } = database
  if (server === undefined && url === undefined) return Postgres.layer(database)
  const text = Redacted.isRedacted(url) ? url : url === undefined ? null : Redacted.make(url)
  return Layer.unwrap(
    Effect.map(
      PgPool.make({
        ...server,
        ...(text !== null && { url: text }),
        maxConnections: (database.connections ?? defaultConnections) + connectionsOfProgram,
        types: PgTypes.makeRegistry()
      }),
      (pool) => onPool(pool, others)
    )
  )
}

const onPool = (
  pool: PgPool.PgPool,
  options: Omit<PostgresOptions, "url" | "server" | "pool">
): Layer.Layer<Stores, unknown> => Layer.merge(Postgres.layer({ ...options, pool }), Postgres.sqlClient(pool))

const layerOf = (options: CreateServiceOptions) => {
  const { database, overrides, whatsapp } = options
  const service: ServiceOptions = {
    ...Struct.omit(options, ["database", "overrides", "prefix", "whatsapp"]),
    ...(whatsapp && { metaAppSecret: whatsapp.appSecret, metaVerifyToken: whatsapp.verifyToken })
  }
  const built: Layer.Layer<Service | Ports, unknown, Stores> =
    overrides === undefined ? serviceLayer(service) : serviceLayer({ ...service, overrides })
  return Layer.provideMerge(built, storesOf(database))
}

/** The use cases on promises, in the transaction of the context. */
const transactionOf = (context: Context.Context<Everything>): ServiceTransaction => {
  const run = Effect.runPromiseWith(context)
  return {
    ...useCases(run),
    query: (text, values = []) =>
      run(
        Effect.flatMap(
          Effect.serviceOption(SqlClient.SqlClient),
          (sql): Effect.Effect<ReadonlyArray<object>, SqlError.SqlError | NoProgramConnection> =>
            Option.isNone(sql) ? Effect.fail(new NoProgramConnection()) : sql.value.unsafe<object>(text, values)
        )
      )
  }
}

/** Effect's client opens the transaction on a server, and the stores elsewhere. */
const opened = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (sql) => {
    const joined = inTransaction(effect)
    return Option.isNone(sql) ? joined : sql.value.withTransaction(joined)
  })

const ensured = Effect.fnUntraced(function* ({ accounts, owner, ...request }: PlainOrganization) {
  const email = emailAddressOf(owner.email)
  if (Option.isNone(email)) return yield* new OwnerAddressInvalid({ email: owner.email })
  const made = yield* provisionForProvider({
    ...request,
    owner: { ...owner, email: email.value },
    accounts: accounts.map((account) => ({
      ...account,
      token: account.token === null ? null : Redacted.make(account.token)
    }))
  })
  const organization: ProvisionedOrganization = {
    ...made,
    apiKey: made.apiKey === null ? null : Redacted.value(made.apiKey)
  }
  return organization
})

/** Embeds the service in a program without Effect (contract: The service on promises). */
export const createService = (options: CreateServiceOptions): ParleyService => {
  const runtime = ManagedRuntime.make(layerOf(options))
  const { prefix } = options
  const web = toWebHandler(Layer.effectContext(runtime.contextEffect), prefix === undefined ? {} : { prefix })
  const close = () => web.dispose().then(() => runtime.dispose())
  const { database } = options
  return {
    ...useCases((call) => runtime.runPromise(call)),
    start: () => runtime.runPromise(Effect.void),
    migrate: () =>
      database !== "memory" && ("url" in database || "server" in database || "pool" in database)
        ? Effect.runPromise(Postgres.migrate(database))
        : runtime.runPromise(Effect.void),
    ensureOrganization: (request) => runtime.runPromise(ensured(request)),
    transaction: (work) =>
      runtime.runPromise(
        opened(
          Effect.flatMap(Effect.context<Everything>(), (context) =>
            Effect.tryPromise({ try: () => work(transactionOf(context)), catch: (reason) => reason })
          )
        )
      ),
    onEvent: (handler, options) =>
      runtime.runPromise(Effect.asVoid(Layer.buildWithScope(onEvent(handler, options), runtime.scope))),
    handler: web.handler,
    toNodeHandler: () => nodeHandler(web.handler, prefix ?? ""),
    close,
    [Symbol.asyncDispose]: close
  }
}
