import { DateTime } from "effect"
import type { FactoredAccount } from "../../../app/access/signIn.ts"
import type { Factor } from "../../../domain/access/SecondFactor.ts"

/** A factor in GoTrue's field order. A factor without a name has none there either. */
export const factorBody = ({ createdAt, id, name, status, updatedAt }: Factor) => ({
  id,
  ...(name === "" ? {} : { friendly_name: name }),
  factor_type: "totp",
  status,
  created_at: DateTime.formatIso(createdAt),
  updated_at: DateTime.formatIso(updatedAt)
})

/** A user in GoTrue's field order (platforms P17). There is no e-mail confirmation, so addresses count as confirmed. */
export const userBody = ({ factors, lastSignInAt, user: { createdAt, email, id, name } }: FactoredAccount) => {
  const created = DateTime.formatIso(createdAt)
  const signedIn = lastSignInAt === null ? {} : { last_sign_in_at: DateTime.formatIso(lastSignInAt) }
  const updated = lastSignInAt === null ? created : DateTime.formatIso(lastSignInAt)
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    email_confirmed_at: created,
    phone: "",
    confirmed_at: created,
    ...signedIn,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { name },
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { email, email_verified: true, phone_verified: false, sub: id },
        provider: "email",
        ...signedIn,
        created_at: created,
        updated_at: updated,
        email
      }
    ],
    ...(factors.length === 0 ? {} : { factors: factors.map(factorBody) }),
    created_at: created,
    updated_at: updated,
    is_anonymous: false
  }
}
