import { Layer, Schema } from "effect"
import { createHash } from "node:crypto"
import type { Subject } from "../../domain/access/Member.ts"
import { UserId } from "../../domain/Ids.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"

/**
 * The namespace of ids derived from subjects (contract: Users of an external identity provider). It never changes,
 * because users would get other ids.
 */
const namespace = "5c6f1e0b-9a43-4d0e-8f57-2b7d9c1a6e34"

const isUuid = Schema.is(UserId)

/** A UUID of version 5 (RFC 9562, section 5.5). */
const uuidOf = (name: string): string => {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name, "utf8")
    .digest()
  const bytes = hash.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/**
 * The id of the user with this subject: the subject itself if it is a UUID, like GoTrue's, else a UUID derived from it.
 * A client can compute the id of every user, without a table.
 */
export const userIdOf = (subject: Subject): UserId =>
  UserId.make(isUuid(subject) ? subject.toLowerCase() : uuidOf(subject))

/** The identity provider of a deployment. */
export const layer = (isOwn: boolean) => Layer.succeed(IdentityProvider, IdentityProvider.of({ isOwn, userIdOf }))
