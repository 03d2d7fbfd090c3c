/** The `application_name` of the service's connections in `pg_stat_activity`. */
export const applicationName = "effect-parley"
