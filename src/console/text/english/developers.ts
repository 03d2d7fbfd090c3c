/** Texts of the section `developers`. */
export const developers = {
  title: "Developers"
}
