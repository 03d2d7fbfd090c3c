import { Context } from "effect"
import type { NotifyingClient } from "../rowsecurity/ActingClient.ts"

/**
 * The connections over which the processes on a server coordinate: they lock shards, list members, and notify each
 * other of commits. They form a pool of their own, since locks and listeners occupy a connection.
 */
export class Signals extends Context.Service<Signals, NotifyingClient>()("effect-parley/adapters/postgres/Signals") {}
