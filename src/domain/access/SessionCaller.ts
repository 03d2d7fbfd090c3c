import { Schema } from "effect"
import { UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** A caller of the Session interface: a signed-in user, or a server with the service key. */
export const SessionCaller = Schema.TaggedUnion({
  User: {
    userId: UserId,
    email: Schema.NullOr(Schema.String),
    /** Whether the identity provider vouches that the address is the user's (contract C101). Absent: it does not. */
    isEmailVerified: Schema.optionalKey(Schema.Boolean)
  },
  /** Belongs to no organization, and may act for each of them (contract C37). */
  Service: {}
})
export type SessionCaller = Named<typeof SessionCaller.Type>

/** The token was good until its time was over: the caller gets a new one by refreshing the session. */
export class SessionTokenExpired extends Schema.TaggedError<SessionTokenExpired>()("SessionTokenExpired", {}) {}

/** The token says nothing about who calls. The reason is for those who look for a mistake, not for the caller. */
export class SessionTokenInvalid extends Schema.TaggedError<SessionTokenInvalid>()("SessionTokenInvalid", {
  reason: Schema.Literals([
    "too long",
    "not a token",
    /** No key that is configured belongs to it. */
    "unknown key",
    /** The signature or algorithm does not match the key, the expiry is missing, or the token is not valid yet. */
    "not verified",
    "other issuer",
    "other audience",
    /** Neither a user nor the service role. */
    "no subject"
  ])
}) {}

/** The keys that verify tokens cannot be had now, so nothing is known of the token: it may be good. */
export class SessionKeysUnavailable extends Schema.TaggedError<SessionKeysUnavailable>()("SessionKeysUnavailable", {
  /** Why, for operators. */
  detail: Schema.String,
  retryAfterSeconds: Schema.Int
}) {}

/** A caller that is a user, not the service role. */
export interface UserCaller extends Extract<SessionCaller, { readonly _tag: "User" }> {}
