/** Texts of the section `playground`. */
export const playground = {
  title: "Playground"
}
