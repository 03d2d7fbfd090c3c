import { Context, type Effect, type Redacted } from "effect"

/** Passwords are stored as slow hashes that carry their own parameters. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
    /** Null means an unknown user: no password matches, and the check takes equally long. */
    verify(password: Redacted.Redacted, hash: string | null): Effect.Effect<boolean>
  }
>()("effect-parley/ports/Passwords") {}
