import { Toast as Base } from "@base-ui/react/toast"
import { type ReactNode, useCallback } from "react"
import { Icon } from "./Icon.tsx"
import { useText } from "../text/useText.ts"

const List = () => {
  const { toasts } = Base.useToastManager()
  const { common } = useText()
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={`toast toast-${toast.type ?? "plain"}`} swipeDirection={[]}>
      <Base.Content className="toast-content">
        <div>
          <Base.Title className="toast-title" />
          <Base.Description className="toast-description" />
        </div>
        {toast.actionProps !== undefined && <Base.Action className="button button-quiet toast-action" />}
        <Base.Close className="button button-quiet button-icon" aria-label={common.dismiss}>
          <Icon name="close" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}

/** Provides toasts to everything inside it. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Base.Provider timeout={visibleMillis}>
    {children}
    <Base.Portal>
      <Base.Viewport className="toasts">
        <List />
      </Base.Viewport>
    </Base.Portal>
  </Base.Provider>
)

/** Content of a toast. */
export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: "plain" | "success" | "danger"
  /** What the reader may do about it: `Undo`. A use closes the toast. */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

/** Milliseconds for which a toast is visible. Hover and focus stop the time. */
const visibleMillis = 5_000

/**
 * Shows a toast: `const toast = useToast()`, `toast({ title: inbox.closed, action: { label: common.undo, onSelect } })`.
 * F6 leads to it.
 */
export const useToast = (): ((text: ToastText) => void) => {
  const { add, close } = Base.useToastManager()
  return useCallback(
    ({ action, description, title, tone = "plain" }: ToastText) => {
      const id = add({
        title,
        description,
        type: tone,
        priority: tone === "danger" ? "high" : "low",
        ...(action === undefined
          ? {}
          : {
              actionProps: {
                children: action.label,
                onClick: () => {
                  close(id)
                  action.onSelect()
                }
              }
            })
      })
    },
    [add, close]
  )
}
