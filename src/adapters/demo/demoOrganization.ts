import { Effect, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { provisionOrganization } from "../../app/access/provisionOrganization.ts"
import { createLabel } from "../../app/conversations/labels.ts"
import { createSavedReply } from "../../app/conversations/savedReplies.ts"
import { createTeam } from "../../app/conversations/teams.ts"
import { backendAccess } from "../../domain/access/SessionAccess.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import type { Demo, DemoOrganization } from "./DemoFile.ts"

/** Length of generated platform ids. */
const idDigits = 15

const makeUp = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const digits = (count: number) =>
    Effect.map(random.randomBytes(count), (bytes) => Array.from(bytes, (byte) => byte % 10).join(""))
  const externalId = Effect.map(digits(idDigits - 1), (rest) => `1${rest}`)
  return {
    // Addresses are unique in the whole database, which may contain an earlier demo.
    email: `owner-${yield* digits(6)}@demo.example`,
    password: Hex.encode(yield* random.randomBytes(9)),
    whatsapp: {
      phoneNumberId: yield* externalId,
      displayPhoneNumber: `1555${yield* digits(7)}`,
      wabaId: yield* externalId
    },
    messenger: { pageId: yield* externalId },
    instagram: { accountId: yield* externalId }
  }
})

/** Adds labels, a team and a shared reply, to try. */
const fill = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  yield* createLabel(organizationId, "VIP", "#2f80ed")
  yield* createLabel(organizationId, "Refund", "#d97706")
  yield* createTeam(organizationId, "Support")
  const text = "Hello {{contact.firstName|there}}, this is {{member.firstName|our team}}. How can we help?"
  yield* createSavedReply(backendAccess(organizationId), { shortcut: "hello", text, language: null }, true)
})

/** The organization of an earlier start if the database still has it; otherwise a new one. */
export const demoOrganization = Effect.fn("demoOrganization")(function* (
  before: Option.Option<Demo>,
  token: Redacted.Redacted
) {
  const organizations = yield* Organizations
  if (Option.isSome(before) && Option.isSome(yield* organizations.find(before.value.orgId))) {
    const organization: DemoOrganization = before.value
    return { organization, isNew: false }
  }

  const made = yield* Effect.provide(makeUp, SecureRandom.layerWebCrypto)
  const { apiKey, apiKeyId, organizationId } = yield* provisionOrganization({
    name: "Demo",
    plan: "unlimited",
    owner: { email: made.email, name: "Demo owner", password: Redacted.make(made.password) },
    accounts: [
      {
        channel: "whatsapp",
        externalId: made.whatsapp.phoneNumberId,
        displayName: made.whatsapp.displayPhoneNumber,
        businessAccountId: made.whatsapp.wabaId,
        pageId: null,
        token
      },
      {
        channel: "messenger",
        externalId: made.messenger.pageId,
        displayName: "Demo Page",
        businessAccountId: null,
        pageId: null,
        token
      },
      {
        channel: "instagram",
        externalId: made.instagram.accountId,
        displayName: "demo",
        businessAccountId: null,
        pageId: null,
        token
      }
    ]
  })
  yield* Effect.orDie(fill(organizationId))
  const organization: DemoOrganization = { ...made, orgId: organizationId, apiKey: Redacted.value(apiKey), apiKeyId }
  return { organization, isNew: true }
})
