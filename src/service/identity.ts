import { Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import * as IdentityRoutes from "../adapters/http/identity/routes.ts"
import * as JoseSessionTokens from "../adapters/identity/JoseSessionTokens.ts"
import * as JoseTokenIssuer from "../adapters/identity/JoseTokenIssuer.ts"
import * as StoredSignInGuard from "../adapters/limits/StoredSignInGuard.ts"
import { type Settings, isIdentityProvider } from "../adapters/settings/Settings.ts"

/** The issuer in tokens of the identity provider of the service, in the form of GoTrue. */
const ownIssuer = ({ authIssuer }: Settings, appUrl: string): string =>
  Option.getOrElse(authIssuer, () => `${appUrl}/auth/v1`)

/** Demo mode accepts its own issuer only, unless another one is configured. Elsewhere the public address is unknown here. */
const expectedIssuer = (settings: Settings, appUrl: string): Option.Option<string> =>
  Option.isNone(settings.graphUrl) && Option.isNone(settings.authJwksUrl) && isIdentityProvider(settings)
    ? Option.some(ownIssuer(settings, appUrl))
    : settings.authIssuer

/** The session tokens that the Session interface accepts. */
export const sessionTokens = (settings: Settings, appUrl: string) =>
  JoseSessionTokens.layer({
    secret: settings.authJwtSecret,
    jwksUrl: settings.authJwksUrl,
    serviceKey: settings.serviceRoleKey,
    issuer: expectedIssuer(settings, appUrl),
    audience: settings.authAudience,
    emailVerification: settings.authEmailVerification
  })

/** Routes of the identity provider of the service, if it is on. They still require the stores. */
export const routes = (settings: Settings, appUrl: string) => {
  const { authJwtSecret, publicAppKey } = settings
  if (!isIdentityProvider(settings) || Option.isNone(authJwtSecret)) return Layer.empty
  const issuer = JoseTokenIssuer.layer({ secret: authJwtSecret.value, issuer: ownIssuer(settings, appUrl) })
  return IdentityRoutes.layer(publicAppKey).pipe(
    HttpRouter.provideRequest(Layer.merge(issuer, StoredSignInGuard.layer(authJwtSecret.value)))
  )
}
