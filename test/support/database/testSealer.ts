import { Redacted } from "effect"
import * as Sealer from "../../../src/adapters/postgres/secrets/Sealer.ts"
import { strongSecret } from "../strongSecret.ts"

/** The key of the stores in tests, as `SECRETS_KEY` takes it: for services that open the secrets that these stores sealed. */
export const testSecretsKey = strongSecret("the stores of tests")

/** A key that seals nothing worth protecting. */
export const testSealer = Sealer.layer([Redacted.make(new Uint8Array(Buffer.from(testSecretsKey, "hex")))])
