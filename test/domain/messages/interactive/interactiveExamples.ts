const body = { text: "Which time suits you?" }
const button = (id: string) => ({ type: "reply", reply: { id, title: `Title ${id}` } })
const picture = { type: "image", image: { link: "https://example.com/table.jpg", caption: "Your table" } }
const quickReply = (id: string) => ({ type: "quick_reply", quick_reply: { id, title: `Title ${id}` } })

const linkCard = (index: number) => ({
  card_index: index,
  type: "cta_url",
  header: picture,
  body: { text: "Line one\nLine two" },
  action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com/1" } }
})
const replyCard = (index: number) => ({
  card_index: index,
  type: "cta_url",
  header: { type: "video", video: { id: "17" } },
  action: { buttons: [quickReply(`${index}a`), quickReply(`${index}b`)] }
})
const productCard = (index: number) => ({
  card_index: index,
  type: "product",
  action: { catalog_id: "146265584024623", product_retailer_id: `sku-${index}` }
})

/** A message of each kind with every part that it may have. Everything accepts them. */
export const interactiveExamples = [
  {
    type: "button",
    header: { type: "text", text: "Dinner" },
    body,
    footer: { text: "Tap one" },
    action: { buttons: [button("1"), button("2"), button("3")] }
  },
  { type: "button", header: picture, body, action: { buttons: [button("1")] } },
  {
    type: "button",
    header: { type: "document", document: { id: "4490709327384033", filename: "menu.pdf" } },
    body,
    action: { buttons: [button("1")] }
  },
  {
    type: "list",
    header: { type: "text", text: "Dinner" },
    body,
    footer: { text: "Choose one" },
    action: {
      button: "Times",
      sections: [
        { title: "Early", rows: [{ id: "18", title: "18:00", description: "At the window" }] },
        {
          title: "Late",
          rows: [
            { id: "20", title: "20:00" },
            { id: "21", title: "21:00", description: "" }
          ]
        }
      ]
    }
  },
  { type: "list", body, action: { button: "Times", sections: [{ rows: [{ id: "18", title: "18:00" }] }] } },
  {
    type: "cta_url",
    header: picture,
    body,
    footer: { text: "Opens our page" },
    action: { name: "cta_url", parameters: { display_text: "Book", url: "https://example.com/book" } }
  },
  { type: "location_request_message", body, action: { name: "send_location" } },
  {
    type: "product",
    body,
    footer: { text: "While stocks last" },
    action: { catalog_id: "146265584024623", product_retailer_id: "sku-1" }
  },
  {
    type: "product_list",
    header: { type: "text", text: "Our menu" },
    body,
    footer: { text: "While stocks last" },
    action: {
      catalog_id: "146265584024623",
      sections: [
        { title: "Starters", product_items: [{ product_retailer_id: "sku-1" }] },
        { title: "Mains", product_items: [{ product_retailer_id: "sku-2" }, { product_retailer_id: "sku-3" }] }
      ]
    }
  },
  {
    type: "catalog_message",
    body,
    footer: { text: "While stocks last" },
    action: { name: "catalog_message", parameters: { thumbnail_product_retailer_id: "sku-1" } }
  },
  { type: "carousel", body, action: { cards: [linkCard(0), linkCard(1), linkCard(2)] } },
  { type: "carousel", body, action: { cards: [replyCard(0), replyCard(1)] } },
  { type: "carousel", body, action: { cards: [productCard(0), productCard(1)] } },
  {
    type: "flow",
    header: { type: "text", text: "Booking" },
    body,
    footer: { text: "Takes a minute" },
    action: {
      name: "flow",
      parameters: {
        flow_message_version: "3",
        flow_id: "1234567890",
        flow_cta: "Book a table",
        flow_token: "table-17",
        flow_action: "navigate",
        flow_action_payload: { screen: "GUESTS", data: { guests: 2 } },
        mode: "draft"
      }
    }
  },
  {
    type: "flow",
    body,
    action: { name: "flow", parameters: { flow_message_version: 3, flow_name: "booking", flow_cta: "Book" } }
  },
  {
    type: "address_message",
    body,
    footer: { text: "For the delivery" },
    action: { name: "address_message", parameters: { country: "IN", values: { name: "Ada" }, saved_addresses: [] } }
  },
  {
    type: "call_permission_request",
    body,
    footer: { text: "At any time" },
    action: { name: "call_permission_request" }
  }
] as const
