import type { Action, Customer } from "./Customer.ts"

const place = { latitude: 52.52, longitude: 13.405 }
const caption = "The one by the window"
const post = { source_type: "post", source_id: "7", headline: "Our new shop", source_url: "https://fb.me/7" }
const answers = JSON.stringify({ flow_token: "x", screen_0_First_name_0: "Ada", guests: 2 })

/** Messages of WhatsApp, and the text by which the thread shows each. */
const onWhatsApp: ReadonlyArray<readonly [action: Action, shown: string]> = [
  [{ type: "image", caption }, caption],
  [{ type: "video", caption: "How it moves" }, "How it moves"],
  [{ type: "audio" }, "Play audio"],
  [{ type: "document", caption: "The menu", filename: "menu.pdf" }, "The menu"],
  [{ type: "location", location: { ...place, name: "Bakery", address: "1 Main St" } }, "Bakery"],
  [{ type: "contacts", contacts: [{ name: { formatted_name: "Grace Hopper" } }] }, "Grace Hopper"],
  [
    { type: "interactive", interactive: { type: "list_reply", list_reply: { id: "1", title: "Two loaves" } } },
    "Two loaves"
  ],
  [
    { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { response_json: answers } } },
    "First name: Ada"
  ],
  [
    {
      type: "order",
      order: {
        catalog_id: "1",
        product_items: [{ product_retailer_id: "bread", quantity: 2, item_price: 3.5, currency: "EUR" }]
      }
    },
    "2 × bread at 3.5 EUR"
  ],
  [{ type: "unsupported", kind: "poll" }, "Sent something that the platform does not pass on: poll"],
  [{ type: "text", text: "I saw your post", referral: post }, "Our new shop"]
]

/** Says something of every kind that the thread of a conversation shows, and gives the texts to look for. */
export const saysEverything = async (customer: Customer): Promise<ReadonlyArray<string>> => {
  const first = await customer.writes("Hello")
  for (const [action] of onWhatsApp) await customer.does(action)
  await customer.does({ type: "sticker" })
  await customer.writes("This one", { replyTo: first })
  await customer.does({ type: "edit", messageId: await customer.writes("Befor"), text: "Before noon" })
  await customer.does({ type: "revoke", messageId: await customer.writes("Nothing") })
  return [...onWhatsApp.map(([, shown]) => shown), "This one", "Before noon", "This message was deleted."]
}
