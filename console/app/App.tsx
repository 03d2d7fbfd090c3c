import { CSPProvider } from "@base-ui/react/csp-provider"
import { DirectionProvider } from "@base-ui/react/direction-provider"
import { type ReactNode, useEffect, useState } from "react"
import { Toasts } from "../parts/Toast.tsx"
import { SessionGate } from "../session/SessionGate.tsx"
import { languages } from "../text/languages.ts"
import { type LanguageTexts, LanguageContext } from "../text/useText.ts"
import { useAtom } from "./atoms.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Layout } from "./Layout.tsx"
import { languageAtom } from "./preferences.ts"

/** Loads the texts of the chosen language, and then shows its children. */
const Language = ({ children }: { readonly children: ReactNode }) => {
  const name = useAtom(languageAtom)
  const [current, setCurrent] = useState<LanguageTexts | null>(null)
  useEffect(() => {
    const language = languages[name]
    let isWanted = true
    language.load().then(
      (texts) => {
        if (!isWanted) return
        document.documentElement.lang = language.tag
        document.documentElement.dir = language.direction
        setCurrent({ language, texts })
      },
      // The previous language stays if there is one.
      () => undefined
    )
    return () => {
      isWanted = false
    }
  }, [name])
  if (current === null) return null
  return (
    <LanguageContext value={current}>
      <DirectionProvider direction={current.language.direction}>{children}</DirectionProvider>
    </LanguageContext>
  )
}

/** The console. */
export const App = () => (
  // The content security policy permits no style element. The style sheets contain the same rules.
  <CSPProvider disableStyleElements>
    <Language>
      <ErrorBoundary>
        <Toasts>
          <SessionGate>
            <Layout />
          </SessionGate>
        </Toasts>
      </ErrorBoundary>
    </Language>
  </CSPProvider>
)
