import { Effect } from "effect"
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { ask } from "../support/http/requests.ts"

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Headers
}

/** An HTTP client whose requests get the answer, in the test's own fiber: its clock and its world are the ones used. */
export const clientOf = Effect.fnUntraced(function* <E, R>(
  answer: (request: HttpClientRequest.HttpClientRequest, url: URL) => Effect.Effect<Answer, E, R>
) {
  const services = yield* Effect.context<R>()
  return HttpClient.make((request, url) =>
    answer(request, url).pipe(
      Effect.provideContext(services),
      Effect.orDie,
      Effect.map(({ body, headers = new Headers(), status }) =>
        HttpClientResponse.fromWeb(request, Response.json(body, { status, headers }))
      )
    )
  )
})

/** A client of the routes, whose bodies are texts. */
export const routesClient = clientOf((request, url) =>
  ask(`${url.pathname}${url.search}`, {
    method: request.method,
    headers: { ...request.headers },
    ...(request.body._tag === "Uint8Array" ? { body: new TextDecoder().decode(request.body.body) } : {})
  })
)
