import type { PgClient } from "@effect/sql-pg"
import { Context } from "effect"

/**
 * The connections over which the processes on a server agree: they lock what only one may attend to, ask who is there,
 * and tell each other what they did. Apart from the others, since locks and listeners keep a connection for themselves.
 */
export class Signals extends Context.Service<Signals, PgClient.PgClient>()("effect-parley/adapters/postgres/Signals") {}
