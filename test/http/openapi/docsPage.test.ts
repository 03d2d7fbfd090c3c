import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

describe("the documentation page of an interface", () => {
  it.effect.each([
    ["/api/developer/docs", "/api/developer/v1/send-message"],
    ["/api/whatsapp/docs", "/api/whatsapp/messages/send"]
  ] as const)("at %s contains all files that it needs, and shows the contract", ([path, endpoint]) =>
    Effect.gen(function* () {
      const { headers, text } = yield* askText(path)
      assert.include(headers.get("content-type") ?? "", "text/html")
      assert.include(text, endpoint)
      assert.notMatch(text, /<(?:script|link|img)[^>]+(?:src|href)=/)
      assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'unsafe-inline'/)
      assert.notMatch(headers.get("content-security-policy") ?? "", /https?:|\*/)
    }).pipe(Effect.provide(httpWorld))
  )
})
