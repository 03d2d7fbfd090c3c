const expect = (what, isTrue) => (isTrue ? undefined : Promise.reject(new Error(`${what} is wrong`)))

const isRefusal = (error, ParleyError) =>
  error instanceof ParleyError && error.status === 401 && error.retry === "reauthorize"

const useDeveloper = async ({ createParley, ParleyError }, { apiKey, url }) => {
  const parley = createParley({ url, apiKey })
  const sent = await parley.whatsapp.sendMessage(
    { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } },
    { idempotencyKey: crypto.randomUUID() }
  )
  await expect("the answer to a send", sent.status === "sent" && sent.waMessageId.startsWith("wamid."))
  const phones = []
  for await (const contact of parley.contacts.all({ limit: 2 })) phones.push(contact.phone)
  await expect("the list of contacts", phones.includes("15551234567"))
  const refused = await createParley({ url, apiKey: "wrong" })
    .contacts.list()
    .catch((error) => error)
  await expect("a refusal", isRefusal(refused, ParleyError))
}

const useSession = async ({ createParleySession, ParleyError }, { organizationId, token, url }) => {
  const session = createParleySession({ url, token, organizationId })
  const asked = { userNumber: "+15551234568", userName: "Ada" }
  const created = await session.contacts.create(asked).catch((error) => error)
  await expect("a new contact", created.phone === asked.userNumber || created.status === 409)
  const phones = []
  for await (const contact of session.contacts.all({ limit: 2 })) phones.push(contact.phone)
  await expect("the list of contacts", phones.includes(asked.userNumber))
  const refused = await createParleySession({ url, token: "wrong", organizationId })
    .contacts.list()
    .catch((error) => error)
  await expect("a refusal", isRefusal(refused, ParleyError))
}

const useWebhooks = async ({ constructEvent }) => {
  const body = JSON.stringify({ event: "webhook.test", timestamp: "", webhook_id: "", data: { message: "hi" } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const encoder = new TextEncoder()
  const secret = "a secret of its own"
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign"
  ])
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`id.${timestamp}.${body}`))
  const headers = new Headers({
    "webhook-id": "id",
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
  })
  const event = await constructEvent(body, headers, secret)
  await expect("a verified event", event.event === "webhook.test" && event.data.message === "hi")
  const forged = await constructEvent(`${body} `, headers, secret).catch(({ reason }) => reason)
  await expect("a forged event", forged === "no signature matches")
}

/**
 * What the clients are for, in whatever runs JavaScript; each place finds the entries in its own way. Pages call the
 * Session interface only, and have no API key. Rejected when something is not as it should be.
 */
export const clientProgram = async (entries, place) => {
  if (place.apiKey !== undefined) await useDeveloper(entries, place)
  await useSession(entries, place)
  await useWebhooks(entries)
}
