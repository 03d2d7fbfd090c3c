import type { Failure } from "./Failure.ts"

const invalid = /^Invalid field ([^\s:]+): (.+)$/s
const missing = /^Missing required field: (\S+)$/

/** The field that a refused call names, and why (docs/contract.md); null if it names none. */
export const refusedField = (failure: Failure | null): { readonly field: string; readonly reason: string } | null => {
  if (failure === null || failure.kind !== "refused") return null
  const [, field, reason] = invalid.exec(failure.message) ?? []
  if (field !== undefined && reason !== undefined) return { field, reason }
  const [, absent] = missing.exec(failure.message) ?? []
  return absent === undefined ? null : { field: absent, reason: failure.message }
}

/** Whether a field is another one or a part of it. */
const isWithin = (field: string, whole: string): boolean =>
  field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`)

/** Returns the reason for a field of a form; null if the failure is about another one. */
export const fieldError = (failure: Failure | null, field: string): string | null => {
  const refused = refusedField(failure)
  return refused !== null && isWithin(refused.field, field) ? refused.reason : null
}

/** The failure, unless one of the fields shows it. */
export const failureBeside = (failure: Failure | null, fields: ReadonlyArray<string>): Failure | null =>
  fields.some((field) => fieldError(failure, field) !== null) ? null : failure
