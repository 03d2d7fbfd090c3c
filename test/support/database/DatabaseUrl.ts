import { Context } from "effect"

/** The database that a test's stores are on, for those who go there on their own. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, string>()("test/DatabaseUrl") {}
