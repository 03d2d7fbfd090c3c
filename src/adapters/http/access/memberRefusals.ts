import { maxMembers } from "../../../domain/access/Member.ts"
import { conflict, invalidField, notFound, Refused } from "../interfaces/Refusal.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

export const memberUnknown = refusal("No member has the id or address", notFound("Member not found"))
export const memberAmbiguous = refusal(
  "Several members have the address",
  conflict("Several members have this address", "Name the member by user id; the list of members has it")
)
export const alreadyMember = refusal(
  "The user is a member or invited",
  conflict("A member or an invitation has this address already", "Change the member instead")
)
export const lastOwner = refusal(
  "The member is the last owner",
  conflict("The member is the last owner of the organization", "Make another member owner first")
)
export const scopeOfAgentsOnly = refusal(
  "The scope is for agents only",
  invalidField("conversationScope", "Expected all, because other roles than agent see all conversations")
)
export const tooManyMembers = refusal(
  "There are too many members",
  conflict(`The organization has ${maxMembers} members, the most there can be`, "Remove one first")
)

/** Refusals of the Session interface, whose callers have roles. */
export const ownersOnly = refusal(
  "Only an owner may change owners",
  new Refused("Forbidden", { text: "Only owners may change owners, or make a member one" })
)

export const signInShared = refusal(
  "The member belongs to other organizations too",
  conflict("The member belongs to other organizations too", "Ask the operator of this service")
)

export const signInElsewhere = refusal(
  "Users sign in at an external identity provider",
  conflict("Users sign in at an external identity provider", "Use its own administration")
)

export const emailRefused = refusal("The address is none", invalidField("email", "Expected an e-mail address"))

export const teamUnknown = refusalFor(
  "A team does not exist",
  ({ index }: { readonly index: number }) => invalidField(`teamIds[${index}]`, "not a team of the organization"),
  { index: 0 }
)

export const organizationGone = refusal(
  "The organization is being deleted",
  new Refused("Forbidden", { text: "User is not a member of this organization" })
)
