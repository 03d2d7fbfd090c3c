import type { ComponentProps, MouseEvent } from "react"
import { navigate } from "./navigation.ts"

/** Whether the browser opens the link itself, in a new tab or window. */
const isForBrowser = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey

/** A link within the console, without a reload of the page. */
export const Link = ({ href, onClick, ...rest }: ComponentProps<"a"> & { readonly href: string }) => (
  <a
    {...rest}
    href={href}
    onClick={(event) => {
      onClick?.(event)
      if (event.defaultPrevented || isForBrowser(event)) return
      event.preventDefault()
      navigate(href)
    }}
  />
)
