import { Toast as Base } from "@base-ui/react/toast"
import { type ReactNode, useCallback } from "react"
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
        <Base.Close className="button button-quiet" aria-label={common.dismiss}>
          <span aria-hidden>✕</span>
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}

/** Provides toasts to everything inside it. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Base.Provider>
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
}

/** Shows a toast: `const toast = useToast()`, `toast({ title: common.copied })`. */
export const useToast = (): ((text: ToastText) => void) => {
  const { add } = Base.useToastManager()
  return useCallback(
    ({ description, title, tone = "plain" }: ToastText) => {
      add({ title, description, type: tone, priority: tone === "danger" ? "high" : "low" })
    },
    [add]
  )
}
