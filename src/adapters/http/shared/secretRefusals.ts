import { type SigningSecretRefused, minKeyBytes } from "../../../domain/webhooks/Webhook.ts"

/** Error texts for invalid signing secrets, to follow the field name (contract C356). */
export const secretProblems: Readonly<Record<SigningSecretRefused["reason"], string>> = {
  "not base64": "Expected base64 after whsec_, or a secret that begins with neither whsec_ nor v1,",
  "too short": `Expected the base64 of at least ${minKeyBytes} bytes after whsec_, or a secret that does not begin with whsec_`
}
