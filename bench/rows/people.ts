const words = (text: string) => text.trim().split(/\s+/)

/** Names as people have them. */
export const firstNames = words(`
  Ada Adam Aisha Alejandro Alice Alma Amara Amelia Amir Ana Andrea Andrzej Anika Anna Antonio Arjun Astrid Aurélie Ava
  Beatriz Ben Björn Bruno Camila Carla Carlos Carmen Cecilia Charlotte Chiara Chloé Claire Daniel Dario David Diego
  Dmitri Eduardo Elena Elias Elif Elisa Emil Emma Enzo Erik Esther Eva Fatima Felix Fernanda Fiona Florian Francesca
  Francisco Gabriel Giulia Grace Greta Gustavo Hannah Hassan Helena Hugo Ibrahim Ida Inés Ingrid Isabel Ivan Jakub James
  Jan Jasmin Javier Jens João Johanna Jonas Jorge José Julia Kamila Karim Katarzyna Kenji Khalid Klara Lars Laura Layla
  Lea Leon Lina Linus Lola Louis Lucía Luis Luka Magdalena Maja Malik Manuel Marco María Marie Mario Marta Mateo Matilda
  Maya Mehmet Mia Miguel Milan Mohammed Nadia Naomi Nicolás Nina Noah Nora Olga Oliver Olivia Omar Oscar Pablo Paula
  Pedro Petra Priya Rafael Raj Rania Ricardo Rosa Ruth Samuel Sara Sofía Stefan Tomás Valentina Yusuf Zoë`)

const stems = words(`
  Abra Acker Ade Alber Alvar Ander Arm Ash Bachel Bald Barn Bauer Becker Bell Berg Bern Black Bloom Bora Brad Brand Brook
  Burk Camp Carl Castel Chand Clark Cold Corn Crane Dahl Dalton Delga Dorf Drake Eber Edel Eich Ellis Engel Espin Falk
  Farr Fern Fisch Flor Frank Fried Gall Gard Geller Gold Grand Green Gruber Gupt Haas Hagen Hall Hammer Hart Heller`)

const endings = words(`
  son sen berg mann feld ström dahl ton ham ley worth wick ford well wood field ridge brook stone smith er ier ez o i ini
  elli etti ucci ado eira inho ski ska icz ova ov enko yan ian zade oğlu pour shah kar rao nen lä la aho vik gaard holm
  quist lund by dottir stad`)

/** Some thousand, each a stem and an ending, so that parts of them are as common as parts of real ones. */
export const lastNames = stems.flatMap((stem) => endings.map((ending) => `${stem}${ending}`))
