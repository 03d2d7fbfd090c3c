import { Schema } from "effect"

/** Where the platform reports to, and the app secret that it signs its reports with. */
export const Callback = Schema.Struct({
  url: Schema.String.check(
    Schema.makeFilter((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { message: "must be an http(s) URL" })
  ),
  appSecret: Schema.NonEmptyString
})
export type Callback = typeof Callback.Type
