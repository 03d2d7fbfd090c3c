import { Context, type Effect, type Redacted } from "effect"

/** Passwords are kept as slow hashes that carry their own parameters. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
    verify(password: Redacted.Redacted, hash: string): Effect.Effect<boolean>
  }
>()("effect-parley/ports/Passwords") {}
