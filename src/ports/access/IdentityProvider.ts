import { Context } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { Subject } from "../../domain/access/Member.ts"

/** The identity provider whose tokens the Session interface accepts (contract C100). */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /** Whether it is the development identity provider of this service, whose users have passwords here. */
    readonly isOwn: boolean
    /** The id of the user with this subject. A subject has the same id everywhere and always. */
    userIdOf(subject: Subject): UserId
  }
>()("effect-parley/ports/IdentityProvider") {}
