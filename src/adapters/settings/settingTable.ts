/** A row of the table of settings, with the Markdown of docs/configuration.md. */
export interface SettingRow {
  readonly names: ReadonlyArray<string>
  readonly defaults: string
  readonly meaning: string
}

/** Every variable that the service reads, with its default and meaning. docs/configuration.md has the same rows. */
export const settingTable: ReadonlyArray<SettingRow> = [
  {
    names: ["PORT", "HOST"],
    defaults: "`8080`, `127.0.0.1`",
    meaning: "Address of the service. Port 0 selects a free port."
  },
  {
    names: ["PARLEY_ROLES"],
    defaults: "`api,worker,inbound`",
    meaning:
      "Roles of this process (contract: [Roles of processes](contract.md#c211-roles-of-processes)), for several processes on one Postgres server: `api` answers both interfaces, `inbound` receives and processes webhooks of the platforms, `worker` delivers events and does all other background work. A process needs the secrets of its roles only."
  },
  {
    names: ["PUBLIC_URL"],
    defaults: "in demo mode the address of the service",
    meaning:
      "Public address, such as `https://parley.example.com`. Addresses of files in messages and events begin with it. Production should set it: without it a start logs a warning, and these addresses are paths."
  },
  {
    names: ["TRUSTED_PROXIES"],
    defaults: "none",
    meaning:
      "CIDR ranges of the proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` count, for logs, limits and sign-in, separated by commas. A call that such a proxy received over plain HTTP is refused (contract: [Calls over plain HTTP](contract.md#c366-calls-over-plain-http)). Without it these headers are ignored."
  },
  {
    names: ["CORS_ORIGINS"],
    defaults: "none",
    meaning: "Origins whose pages may call the Session interface, separated by commas."
  },
  {
    names: ["MAX_CONNECTIONS_PER_ADDRESS"],
    defaults: "`1000`",
    meaning:
      "Connections of one client address, or of one IPv6 network, at the same time. Trusted proxies have no such limit. `0` switches it off."
  },
  {
    names: ["DOCS"],
    defaults: "`on`",
    meaning: "`off` answers 404 for the pages at `…/docs` and the documents at `…/openapi.json`."
  },
  {
    names: ["CONSOLE"],
    defaults: "`on`",
    meaning:
      "Whether the [console](console.md) is shown at `/`, in the role `api` (contract: [The page](contract.md#c255-the-page)). `off` answers 404 for its paths."
  },
  {
    names: ["CONSOLE_AUTH_URL"],
    defaults: "none",
    meaning:
      "A GoTrue-compatible provider at which the console signs users in, such as `https://login.example.com/auth/v1`; `PUBLIC_APP_KEY` is its `apikey`. Absent: the identity provider of the service, if that is on."
  },
  {
    names: ["DEMO"],
    defaults: "`0`",
    meaning:
      "`1` runs demo mode, as `parley demo` does. With `DATABASE_URL` the demo stores its data in that database, and logs that."
  },
  {
    names: ["NODE_ENV"],
    defaults: "none",
    meaning:
      "`production`: without `GRAPH_URL` the error names this variable, and commands do not act on the demo of `DATA_DIR`."
  },
  {
    names: ["DEMO_EXPOSED"],
    defaults: "none",
    meaning:
      "`1` permits demo mode and the emulator on an address that is not loopback: every caller on the network can then use them."
  },
  {
    names: ["DATA_DIR"],
    defaults: "`.data`",
    meaning:
      "Folder of the embedded database, and in demo mode of `demo.json`, `secrets.json` and the emulator's state in `emulator`. `parley emulator` saves its state there only if the variable is set."
  },
  {
    names: ["DATABASE_URL"],
    defaults: "none",
    meaning:
      "A Postgres server (`postgres://…`, version 15 to 18), one host: several hosts end the start. Without it: the embedded database in `DATA_DIR/postgres`."
  },
  {
    names: ["DATABASE_SCHEMA"],
    defaults: "`parley`",
    meaning:
      "Schema of all tables, created if it is missing (contract: [The schema of the tables](contract.md#c215-the-schema-of-the-tables)). Up to 32 bytes: letters, digits, spaces, `_`, `-` and `.`, used literally, also in upper case. Services in two schemas of one database are independent."
  },
  {
    names: ["DATABASE_CONNECTIONS"],
    defaults: "`25`",
    meaning:
      "Connections of the process to a server, 12 to 200 ([their uses](operations.md#connections)). Without effect on the embedded database."
  },
  {
    names: ["REDIS_URL"],
    defaults: "none",
    meaning:
      "A Redis server (`redis://…` or `rediss://…`, version 6 or newer) in which processes count rate tiers together. Without it: in the database."
  },
  {
    names: ["ROW_SECURITY"],
    defaults: "`on`",
    meaning:
      "`on`: the database server limits each statement to the rows of its organizations, and the start fails if that cannot be set up. `off`: only the conditions of statements separate organizations. Without effect on the embedded database."
  },
  {
    names: ["EVENT_RETENTION_DAYS"],
    defaults: "`30`",
    meaning: "Whole days (UTC) for which events and deliveries are stored."
  },
  { names: ["MEDIA_DIR"], defaults: "`DATA_DIR/media`", meaning: "Folder of the files of messages." },
  {
    names: [
      "MEDIA_S3_BUCKET",
      "MEDIA_S3_ENDPOINT",
      "MEDIA_S3_REGION",
      "MEDIA_S3_ACCESS_KEY_ID",
      "MEDIA_S3_SECRET_ACCESS_KEY",
      "MEDIA_S3_ADDRESSING"
    ],
    defaults: "none",
    meaning: "A bucket instead of the folder, in any S3-compatible store. Without an endpoint: Amazon's."
  },
  {
    names: ["GRAPH_URL"],
    defaults: "none",
    meaning:
      "The platform, `https://graph.facebook.com`. Required outside of demo mode (contract: [Mode of a start](contract.md#c381-mode-of-a-start))."
  },
  {
    names: ["INSTAGRAM_GRAPH_URL"],
    defaults: "`https://graph.instagram.com` with Meta's `GRAPH_URL`, else the same as `GRAPH_URL`",
    meaning: "The platform for accounts connected by Instagram Login."
  },
  {
    names: ["GRAPH_VERSION"],
    defaults: "`v26.0`",
    meaning:
      "Version of the Graph API. Meta ends a version about two years after its release; `parley doctor` warns a year before."
  },
  {
    names: ["META_APP_ID", "META_SIGNUP_CONFIG_ID"],
    defaults: "none",
    meaning:
      "App, and configuration of Facebook Login for Business, with which businesses connect their WhatsApp numbers (contract: [Embedded signup](contract.md#c555-embedded-signup)); `META_APP_SECRET` is needed too, its first secret. Absent: embedded signup is off."
  },
  {
    names: ["META_APP_SECRET", "META_VERIFY_TOKEN"],
    defaults: "generated in demo mode, else required",
    meaning: "For Meta's webhooks. Several secrets, separated by commas, if several apps report here."
  },
  { names: ["EMULATOR_PORT"], defaults: "`8081`", meaning: "Port of the emulator in demo mode." },
  {
    names: ["EMULATOR_WINDOWS"],
    defaults: "`strict`",
    meaning:
      "`strict`: in the emulator, only templates can be sent to people who never wrote. `lenient`: it treats them as if they had just written. Also for `parley emulator`."
  },
  {
    names: ["SECRETS_KEY"],
    defaults: "generated in demo mode, else required",
    meaning:
      "Encrypts stored tokens and secrets: 32 bytes, as 64 hexadecimal digits or base64. Several keys, newest first, separated by commas: the first encrypts, all decrypt. `parley secrets rotate` makes the others unnecessary ([Encryption keys](operations.md#encryption-keys))."
  },
  {
    names: ["SECRETS_KEY_LOST"],
    defaults: "none",
    meaning:
      "Ids of permanently lost keys, separated by commas. The start succeeds, and the records that they encrypted are disabled, including API keys if their hash key is among them."
  },
  {
    names: ["AUTH_JWT_SECRET", "AUTH_JWKS_URL"],
    defaults: "generated in demo mode, else one is required",
    meaning: "Verifies session tokens."
  },
  {
    names: ["AUTH_ISSUER"],
    defaults: "the demo's own in demo mode",
    meaning: "If set, session tokens must have this `iss`."
  },
  {
    names: ["AUTH_AUDIENCE"],
    defaults: "`authenticated`, or none",
    meaning: "If set, tokens of users must have this `aud`."
  },
  {
    names: ["AUTH_EMAIL_VERIFICATION"],
    defaults: "`claim`",
    meaning:
      "Which addresses of tokens accept an invitation: `claim`, those whose top-level claim `email_verified` is true; `provider`, also those without the claim, because the provider verifies every address before it issues tokens (contract: [Invitations and verified addresses](contract.md#c101-invitations-and-verified-addresses))."
  },
  {
    names: ["SERVICE_ROLE_KEY"],
    defaults: "generated in demo mode, else required",
    meaning: "Service-level key of the Session interface."
  },
  {
    names: ["ADMIN_API_KEY"],
    defaults: "none",
    meaning:
      "Key of the administration interface, at least 32 characters; several during a rotation, separated by commas (contract: [The administration interface](contract.md#c550-the-administration-interface)). Absent: the interface is off, and its paths answer 404."
  },
  {
    names: ["DEV_IDENTITY"],
    defaults: "`on` in demo mode, else `off`",
    meaning: "The identity provider of the service, at `/auth/v1`. It needs `AUTH_JWT_SECRET`."
  },
  {
    names: ["PUBLIC_APP_KEY"],
    defaults: "generated in demo mode",
    meaning: "`apikey` that callers of that provider send. Without it: any."
  },
  {
    names: ["RATE_STANDARD_PER_MINUTE", "RATE_MESSAGING_PER_SECOND", "RATE_BULK_PER_MINUTE", "RATE_CONSOLE_PER_MINUTE"],
    defaults: "`100`, `30`, `10`, `2000`",
    meaning:
      "Maximum calls of an organization over each interface in any minute or second, over all processes (contract: [Rate tiers of several processes](contract.md#c160-rate-tiers-of-several-processes)). All processes need the same numbers. `0` switches a tier off."
  },
  {
    names: ["PACE_NUMBER_PER_SECOND"],
    defaults: "`80`",
    meaning:
      "Messages that a WhatsApp number may send in any second. Up to `1000` after Meta upgraded it, `20` if it is also used in the app. `0`: no limit (contract: [A send that the platform would refuse for its pace](contract.md#c155-a-send-that-the-platform-would-refuse-for-its-pace))."
  },
  {
    names: ["PACE_PAIR_BURST"],
    defaults: "`45`",
    meaning:
      "Messages that a WhatsApp number may send to one recipient in a burst, each of which takes 6 seconds to recover. `0`: no limit."
  },
  {
    names: ["PACE_PAGE_PER_SECOND"],
    defaults: "`300`",
    meaning: "Messages that a Page or an Instagram account may send in any second. `0`: no limit."
  },
  {
    names: ["RECIPIENT_CHECKS"],
    defaults: "`refuse`",
    meaning:
      "`refuse` answers 409 to sends to blocked contacts, and to marketing templates to contacts who opted out. `warn` sends them and writes a warning to the log."
  },
  {
    names: ["RATE_CARD"],
    defaults: "none",
    meaning:
      "CSV file of prices per message, with the columns `from`, `country`, `category`, `currency` and `price`, from which reports of usage compute costs (contract: [The rate card](contract.md#c441-the-rate-card)). Read at the start, which fails if a line is not of its form."
  },
  {
    names: ["WEBHOOK_ALLOWED_CIDRS"],
    defaults: "none",
    meaning: "Private address ranges that webhooks may use, separated by commas."
  },
  {
    names: ["LOG_LEVEL"],
    defaults: "`info`",
    meaning:
      "`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `none`. SIGHUP reads the level from the file `DATA_DIR/log-level`, and without the file restores this one."
  },
  { names: ["LOG_FORMAT"], defaults: "`pretty` on a terminal, else `json`", meaning: "Form of log lines." },
  {
    names: ["ACCESS_LOG"],
    defaults: "`off`",
    meaning:
      "`on` writes a line for each request ([Metrics, traces and log lines](operations.md#metrics-traces-and-log-lines))."
  },
  {
    names: ["ADMIN_PORT", "ADMIN_HOST"],
    defaults: "none, `HOST`",
    meaning:
      "Address of `/metrics`, `/health` and `/ready` for operators. Without a port there are no such endpoints, and no measurements for them."
  },
  {
    names: ["OTEL_EXPORTER_OTLP_ENDPOINT"],
    defaults: "none",
    meaning:
      "A collector of OpenTelemetry, such as `http://localhost:4318`. Without it, and without the same for one signal (`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` and so on), nothing is exported."
  },
  { names: ["OTEL_EXPORTER_OTLP_PROTOCOL"], defaults: "`http/protobuf`", meaning: "Or `http/json`." },
  {
    names: ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_COMPRESSION", "OTEL_EXPORTER_OTLP_TIMEOUT"],
    defaults: "none",
    meaning: "Headers such as those of an account at the collector, `gzip`, and milliseconds; also for one signal."
  },
  {
    names: ["OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER", "OTEL_LOGS_EXPORTER"],
    defaults: "`otlp`",
    meaning: "`none` disables a signal."
  },
  {
    names: ["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"],
    defaults: "`parentbased_always_on`, `1`",
    meaning:
      "Which traces are recorded: also `always_on`, `always_off`, `traceidratio`, `parentbased_always_off`, `parentbased_traceidratio`, with a ratio from 0 to 1."
  },
  {
    names: ["OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"],
    defaults: "`effect-parley`, none",
    meaning: "Attributes of this process in telemetry."
  },
  {
    names: ["OTEL_BSP_SCHEDULE_DELAY", "OTEL_METRIC_EXPORT_INTERVAL", "OTEL_BLRP_SCHEDULE_DELAY"],
    defaults: "`5000`, `10000`, `1000`",
    meaning: "Milliseconds between two exports of traces, metrics and logs."
  },
  { names: ["OTEL_SDK_DISABLED"], defaults: "`false`", meaning: "`true` exports nothing." }
]

/** The name of every setting. */
export const settingTableNames: ReadonlyArray<string> = settingTable.flatMap(({ names }) => names)
