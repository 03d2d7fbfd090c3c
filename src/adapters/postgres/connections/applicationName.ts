/** What `pg_stat_activity` shows for the connections of the service. */
export const applicationName = "effect-parley"
