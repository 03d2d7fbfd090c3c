import { Effect, Option, Redacted } from "effect"
import { LinkUnknown } from "../../domain/access/AccessFailures.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { SignInGuard } from "../../ports/access/SignIns.ts"

/** A token of 160 random bits, so that a fast hash of it is secure for storage. */
export const linkToken = Effect.flatMap(IdSource, ({ secretText }) =>
  Effect.map(secretText, (text) => Redacted.make(text))
)

/** The path of the page that accepts an invitation. A fragment is in no request, so no log has the token. */
export const invitationPath = (token: Redacted.Redacted): string => `/invite#${Redacted.value(token)}`

/** The path of the page that sets a new password. */
export const passwordPath = (token: Redacted.Redacted): string => `/password#${Redacted.value(token)}`

/** Runs a look-up of a link, as a check that is limited for each origin. */
export const limitedLookUp = Effect.fnUntraced(function* <A, E, R>(
  origin: string,
  find: Effect.Effect<Option.Option<A>, E, R>
) {
  const { attempt } = yield* SignInGuard
  const found = yield* attempt({ email: `link from ${origin}`, origin }, find)
  return Option.isSome(found) ? found.value : yield* new LinkUnknown()
})
