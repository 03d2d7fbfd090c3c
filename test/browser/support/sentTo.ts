import type { Scene } from "./journey.ts"

/** The bodies with which the platform was asked to send to a person, as JSON, in their order. */
export const sentTo = async (scene: Scene, person: string): Promise<ReadonlyArray<string>> => {
  const { calls } = (await scene.emulator("GET", "ledger?limit=100")) as {
    calls: ReadonlyArray<{ readonly body: unknown }>
  }
  return calls.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(person))
}
