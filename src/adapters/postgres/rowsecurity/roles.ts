/** Roles of the service's connections. They cannot log in, own nothing, and bypass nothing. */
export interface Roles {
  /** Sees the rows of the organizations that a statement acts for. */
  readonly service: string
  /** Sees the same rows and reads all contacts: a policy prevents the use of text indexes. */
  readonly finder: string
  /** Reads and writes rows of all organizations: deliveries, claims and purges. */
  readonly worker: string
}

/** The roles of a schema. Services in two schemas of one server do not share them, and neither sees the other's rows. */
export const rolesOf = (schema: string): Roles => ({
  service: `${schema}_service`,
  finder: `${schema}_finder`,
  worker: `${schema}_worker`
})
