import { Effect } from "effect"
import { PasswordElsewhere, PasswordMissing } from "../../domain/access/AccessFailures.ts"
import type { EmailAddress } from "../../domain/access/Member.ts"
import type { Plan } from "../../domain/limits/MonthlyLimit.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"
import { type OrganizationCursor, Organizations } from "../../ports/access/Organizations.ts"
import type { NewSignIn } from "./members.ts"
import { findOrganization } from "./organizations.ts"
import { createForProvider, provisionOrganization } from "./provisionOrganization.ts"

/** An organization that an operator sets up, and its first owner. */
export interface RequestedOrganization {
  readonly name: string
  readonly plan: Plan
  /** The id in the operator's own system; null without one. */
  readonly reference: string | null
  readonly owner: NewSignIn & { readonly email: EmailAddress; readonly name: string }
}

/**
 * Sets up an organization with its owner and a first API key, as the identity provider requires: a new owner with a
 * password at the identity provider of the service, else one named by subject or invited by address.
 */
export const createOrganization = Effect.fn("createOrganization")(function* (request: RequestedOrganization) {
  const { name, plan, reference } = request
  const { email, name: ownerName, password, subject } = request.owner
  const { isOwn } = yield* IdentityProvider
  // Without accounts, none can be taken or lack a business account.
  const withoutAccounts = { ChannelAccountTaken: Effect.die, BusinessAccountMissing: Effect.die } as const
  if (!isOwn || subject !== null) {
    if (password !== null) return yield* new PasswordElsewhere({ email })
    const owner = { email, name: ownerName, subject }
    return yield* Effect.catchTags(createForProvider({ name, plan, reference, accounts: [], owner }), withoutAccounts)
  }
  if (password === null) return yield* new PasswordMissing({ email })
  const owner = { email, name: ownerName, password }
  return yield* Effect.catchTags(provisionOrganization({ name, plan, reference, accounts: [], owner }), withoutAccounts)
})

const created = ({ apiKey, organizationId }: Effect.Success<ReturnType<typeof createOrganization>>) =>
  Effect.map(findOrganization(organizationId), (organization) => ({ organization, apiKey }))

/**
 * Sets up the organization of a reference once. A repeated call returns the organization as it is now, with `apiKey`
 * null, since a key is shown once; of concurrent calls, one sets it up.
 */
export const createOrganizationOnce = Effect.fn("createOrganizationOnce")(function* (
  request: RequestedOrganization & { readonly reference: string }
) {
  const { findByReference } = yield* Organizations
  const before = yield* findByReference(request.reference)
  if (before !== null) return { organization: before, apiKey: null }
  return yield* createOrganization(request).pipe(
    Effect.flatMap(created),
    Effect.catchTag("ReferenceTaken", (failure) =>
      Effect.flatMap(findByReference(request.reference), (organization) =>
        organization === null ? Effect.fail(failure) : Effect.succeed({ organization, apiKey: null })
      )
    )
  )
})

/** A part of all organizations, the newest first, and the position to continue from; null at the end. */
export const listOrganizations = Effect.fn("listOrganizations")(function* (
  after: OrganizationCursor | null,
  limit: number
) {
  const found = yield* (yield* Organizations).page(after, limit + 1)
  const organizations = found.slice(0, limit)
  const last = organizations.at(-1)
  const next: OrganizationCursor | null = found.length > limit && last !== undefined ? last : null
  return { organizations, next }
})
