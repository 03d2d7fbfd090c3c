import { Context, type Effect, type Redacted } from "effect"

/** Passwords are kept as slow hashes that carry their own parameters. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
    /** Null stands for the hash of nobody: no password fits, and that takes as long to say as of somebody's. */
    verify(password: Redacted.Redacted, hash: string | null): Effect.Effect<boolean>
  }
>()("effect-parley/ports/Passwords") {}
