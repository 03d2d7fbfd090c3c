import { DateTime } from "effect"
import type { Account } from "../../../ports/Users.ts"

/** A user in GoTrue's form and order (platforms P17). Addresses are not confirmed here, and so count as such. */
export const userBody = ({ lastSignInAt, user: { createdAt, email, id } }: Account) => {
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
    user_metadata: {},
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
    created_at: created,
    updated_at: updated,
    is_anonymous: false
  }
}
