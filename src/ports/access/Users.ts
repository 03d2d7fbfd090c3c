import { Context, type DateTime, type Effect, type Option } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { User } from "../../domain/access/Organization.ts"

/** A user as the identity provider knows them. */
export interface Account {
  readonly user: User
  readonly lastSignInAt: DateTime.Utc | null
}

/**
 * Users of the development identity provider: those with a password, whatever organizations they belong to.
 * `Organizations` adds them. Users of an external provider are not found here.
 */
export class Users extends Context.Service<
  Users,
  {
    find(userId: UserId): Effect.Effect<Option.Option<Account>>
    /** The case of letters in the address makes no difference. */
    findByEmail(email: string): Effect.Effect<Option.Option<Account & { readonly passwordHash: string }>>
  }
>()("effect-parley/ports/Users") {}
