import { createRoot } from "react-dom/client"
import { Atom, AtomRegistry } from "effect/reactivity"
import { Dialog } from "@base-ui/react/dialog"
import { Menu } from "@base-ui/react/menu"
import { Select } from "@base-ui/react/select"
import { Tabs } from "@base-ui/react/tabs"
import { Toast } from "@base-ui/react/toast"
import { createParleySession } from "../client/promise/createParley.ts"
const r = AtomRegistry.make()
const a = Atom.make(1)
const root = document.getElementById("root")
if (root !== null)
  createRoot(root).render(
    <div>
      {r.get(a)}
      {String([Dialog, Menu, Select, Tabs, Toast, createParleySession].length)}
    </div>
  )
