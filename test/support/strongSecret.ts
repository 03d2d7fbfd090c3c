import { createHash } from "node:crypto"

/** A secret that the service takes outside of demo mode, the same for the same name: 64 hexadecimal digits. */
export const strongSecret = (name: string): string => createHash("sha256").update(`a secret for ${name}`).digest("hex")
