import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"

/** Whether the contact forwarded a message, and the product that it is about. */
export const ContextNote = ({ context }: { readonly context: NonNullable<Message["context"]> }) => {
  const { inbox } = useText()
  const { forwarded, frequentlyForwarded, product } = context
  const productId = product === null ? "" : product.productId || product.catalogId
  return (
    <>
      {forwarded && (
        <span className="message-forwarded muted">{frequentlyForwarded ? inbox.forwardedOften : inbox.forwarded}</span>
      )}
      {productId !== "" && (
        <span className="message-product muted">
          {inbox.product} <bdi>{productId}</bdi>
        </span>
      )}
    </>
  )
}
