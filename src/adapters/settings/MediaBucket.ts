import { Config, ConfigProvider, Effect, Option, type Redacted, Schema } from "effect"

/** A bucket for the files of messages, in any store that speaks S3. */
export interface MediaBucket {
  readonly bucket: string
  /** Null: Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: those that the environment or the machine has, as Amazon's tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  readonly isPathStyle: boolean
}

const Endpoint = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]\S*$/, { expected: "an http or https URL" }))

const variables = Config.all({
  bucket: Config.option(Config.NonEmptyString("MEDIA_S3_BUCKET")),
  endpoint: Config.option(Config.schema(Endpoint, "MEDIA_S3_ENDPOINT")),
  region: Config.NonEmptyString("MEDIA_S3_REGION").pipe(Config.withDefault("us-east-1")),
  accessKeyId: Config.option(Config.NonEmptyString("MEDIA_S3_ACCESS_KEY_ID")),
  secretAccessKey: Config.option(Config.schema(Schema.Redacted(Schema.NonEmptyString), "MEDIA_S3_SECRET_ACCESS_KEY")),
  /** Absent: in the path, unless it is Amazon's own. */
  addressing: Config.option(Config.Literals(["path", "host"], "MEDIA_S3_ADDRESSING"))
})

const together = "MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY are set together or not at all"

/** The bucket that stores the files of messages; none if `MEDIA_S3_BUCKET` is not set. */
export const mediaBucket: Config.Config<Option.Option<MediaBucket>> = variables.pipe(
  Config.mapEffect(({ accessKeyId, addressing, bucket, endpoint, region, secretAccessKey }) =>
    Option.isSome(accessKeyId) === Option.isSome(secretAccessKey)
      ? Effect.succeed(
          Option.map(bucket, (bucket) => ({
            bucket,
            endpoint: Option.getOrNull(endpoint),
            region,
            credentials: Option.getOrNull(Option.all({ accessKeyId, secretAccessKey })),
            isPathStyle: Option.getOrElse(addressing, () => (Option.isSome(endpoint) ? "path" : "host")) === "path"
          }))
        )
      : Effect.fail(new Config.ConfigError(new ConfigProvider.SourceError({ message: together })))
  )
)
