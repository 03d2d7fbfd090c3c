import type { Schema } from "effect"
import type { MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"

/** Content for a person of Messenger or Instagram besides attachments, and the `message` that Meta documents. */
export const messages: ReadonlyArray<readonly [name: string, content: MessengerContent, message: Schema.JsonObject]> = [
  ["a text", { _tag: "Text", text: "Hello" }, { text: "Hello" }],
  [
    "quick replies",
    {
      _tag: "QuickReplies",
      text: "Pick a color:",
      quickReplies: [
        { title: "Red", payload: "RED", imageUrl: "https://example.com/red.png" },
        { title: "Green", payload: "GREEN", imageUrl: null }
      ]
    },
    {
      text: "Pick a color:",
      quick_replies: [
        { content_type: "text", title: "Red", payload: "RED", image_url: "https://example.com/red.png" },
        { content_type: "text", title: "Green", payload: "GREEN" }
      ]
    }
  ],
  [
    "buttons",
    {
      _tag: "ButtonTemplate",
      text: "What next?",
      buttons: [
        { _tag: "WebUrl", title: "Visit", url: "https://example.com" },
        { _tag: "Postback", title: "Go", payload: "GO" },
        { _tag: "PhoneNumber", title: "Call", number: "+16505551234" }
      ]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "button",
          text: "What next?",
          buttons: [
            { type: "web_url", url: "https://example.com", title: "Visit" },
            { type: "postback", title: "Go", payload: "GO" },
            { type: "phone_number", title: "Call", payload: "+16505551234" }
          ]
        }
      }
    }
  ],
  [
    "cards",
    {
      _tag: "GenericTemplate",
      elements: [
        {
          title: "Welcome",
          subtitle: "We have the right hat",
          imageUrl: "https://example.com/hat.png",
          defaultUrl: "https://example.com/hats",
          buttons: [{ _tag: "WebUrl", title: "View", url: "https://example.com" }]
        },
        { title: "Plain", subtitle: "No picture", imageUrl: null, defaultUrl: null, buttons: [] }
      ]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "generic",
          elements: [
            {
              title: "Welcome",
              subtitle: "We have the right hat",
              image_url: "https://example.com/hat.png",
              default_action: { type: "web_url", url: "https://example.com/hats" },
              buttons: [{ type: "web_url", url: "https://example.com", title: "View" }]
            },
            { title: "Plain", subtitle: "No picture" }
          ]
        }
      }
    }
  ],
  [
    "quick replies with what the platform knows",
    {
      _tag: "QuickReplies",
      text: "How can we reach you?",
      quickReplies: [
        { contentType: "user_phone_number", imageUrl: null },
        { contentType: "user_email", imageUrl: "https://example.com/mail.png" }
      ]
    },
    {
      text: "How can we reach you?",
      quick_replies: [
        { content_type: "user_phone_number" },
        { content_type: "user_email", image_url: "https://example.com/mail.png" }
      ]
    }
  ],
  [
    "several images",
    { _tag: "Images", urls: ["https://example.com/a.png", "https://example.com/b.png"] },
    {
      attachments: [
        { type: "image", payload: { url: "https://example.com/a.png" } },
        { type: "image", payload: { url: "https://example.com/b.png" } }
      ]
    }
  ],
  [
    "a grid of images",
    {
      _tag: "ImageGrid",
      images: [
        {
          url: "https://example.com/a.png",
          isHero: true,
          action: { _tag: "WebUrl", url: "https://example.com/a" }
        },
        { url: "https://example.com/b.png", isHero: false, action: { _tag: "Postback", payload: "B" } },
        { url: "https://example.com/c.png", isHero: false, action: null }
      ],
      title: "Our menu",
      subtitle: null,
      buttons: [{ _tag: "Postback", title: "Order", payload: "ORDER" }]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "image_grid",
          elements: [
            {
              images: [
                {
                  url: "https://example.com/a.png",
                  is_hero_image: true,
                  action: { type: "web_url", url: "https://example.com/a" }
                },
                { url: "https://example.com/b.png", action: { type: "postback", payload: "B" } },
                { url: "https://example.com/c.png" }
              ],
              title: "Our menu",
              buttons: [{ type: "postback", title: "Order", payload: "ORDER" }]
            }
          ]
        }
      }
    }
  ],
  [
    "a video of the platform with a button",
    {
      _tag: "MediaTemplate",
      kind: "video",
      media: { _tag: "Id", attachmentId: "1857777774821032" },
      buttons: [{ _tag: "WebUrl", title: "View", url: "https://example.com" }]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "media",
          elements: [
            {
              media_type: "video",
              attachment_id: "1857777774821032",
              buttons: [{ type: "web_url", url: "https://example.com", title: "View" }]
            }
          ]
        }
      }
    }
  ],
  [
    "a receipt",
    {
      _tag: "Receipt",
      recipientName: "Stephane Crozatier",
      merchantName: null,
      orderNumber: "12345678902",
      currency: "USD",
      paymentMethod: "Visa 2345",
      orderUrl: "https://example.com/order?id=123456",
      timestamp: 1_428_444_852,
      items: [
        {
          title: "Classic White T-Shirt",
          subtitle: "100% Soft and Luxurious Cotton",
          quantity: 2,
          price: 50,
          currency: "USD",
          imageUrl: "https://example.com/shirt.png"
        }
      ],
      address: {
        street1: "1 Hacker Way",
        street2: null,
        city: "Menlo Park",
        postalCode: "94025",
        state: "CA",
        country: "US"
      },
      summary: { subtotal: 75, shippingCost: 4.95, totalTax: 6.19, totalCost: 56.14 },
      adjustments: [{ name: "$10 Off Coupon", amount: 10 }]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "receipt",
          recipient_name: "Stephane Crozatier",
          order_number: "12345678902",
          currency: "USD",
          payment_method: "Visa 2345",
          order_url: "https://example.com/order?id=123456",
          timestamp: "1428444852",
          elements: [
            {
              title: "Classic White T-Shirt",
              subtitle: "100% Soft and Luxurious Cotton",
              quantity: 2,
              price: 50,
              currency: "USD",
              image_url: "https://example.com/shirt.png"
            }
          ],
          address: {
            street_1: "1 Hacker Way",
            city: "Menlo Park",
            postal_code: "94025",
            state: "CA",
            country: "US"
          },
          summary: { subtotal: 75, shipping_cost: 4.95, total_tax: 6.19, total_cost: 56.14 },
          adjustments: [{ name: "$10 Off Coupon", amount: 10 }]
        }
      }
    }
  ],
  ["a sticker of Messenger", { _tag: "Sticker", stickerId: "369239263222822" }, { sticker_id: "369239263222822" }],
  ["the heart of Instagram", { _tag: "LikeHeart" }, { attachment: { type: "like_heart" } }]
]
