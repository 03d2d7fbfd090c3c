import { Atom } from "effect/reactivity"
import { registry } from "../app/atoms.ts"

/** Name of the lock that one tab of the browser has. */
const lockName = "parley.notices"

/** Whether this tab shows notices: the one that was visible last. Without locks in the browser every tab does. */
export const isMainTabAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(!("locks" in navigator)))

/**
 * Makes this tab the main one as soon as it is visible, or once no other tab is the main one. Returns the end of its
 * part.
 */
export const followMainTab = (): (() => void) => {
  if (!("locks" in navigator)) return () => {}
  let isOver = false
  let release = () => {}
  const request = (steal: boolean): void => {
    const held = navigator.locks.request(lockName, { steal }, () => {
      if (isOver) return
      registry.set(isMainTabAtom, true)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
    held.then(
      () => registry.set(isMainTabAtom, false),
      // Another tab is visible now. Once it is closed, this one may be the main tab again.
      () => {
        registry.set(isMainTabAtom, false)
        if (!isOver) request(false)
      }
    )
  }
  const take = () => {
    if (document.visibilityState === "visible" && !registry.get(isMainTabAtom)) request(true)
  }
  if (document.visibilityState === "visible") take()
  else request(false)
  document.addEventListener("visibilitychange", take)
  return () => {
    isOver = true
    document.removeEventListener("visibilitychange", take)
    release()
  }
}
