import { useSession } from "../api/Session.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { Menu, type MenuEntry } from "../parts/Menu.tsx"
import { isLanguageName, languages } from "../text/languages.ts"
import { useText } from "../text/useText.ts"
import { useAtom } from "./atoms.ts"
import { chooseLanguage, chooseTheme, languageAtom, themeAtom } from "./preferences.ts"

/** Menu of the user: organization, appearance, language and sign-out. */
export const AccountMenu = () => {
  const { choose, organization, organizations, signOut, user } = useSession()
  const { common } = useText()
  const theme = useAtom(themeAtom)
  const language = useAtom(languageAtom)
  const entries: ReadonlyArray<MenuEntry> = [
    { heading: user.email },
    ...(organizations.length > 1
      ? [
          "separator" as const,
          { heading: common.account.organization },
          ...organizations.map(({ id, name }) => ({
            label: name,
            isChecked: id === organization.id,
            onSelect: () => choose(id)
          }))
        ]
      : []),
    "separator",
    { heading: common.theme.label },
    ...(["system", "light", "dark"] as const).map((name) => ({
      label: common.theme[name],
      isChecked: name === theme,
      onSelect: () => chooseTheme(name)
    })),
    "separator",
    { heading: common.language.label },
    ...Object.keys(languages)
      .filter(isLanguageName)
      .map((name) => ({
        label: common.language[name],
        isChecked: name === language,
        onSelect: () => chooseLanguage(name)
      })),
    "separator",
    { label: common.account.signOut, onSelect: signOut }
  ]
  return (
    <Menu label={common.account.label} entries={entries}>
      <Avatar id={user.id} name={user.email} />
    </Menu>
  )
}
