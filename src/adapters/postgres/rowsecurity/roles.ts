/** Roles of the service's connections. They cannot log in, own nothing, and bypass nothing. */
export const roles = {
  /** Sees the rows of the organizations that a statement acts for. */
  service: "parley_service",
  /** The same, but reads all contacts: an index of text cannot be used behind a policy. */
  finder: "parley_finder",
  /** Reads and writes rows of all organizations: deliveries, claims and purges. */
  worker: "parley_worker"
} as const
