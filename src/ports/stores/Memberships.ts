import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import type { Membership, User } from "../../domain/access/Organization.ts"

/** A user in an organization, and what they may do there. */
export interface Member {
  readonly user: Pick<User, "id" | "name" | "email">
  readonly membership: Membership
}

/** Who belongs to which organization. */
export class Memberships extends Context.Service<
  Memberships,
  {
    find(organizationId: OrganizationId, userId: UserId): Effect.Effect<Option.Option<Member>>
  }
>()("effect-parley/ports/Memberships") {}
